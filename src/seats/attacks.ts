/** Attacks on seats under way, in the order of contact. */
import { z } from 'zod';
import { integer, moment, uuid } from '../db/columns.ts';
import { noStacks, stacksOf } from '../game/fight/battle.ts';
import { estimateQueue } from '../game/fight/odds.ts';
import { keeperMilitia, moraleAgainst } from '../game/contact/seats.ts';
import type { Units } from '../game/types.ts';
import { namedEmpire, units } from '../world/rows/shapes.ts';

const maxSeatAttacks = 20;

export const seatAttackRow = z.strictObject({
  battle_id: uuid,
  ...namedEmpire,
  score: integer,
  contact_at: moment,
  attack_value: integer,
  /** Null if the army was lost on its way. */
  units: units.nullable(),
});

export type SeatAttackRow = z.infer<typeof seatAttackRow>;

/** As JSON. @param seat SQL of its id */
export const seatAttacksSql = (seat: string): string => `(
  SELECT coalesce(json_agg(to_jsonb(coming) - 'number' ORDER BY contact_at, attack_value DESC, number), '[]'::json) FROM (
    SELECT b.id AS battle_id, b.number, a.id AS empire_id, a.name AS empire_name, a.alliance_tag, a.score,
      b.contact_at, b.attack_value, m.units
    FROM battles b JOIN empires a ON a.id = b.attacker_id LEFT JOIN armies m ON m.id = b.army_id
    WHERE b.outcome IS NULL AND b.target_type = 'seat' AND b.target_id = ${seat}
    ORDER BY b.contact_at, b.attack_value DESC, b.number LIMIT ${maxSeatAttacks}
  ) AS coming)`;

/** None without a seat. The values are SQL. */
export const seatAttacksAtSql = (x: string, y: string): string => `coalesce((
  SELECT ${seatAttacksSql('s.id')} FROM seats s
  WHERE box(point(s.x - 1, s.y - 1), point(s.x + 1, s.y + 1)) && box(point(${x}, ${y}), point(${x}, ${y}))
    AND s.x = ${x} AND s.y = ${y}
), '[]')`;

export interface SeatDefence {
  heldSince: number | null;
  score: number;
  units: Units;
  /** The guarding army, with score and alliance of its owner. */
  guard: { score: number; alliance_tag: string | null; units: Units } | null;
}

/**
 * For each attack, the trial fights of 20 in which it takes the seat: those before it have lost, and have weakened the
 * present defence.
 */
export function oddsInOrder(
  attacks: readonly SeatAttackRow[],
  { heldSince, score, units: garrison, guard }: SeatDefence,
  speed: number,
): { won: number; trials: number }[] {
  const attackers = attacks.map((attack) => {
    const moraleTo = (defender: number): number =>
      moraleAgainst({ attacker: attack.score, defender }, { heldSince, at: attack.contact_at, speed });
    const attacker = attack.units === null ? noStacks() : stacksOf(attack.units);
    const isAlly = attack.alliance_tag !== null && attack.alliance_tag === guard?.alliance_tag;
    const moraleToGuard = guard === null || isAlly ? null : moraleTo(guard.score);
    return { attacker, morale: moraleTo(score), moraleToGuard };
  });
  return estimateQueue(attackers, {
    defender: stacksOf(garrison, heldSince === null ? keeperMilitia : 0),
    guard: guard === null ? noStacks() : stacksOf(guard.units),
  });
}
