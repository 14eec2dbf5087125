import { z } from 'zod';
import { count, integer } from '../db/columns.ts';
import { execute, selectOptional, statement } from '../db/pool.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import type { Context } from '../world/services.ts';
import { playerRow, playerSql } from './present.ts';
import { insertMessageOf, lockUser, type Address } from './send.ts';

/** In two round trips. Refusals: those of `insertMessageOf`. */
export function sendMessage({ services, viewer }: Context, address: Address, text: string) {
  return changeOnce(services, async (tx) => ({
    success: true as const,
    ...(await insertMessageOf(tx, viewer.userId, address, { text, now: services.clock.now() })),
  }));
}

const lockMember = statement('lockMember', {
  sql: 'SELECT FROM thread_members WHERE user_id = $1 AND thread_id = $2 FOR UPDATE',
  row: z.object({}),
});

/** More are not counted. */
const maxUnread = 1_000;

// The statement starts after the row was locked, so that it counts every message that the row counts.
const updateRead = statement('updateRead', {
  sql: `UPDATE thread_members mine SET
     read_to = greatest(read_to, least($3::bigint, last)),
     unread = (SELECT count(*) FROM (
       SELECT FROM messages
       WHERE thread_id = $2 AND number > greatest(mine.read_to, $3) AND number <= mine.last AND NOT withheld
         AND author_id IS DISTINCT FROM $1
       LIMIT ${maxUnread}
     ) AS later)
   WHERE user_id = $1 AND thread_id = $2
   RETURNING read_to, unread`,
  row: z.strictObject({ read_to: integer, unread: count }),
});

/** Up to a number. Throws NOT_FOUND for a thread of others. */
export function markRead(
  { services, viewer: { userId } }: Context,
  { threadId, number }: { threadId: string; number: number },
) {
  return changeOnce(services, async (tx) => {
    const [, row] = await Promise.all([
      execute(tx, lockMember, [userId, threadId]),
      selectOptional(tx, updateRead, [userId, threadId, number]),
    ]);
    if (row === null) throw new GameError('NOT_FOUND');
    return { success: true as const, ...row };
  });
}

const insertBlock = statement('insertBlock', {
  sql: `WITH blocked AS (
     INSERT INTO blocks (blocker_id, blocked_id, at) SELECT $1::uuid, id, $3::bigint FROM users WHERE id = $2
     ON CONFLICT DO NOTHING
   )
   SELECT ${playerSql('u')} AS player FROM users u LEFT JOIN empires e ON e.id = u.empire_id WHERE u.id = $2`,
  row: z.strictObject({ player: playerRow }),
});

/**
 * Messages sent before this commits have arrived; no later one arrives, because both lock the row of the author. Throws
 * NOT_FOUND, and INVALID_TARGET for oneself.
 */
export function block({ services, viewer: { userId } }: Context, blockedId: string) {
  return changeOnce(services, async (tx) => {
    if (userId === blockedId) throw new GameError('INVALID_TARGET', 'you cannot block yourself', 400);
    const [, row] = await Promise.all([
      lockUser(tx, blockedId),
      selectOptional(tx, insertBlock, [userId, blockedId, services.clock.now()]),
    ]);
    if (row === null) throw new GameError('NOT_FOUND');
    return { success: true as const, player: row.player };
  });
}

const deleteBlock = statement('deleteBlock', {
  sql: 'DELETE FROM blocks WHERE blocker_id = $1 AND blocked_id = $2',
});

/** Later messages arrive again. Throws NOT_FOUND if the player is not blocked. */
export function unblock({ services, viewer: { userId } }: Context, blockedId: string) {
  return changeOnce(services, async (tx) => {
    if ((await execute(tx, deleteBlock, [userId, blockedId])) === 0) throw new GameError('NOT_FOUND');
    return { success: true as const, message: 'The player is no longer blocked' };
  });
}
