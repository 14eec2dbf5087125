/** SQL of the target of an attack. */
import { z } from 'zod';
import { empireKinds, type TargetType } from '../contract/vocabulary.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { allegianceColumns, allegianceRow } from '../world/rows/allegiance.ts';
import { guardOwnerSql } from '../world/rows/guard-rows.ts';
import { battleRow } from '../world/rows/rows.ts';
import { march } from '../world/rows/shapes.ts';

/** The target of an attack, and the empire that owns it. */
const targetRow = z.strictObject({
  /** The place of the order, from 1. */
  position: integer,
  empire_id: uuid,
  empire_name: z.string(),
  kind: z.enum(empireKinds),
  score: integer,
  created_at: moment,
  protection_ended: z.boolean(),
  last_active_at: moment,
  /** The city that is attacked: the target itself, or the city of the target's empire on the army's tile. */
  city_id: uuid.nullable(),
  x: battleRow.shape.x,
  y: battleRow.shape.y,
  march: march.nullable(),
  /** The city of the target's empire at the end of the march. */
  destination_city_id: uuid.nullable(),
  /** Whether the target is a standing army on a seat of its empire. */
  on_seat: z.boolean(),
  /** Whether the target is an army that guards a place. */
  guards: z.boolean(),
  /** For a city or a seat, the owner of its guard. */
  guard_id: uuid.nullable(),
  /** For a seat, since when a player has held it. */
  held_since: moment.nullable(),
  ...allegianceRow,
});

export type TargetRow = z.infer<typeof targetRow>;

const selectTargetsStatement = statement(
  'selectTargets',
  `SELECT wished.position::int, e.id AS empire_id, e.name AS empire_name, e.kind, e.score, e.created_at, e.protection_ended,
     e.last_active_at, ${allegianceColumns('e')}, t.city_id, t.x, t.y, t.march, t.destination_city_id, t.on_seat, t.guards, t.held_since,
     ${guardOwnerSql('coalesce(t.city_id, t.destination_city_id, wished.id)::text')} AS guard_id
   FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS wished (type, id, position)
   CROSS JOIN LATERAL (
     SELECT holder_id AS empire_id, NULL::uuid AS city_id, x, y, NULL::jsonb AS march, NULL::uuid AS destination_city_id,
       false AS on_seat, false AS guards, held_since
     FROM seats WHERE wished.type = 'seat' AND id = wished.id
     UNION ALL
     SELECT empire_id, id, x, y, NULL, NULL, false, false, NULL
     FROM cities WHERE wished.type = 'city' AND id = wished.id
     UNION ALL
     SELECT a.empire_id, c.id, a.x, a.y, a.march, d.id,
       EXISTS (SELECT FROM seats s WHERE s.holder_id = a.empire_id AND s.x = a.x AND s.y = a.y AND a.march IS NULL),
       a.guards IS NOT NULL AND a.march IS NULL, NULL
     FROM armies a
     LEFT JOIN cities c ON c.empire_id = a.empire_id AND c.x = a.x AND c.y = a.y
     LEFT JOIN cities d ON d.empire_id = a.empire_id
       AND d.x = (a.march -> 'to' ->> 'x')::int AND d.y = (a.march -> 'to' ->> 'y')::int
     WHERE wished.type = 'army' AND a.id = wished.id
   ) t JOIN empires e ON e.id = t.empire_id`,
  targetRow,
);

/** The current state of the targets of attacks, read without a lock; null for one that does not exist. */
export async function selectTargets(
  db: Db,
  orders: readonly { target_type: TargetType; target_id: string }[],
): Promise<(TargetRow | null)[]> {
  const values = [orders.map(({ target_type }) => target_type), orders.map(({ target_id }) => target_id)];
  const rows = await select(db, selectTargetsStatement, values);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return orders.map((_order, index) => byPosition.get(index + 1) ?? null);
}
