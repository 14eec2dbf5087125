/** Battles from a participant's side: as one line, in numbers, and why one was called off. */
import { toBattleItem } from '../../battle/present.ts';
import type { BattleListRow } from '../../battle/queries.ts';
import { type BattleResult, type CallOffReason, type Role } from '../../contract/vocabulary.ts';
import { eachStack, noStacks } from '../../game/fight/battle.ts';
import type { GuardFight, Round } from '../../game/battle-types.ts';
import { perPoint, valueOf } from '../../game/diplomacy/scoring.ts';
import { seatLimit } from '../../game/contact/seats.ts';
import type { Empire, Stacks } from '../../game/types.ts';
import { countOfAll, hitPointsOf } from '../../shared-ui/strength.ts';
import { placeText, tagged } from './formatters.ts';

export const callOffReasons = {
  army_gone: 'The attacking army no longer existed.',
  target_gone: 'The target had gone when the army came.',
  protected: 'The target was protected when the army came.',
  recalled: 'The army was recalled.',
  own_seat: 'The attacker already held the seat.',
  seat_limit: `The attacker already held ${seatLimit} other seats.`,
  allied: 'Both empires were in the same alliance when the army came.',
  truce: 'The seat had changed hands and was under a truce.',
} satisfies Record<CallOffReason, string>;

export const resultWords = {
  attacker_won: { attacker: 'Won', defender: 'Lost' },
  defender_won: { attacker: 'Lost', defender: 'Won' },
  draw: { attacker: 'Draw', defender: 'Draw' },
  called_off: { attacker: 'Called off', defender: 'Called off' },
} satisfies Record<BattleResult, Record<Role, string>>;

function outcomeOf(result: BattleResult | null, role: Role): 'won' | 'lost' | 'none' {
  if (result !== 'attacker_won' && result !== 'defender_won') return 'none';
  return result === `${role}_won` ? 'won' : 'lost';
}

export function toBattleSummary(empire: Empire, row: BattleListRow, now: number) {
  const { phase, result } = toBattleItem(row, now);
  const role: Role = row.attacker_id === empire.id ? 'attacker' : 'defender';
  const foe = role === 'attacker' ? 'defender' : 'attacker';
  return {
    ...row,
    role,
    phase,
    enemy: tagged(row[`${foe}_name`], row[`${foe}_tag`]),
    enemyId: row[`${foe}_id`],
    place: placeText(empire, row),
    /** Null until the battle ends. */
    result: result === null ? null : resultWords[result][role],
    outcome: outcomeOf(result, role),
  };
}

export type BattleSummary = ReturnType<typeof toBattleSummary>;

interface Sides {
  attacker_start: Stacks | null;
  defender_start: Stacks | null;
}

function toSide(start: Stacks, left: Stacks) {
  const fallen = eachStack((type) => start[type] - left[type]);
  return {
    units: countOfAll(start),
    lost: countOfAll(fallen),
    /** For the score of the other side; militia adds nothing. */
    points: Math.floor(valueOf(fallen) / perPoint.destroyed),
    strength: { start: hitPointsOf(start), left: hitPointsOf(left) },
  };
}

type Standing = Record<Role, { units: Stacks }>;

const addStacks = (one: Stacks, other: Stacks | null): Stacks =>
  eachStack((type) => one[type] + (other?.[type] ?? 0));

/** As stored: `last_round` is that of the fight with the holder. */
interface Fought extends Sides {
  last_round: Round | null;
  guard: GuardFight | null;
}

/**
 * The owner of a guard sees its fight, the holder the one with itself, the attacker both. If the guard has held, the
 * holder sees its fight (`isOfGuard`).
 */
export function fightOf(
  empireId: string,
  role: Role,
  { attacker_start, defender_start, last_round, guard }: Fought,
) {
  const sidesOf = (starts: Sides, last: Standing | null, isOfGuard = false) => ({
    ...toSides(starts, last, role),
    isOfGuard,
  });
  if (guard === null) return sidesOf({ attacker_start, defender_start }, last_round);
  const last = guard.rounds.at(-1) ?? null;
  const isOwn = guard.empireId === empireId;
  if (last_round === null || last === null || isOwn) {
    return sidesOf({ attacker_start, defender_start: guard.start }, last, role === 'defender' && !isOwn);
  }
  if (role === 'defender')
    return sidesOf({ attacker_start: last.attacker.units, defender_start }, last_round);
  const left = addStacks(last.defender.units, last_round.defender.units);
  return sidesOf(
    { attacker_start, defender_start: addStacks(guard.start, defender_start) },
    { attacker: last_round.attacker, defender: { units: left } },
  );
}

/** @param round the last round that may be shown; null before the first one */
export function toSides({ attacker_start, defender_start }: Sides, round: Standing | null, role: Role) {
  const attackerStart = attacker_start ?? noStacks();
  const defenderStart = defender_start ?? noStacks();
  const attacker = toSide(attackerStart, round?.attacker.units ?? attackerStart);
  const defender = toSide(defenderStart, round?.defender.units ?? defenderStart);
  return role === 'attacker' ? { own: attacker, foe: defender } : { own: defender, foe: attacker };
}
