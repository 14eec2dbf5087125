import { fullMorale, maxRounds, noStacks } from '../../game/fight/battle.ts';
import { maxSeedLength, noResult, numberBounds, swappedQuery, waitingText } from '../../shared-ui/form.ts';
import { simulate } from '../../shared-ui/simulation.ts';
import { battleRandomOf } from '../../world/battle-random.ts';
import { definePage } from '../framework/page.ts';
import { example, readSimulator, simulatorAddress } from '../shared/simulator-form.ts';

const exampleAddress = simulatorAddress(example);
const emptySides = { attacker: noStacks(), defender: noStacks(), wall: 0, morale: fullMorale };

export const simulatorPage = definePage('/simulator', {
  section: 'simulator',
  readers: 'guest',
  read: ({ fields }) => {
    const form = readSimulator(fields);
    const simulation = simulate(form.sides ?? emptySides, battleRandomOf(form.seed));
    return {
      title: 'Simulator',
      status: form.issues.size > 0 ? 400 : 200,
      scripts: ['simulator'],
      values: {
        form,
        bounds: numberBounds,
        maxSeedLength,
        result: form.sides === null ? noResult : simulation.slots.result,
        waiting: waitingText(form.issues),
        slots: simulation.slots,
        strip: simulation.strip,
        rounds: simulation.fight.rounds.length,
        maxRounds,
        example: exampleAddress,
        swapped: `/simulator?${swappedQuery(Object.entries(form.values))}`,
      },
    };
  },
});
