/** The losses of a battle, in units and without militia. */
import type { Role } from '../../contract/vocabulary.ts';
import type { GuardFight, Outcome } from '../battle-types.ts';
import { eachUnit, noUnits, type Stacks, type Units } from '../counts.ts';

export function lossesOf(start: Stacks, end: Stacks): Units {
  return eachUnit((type) => start[type] - end[type]);
}

/** Before the first round and after the last one. The guard is no side: see `unitsOfGuard`. */
export function unitsOfSide(outcome: Outcome, side: Role): { start: Stacks; end: Stacks; losses: Units } {
  const start = outcome[`${side}Start`];
  const afterGuard = side === 'attacker' ? attackerAfterGuard(outcome) : start;
  const end = outcome.rounds.at(-1)?.[side].units ?? afterGuard;
  return { start, end, losses: lossesOf(start, end) };
}

/** The units that meet the holder, or go home from the guard. */
export function attackerAfterGuard({ attackerStart, guard }: Outcome): Stacks {
  return guard?.rounds.at(-1)?.attacker.units ?? attackerStart;
}

export function unitsOfGuard({ start, rounds }: GuardFight): { end: Stacks; losses: Units } {
  const end = rounds.at(-1)?.defender.units ?? start;
  return { end, losses: lossesOf(start, end) };
}

/** Those of a guard belong to the defending side. */
export function lossesOfSides(outcome: Outcome): Record<Role, Units> {
  const { losses } = unitsOfSide(outcome, 'defender');
  const guard = outcome.guard === undefined ? noUnits() : unitsOfGuard(outcome.guard).losses;
  const defender = eachUnit((type) => losses[type] + guard[type]);
  return { attacker: unitsOfSide(outcome, 'attacker').losses, defender };
}
