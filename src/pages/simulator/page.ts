/** The simulator: two sides, a wall and dice of one's choice, fought by the very resolver of the world. */
import { maxRounds } from '../../game/battle.ts';
import { simulate } from '../../report/simulation.ts';
import { rollsOf } from '../../world/rolls.ts';
import { drawStrip } from '../battles/drawing.ts';
import { definePage } from '../page.ts';
import { readSimulator, simulatorAddress, simulatorFields, swappedAddress } from './form.ts';

const none = { soldiers: 0, archers: 0, knights: 0, catapults: 0, militia: 0 };
/** The second published vector. */
const example = simulatorAddress({
  attacker: { ...none, knights: 100, catapults: 25 },
  defender: { ...none, archers: 200, militia: 10 },
  wall: 10,
  morale: 1000,
  seed: 'vector-2',
});
/** So that the page has every slot before there is a fight. */
const nobody = { attacker: none, defender: none, wall: 0, morale: 1000 };

export const simulatorPage = definePage({
  path: '/simulator',
  section: 'simulator',
  readers: 'everybody',
  read: ({ fields }) => {
    const form = readSimulator(fields);
    const simulation = simulate(form.sides ?? nobody, rollsOf(form.seed));
    return Promise.resolve({
      view: 'simulator',
      title: 'Simulator',
      status: form.mistakes.size > 0 ? 400 : 200,
      scripts: ['simulator'],
      values: {
        form,
        groups: simulatorFields,
        slots: simulation.slots,
        strip: drawStrip(simulation.strip),
        rounds: simulation.fight.rounds.length,
        maxRounds,
        example,
        swapped: swappedAddress(form.values),
      },
    });
  },
});
