/** The losses of a battle, in units and without militia. */
import { unitTypes } from '../contract/vocabulary.ts';
import type { Outcome } from './battle-types.ts';
import type { Stacks, Units } from './counts.ts';
import { countUnits, noUnits } from './units.ts';

export function lossesOf(start: Stacks, end: Stacks): Units {
  const losses = noUnits();
  for (const type of unitTypes) losses[type] = start[type] - end[type];
  return losses;
}

/** The losses of both sides. */
export function casualtiesOf({ attackerStart, defenderStart, rounds }: Outcome): {
  attacker: Units;
  defender: Units;
} {
  const last = rounds.at(-1);
  return {
    attacker: lossesOf(attackerStart, last?.attacker.units ?? attackerStart),
    defender: lossesOf(defenderStart, last?.defender.units ?? defenderStart),
  };
}

/** How many units both sides lost together. */
export function countCasualties(outcome: Outcome): number {
  const { attacker, defender } = casualtiesOf(outcome);
  return countUnits(attacker) + countUnits(defender);
}
