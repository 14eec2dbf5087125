/** The losses of a battle, in units and without militia. */
import { unitTypes, type Role } from '../contract/vocabulary.ts';
import type { GuardFight, Outcome } from './battle-types.ts';
import type { Stacks, Units } from './counts.ts';
import { countUnits, noUnits } from './units.ts';

export function lossesOf(start: Stacks, end: Stacks): Units {
  const losses = noUnits();
  for (const type of unitTypes) losses[type] = start[type] - end[type];
  return losses;
}

/** The units of a side before the first round and after the last one, and its losses. The guard is no side: see `unitsOfGuard`. */
export function unitsOfSide(outcome: Outcome, side: Role): { start: Stacks; end: Stacks; losses: Units } {
  const start = outcome[`${side}Start`];
  const afterGuard = side === 'attacker' ? attackerAfterGuard(outcome) : start;
  const end = outcome.rounds.at(-1)?.[side].units ?? afterGuard;
  return { start, end, losses: lossesOf(start, end) };
}

/** The units with which the attacker meets the holder, or goes home from the guard. */
export function attackerAfterGuard({ attackerStart, guard }: Outcome): Stacks {
  return guard?.rounds.at(-1)?.attacker.units ?? attackerStart;
}

/** The units of a guard after its fight, and its losses. */
export function unitsOfGuard({ start, rounds }: GuardFight): { end: Stacks; losses: Units } {
  const end = rounds.at(-1)?.defender.units ?? start;
  return { end, losses: lossesOf(start, end) };
}

/** The losses of both sides; those of a guard belong to the defending side. */
export function lossesOfSides(outcome: Outcome): Record<Role, Units> {
  const defender = unitsOfSide(outcome, 'defender').losses;
  if (outcome.guard !== undefined) {
    const { losses } = unitsOfGuard(outcome.guard);
    for (const type of unitTypes) defender[type] += losses[type];
  }
  return { attacker: unitsOfSide(outcome, 'attacker').losses, defender };
}

/** How many units both sides and the guard lost together. */
export function countCasualties(outcome: Outcome): number {
  const { attacker, defender } = lossesOfSides(outcome);
  return countUnits(attacker) + countUnits(defender);
}
