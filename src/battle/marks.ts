/** Marks of a player on cities and seats of others. Only the player sees them, and the world does not depend on them. */
import { z } from 'zod';
import { maxMarks, type MarkedTarget } from '../contract/targets.ts';
import { guardedTypes, type GuardedType } from '../contract/vocabulary.ts';
import { moment, uuid } from '../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../db/pool.ts';
import { changeOnce } from '../idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import { lockUser } from '../messages/send.ts';
import type { Actor } from '../world/services.ts';

const placeColumns = `CASE WHEN city_id IS NULL THEN 'seat' ELSE 'city' END AS target_type,
  coalesce(city_id, seat_id) AS target_id`;

/** SQL of the marks of the player of an empire: `target_type`, `target_id`, `at`. @param empire SQL of its id */
export const marksSql = (empire: string): string => `
  SELECT ${placeColumns}, mark.at
  FROM empires own JOIN marked_targets mark ON mark.user_id = own.owner_id WHERE own.id = ${empire}`;

// $1 player, $2 type, $3 id, $4 empire of the player, $5 now. It begins after the row of the player was locked, so that it
// counts every mark before this one.
const insertMark = statement('insertMark', {
  sql: `WITH place AS (
     SELECT id AS city_id, NULL::uuid AS seat_id, empire_id FROM cities WHERE $2::text = 'city' AND id = $3::uuid
     UNION ALL
     SELECT NULL, id, holder_id FROM seats WHERE $2::text = 'seat' AND id = $3::uuid
   ), own AS (
     SELECT coalesce(city_id, seat_id) AS id FROM marked_targets WHERE user_id = $1
   ), decision AS MATERIALIZED (
     SELECT place.*, CASE
       WHEN $3::uuid IN (SELECT id FROM own) THEN 'marked'
       WHEN empire_id = $4::uuid THEN 'own'
       WHEN (SELECT count(*) FROM own) >= ${maxMarks} THEN 'limit'
     END AS refusal FROM place
   ), inserted AS (
     INSERT INTO marked_targets (user_id, city_id, seat_id, at)
     SELECT $1, city_id, seat_id, $5::bigint FROM decision WHERE refusal IS NULL
   )
   SELECT refusal FROM decision`,
  row: z.strictObject({ refusal: z.enum(['marked', 'own', 'limit']).nullable() }),
});

/**
 * Marks a city or seat of another empire; a repeated mark changes nothing. Throws FORBIDDEN without an empire, NOT_FOUND,
 * INVALID_TARGET (400) for an own place, and TARGET_LIMIT.
 */
export function markTarget(
  { services, viewer: { userId, empireId } }: Actor,
  { target_type: type, target_id: id }: { target_type: GuardedType; target_id: string },
) {
  if (empireId === null) throw new GameError('FORBIDDEN', 'found an empire first');
  return changeOnce(services, async (tx) => {
    const [, row] = await Promise.all([
      lockUser(tx, userId),
      selectOptional(tx, insertMark, [userId, type, id, empireId, services.clock.now()]),
    ]);
    if (row === null) throw new GameError('NOT_FOUND', 'there is no such target');
    if (row.refusal === 'own') throw new GameError('INVALID_TARGET', 'the target is your own', 400);
    if (row.refusal === 'limit') throw new GameError('TARGET_LIMIT', `unmark one of your ${maxMarks}`);
    return { success: true as const, message: 'The target is marked' };
  });
}

const deleteMark = statement('deleteMark', {
  sql: 'DELETE FROM marked_targets WHERE user_id = $1 AND (city_id = $2 OR seat_id = $2)',
});

/** Removes the mark of a city or seat. Throws NOT_FOUND if the player has not marked it. */
export function unmarkTarget({ services, viewer: { userId } }: Actor, targetId: string) {
  return changeOnce(services, async (tx) => {
    if ((await execute(tx, deleteMark, [userId, targetId])) === 0)
      throw new GameError('NOT_FOUND', 'you have not marked this target');
    return { success: true as const, message: 'The target is no longer marked' };
  });
}

const selectMarksStatement = statement('selectMarks', {
  sql: `SELECT ${placeColumns}, at FROM marked_targets WHERE user_id = $1 ORDER BY at DESC, target_id LIMIT ${maxMarks}`,
  row: z.strictObject({ target_type: z.enum(guardedTypes), target_id: uuid, at: moment }),
});

/** All marks of a player, the latest first. */
export async function selectMarks(db: Db, userId: string): Promise<MarkedTarget[]> {
  const rows = await select(db, selectMarksStatement, [userId]);
  return rows.map(({ at, ...target }) => ({ ...target, marked_at: isoOf(at) }));
}
