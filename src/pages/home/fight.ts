/** The battle on the landing page: the last real one of some length, else an example that anybody can repeat. */
import { stackTypes } from '../../contract/vocabulary.ts';
import { noStacks, resolveFight } from '../../game/battle.ts';
import type { Stacks } from '../../game/types.ts';
import type { Game } from '../../world/act.ts';
import { rollsOf } from '../../world/rolls.ts';
import { countOf, group, tileText } from '../words.ts';
import { selectShownBattle } from './queries.ts';
import { drawStrength } from './strength.ts';
import type { ShownFight, StrengthChart } from './strength.ts';

const fewestRounds = 3;
const size = { width: 640, height: 260 };

const example = {
  attacker: { ...noStacks(), knights: 100, catapults: 25 },
  defender: { ...noStacks(), archers: 200, militia: 10 },
  wall: 10,
  seed: 'vector-2',
};

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export interface ShownBattle {
  isExample: boolean;
  chart: StrengthChart;
  /** What the drawing shows, in a sentence. */
  caption: string;
  /** The report, where the reader may open it. */
  href: string | null;
}

function unitsIn(stacks: Stacks): string {
  const parts = stackTypes
    .filter((type) => stacks[type] > 0)
    .map((type) => (type === 'militia' ? `${group(stacks[type])} militia` : countOf(stacks[type], type)));
  return inWords.format(parts);
}

function roundsText({ rounds }: ShownFight): string {
  return countOf(rounds.length, 'rounds');
}

/** The example of the rules, fought by the resolver of the game. */
function showExample(): ShownBattle {
  const { attacker, defender, wall, seed } = example;
  const { rounds } = resolveFight({ attacker, defender, wall, morale: 1000, rolls: rollsOf(seed) });
  const fight: ShownFight = {
    attacker: { name: 'Attacker', start: attacker },
    defender: { name: 'Defender', start: defender },
    rounds,
    ownSide: 'attacker',
  };
  return {
    isExample: true,
    chart: drawStrength(fight, size),
    caption: `An example, until this world has a battle to show: ${unitsIn(attacker)} against ${unitsIn(defender)} behind a wall of level ${wall}, ${roundsText(fight)}. Its seed is “${seed}”.`,
    href: null,
  };
}

/** @param empireId of the reader, whose own side is drawn in blue */
export async function readFight({ pool, clock }: Game, empireId: string | null): Promise<ShownBattle> {
  const row = await selectShownBattle(pool, clock.now(), fewestRounds);
  if (row === null) return showExample();
  const { outcome } = row;
  const fight: ShownFight = {
    attacker: { name: row.attacker_name, start: outcome.attackerStart },
    defender: { name: row.defender_name, start: outcome.defenderStart },
    rounds: outcome.rounds,
    ownSide: row.defender_id === empireId ? 'defender' : 'attacker',
  };
  const isParticipant = empireId === row.attacker_id || empireId === row.defender_id;
  return {
    isExample: false,
    chart: drawStrength(fight, size),
    caption: `${row.attacker_name} attacked ${row.defender_name} at ${tileText(row)}: ${unitsIn(outcome.attackerStart)} against ${unitsIn(outcome.defenderStart) || 'nobody'}, ${roundsText(fight)}.`,
    href: isParticipant ? `/battle/${row.id}` : null,
  };
}
