/**
 * SQL of wakes: a player asks once for an alarm when the stock covers an order, or a store is full. From the first look
 * that finds it so, the wake holds until the next order of the player.
 */
import { z } from 'zod';
import { integer, moment, uuid } from '../db/columns.ts';
import { execute, statement, type Db } from '../db/pool.ts';
import type { Amounts } from '../game/types.ts';

export const wakeRow = z.strictObject({
  id: uuid,
  gold: integer,
  food: integer,
  materials: integer,
  /** When it was first found to hold; null before. */
  rang_at: moment.nullable(),
});
export type Wake = z.infer<typeof wakeRow>;

/** SQL: the wake of a user as JSON, or NULL. @param userId SQL */
export const wakeSql = (userId: string): string =>
  `(SELECT json_build_object(${Object.keys(wakeRow.shape)
    .map((column) => `'${column}', wake.${column}`)
    .join(', ')}) FROM alarm_wakes wake WHERE wake.user_id = ${userId})`;

// Asking for the same again, for example in a second tab, does not ring twice.
const storeWake = statement('storeWake', {
  sql: `INSERT INTO alarm_wakes AS wake (user_id, id, gold, food, materials) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, gold = excluded.gold, food = excluded.food,
     materials = excluded.materials, rang_at = NULL
   WHERE wake.rang_at IS NOT NULL
     OR (wake.gold, wake.food, wake.materials) <> (excluded.gold, excluded.food, excluded.materials)`,
});
const wantReady = statement('wantReady', {
  sql: `UPDATE alarm_settings SET kinds = kinds || '{ready}' WHERE user_id = $1 AND NOT kinds && '{ready}'`,
});

/** Replaces an earlier wake, and turns its kind of alarm on. */
export async function insertWake(db: Db, userId: string, id: string, cost: Amounts): Promise<void> {
  await execute(db, storeWake, [userId, id, cost.gold, cost.food, cost.materials]);
  await execute(db, wantReady, [userId]);
}

const deleteWakeStatement = statement('deleteWake', { sql: 'DELETE FROM alarm_wakes WHERE user_id = $1' });

export const deleteWake = (db: Db, userId: string): Promise<number> =>
  execute(db, deleteWakeStatement, [userId]);

const markRungStatement = statement('markRung', {
  sql: 'UPDATE alarm_wakes SET rang_at = $2 WHERE id = $1 AND rang_at IS NULL',
});

/** A wake that holds is stored before any browser receives it: a later spend does not move it. */
export const markRung = (db: Db, id: string, now: number): Promise<number> =>
  execute(db, markRungStatement, [id, now]);
