/** The losses of a battle, in units and without militia. */
import { unitTypes, type Role } from '../contract/vocabulary.ts';
import type { Outcome } from './battle-types.ts';
import type { Stacks, Units } from './counts.ts';
import { countUnits, noUnits } from './units.ts';

export function lossesOf(start: Stacks, end: Stacks): Units {
  const losses = noUnits();
  for (const type of unitTypes) losses[type] = start[type] - end[type];
  return losses;
}

/** The units of a side before the first round and after the last one, and its losses. */
export function unitsOfSide(outcome: Outcome, side: Role): { start: Stacks; end: Stacks; losses: Units } {
  const start = outcome[`${side}Start`];
  const end = outcome.rounds.at(-1)?.[side].units ?? start;
  return { start, end, losses: lossesOf(start, end) };
}

/** How many units both sides lost together. */
export function countCasualties(outcome: Outcome): number {
  return (
    countUnits(unitsOfSide(outcome, 'attacker').losses) + countUnits(unitsOfSide(outcome, 'defender').losses)
  );
}
