/** Operations on messages. */
import { z } from 'zod';
import { messageLimits } from '../contract/messages.ts';
import { count, integer, moment } from '../db/columns.ts';
import { execute, selectOptional, statement } from '../db/pool.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError, RateLimited } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import type { Actor } from '../world/services.ts';
import { playerRow, playerSql } from './present.ts';
import { insertMessageOf, lockUser, type Address } from './send.ts';

/** In two round trips. Refusals: those of `insertMessageOf`. */
export function sendMessage({ services, viewer }: Actor, address: Address, text: string) {
  return changeOnce(services, async (tx) => ({
    success: true as const,
    ...(await insertMessageOf(tx, viewer.userId, address, { text, now: services.clock.now() })),
  }));
}

const { reportsPerDay } = messageLimits;

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
  { services, viewer: { userId } }: Actor,
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
export function block({ services, viewer: { userId } }: Actor, blockedId: string) {
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
export function unblock({ services, viewer: { userId } }: Actor, blockedId: string) {
  return changeOnce(services, async (tx) => {
    if ((await execute(tx, deleteBlock, [userId, blockedId])) === 0) throw new GameError('NOT_FOUND');
    return { success: true as const, message: 'The player is no longer blocked' };
  });
}

/** Messages around a reported one that the operator sees. */
const contextBefore = 10;
const contextAfter = 5;
/** Nearest messages first, and always the reported one (up to 8,000). */
const contextBytes = 16_000;

// $1 reporter, $2 thread, $3 number, $4 reason, $5 now. It begins after the row of the reporter was locked, so that it
// sees every earlier report of that player. It copies messages, because they may be deleted. Without names: see
// `messages reports`.
const insertReport = statement('insertReport', {
  sql: `WITH reported AS (
     SELECT thread_id, number, author_id IS NOT DISTINCT FROM $1 AS is_own
     FROM messages message
     WHERE thread_id = $2 AND number = $3::bigint AND (NOT withheld OR author_id = $1) AND (
       EXISTS (SELECT FROM thread_members WHERE user_id = $1 AND thread_id = $2 AND number <= last)
       OR (in_alliance AND EXISTS (
         SELECT FROM empires WHERE owner_id = $1 AND alliance_id = $2 AND alliance_joined_at <= message.at
       )))
   ), last_day AS (
     SELECT count(*) AS count, min(at) AS oldest FROM (
       SELECT at FROM message_reporters WHERE reporter_id = $1 AND at > $5::bigint - ${dayMs}
       ORDER BY at DESC LIMIT ${reportsPerDay}
     ) AS counted
   ), decision AS MATERIALIZED (
     SELECT thread_id, number, oldest, CASE
       WHEN is_own THEN 'own'
       WHEN EXISTS (
         SELECT FROM message_reporters JOIN message_reports report ON report.id = report_id
         WHERE reporter_id = $1 AND report.thread_id = $2 AND report.number = $3
       ) THEN 'repeated'
       WHEN last_day.count >= ${reportsPerDay} THEN 'day'
     END AS refusal
     FROM reported, last_day
   ), opened AS (
     INSERT INTO message_reports (thread_id, number, at, context)
     SELECT thread_id, number, $5, (
       SELECT jsonb_agg(to_jsonb(near) - 'bytes' ORDER BY near.number) FROM (
         SELECT number, at, author_id, withheld, text,
           sum(octet_length(text)) OVER (ORDER BY abs(number - $3), number) AS bytes
         FROM (
           (SELECT * FROM messages WHERE thread_id = $2 AND number <= $3 ORDER BY number DESC LIMIT ${contextBefore + 1})
           UNION ALL
           (SELECT * FROM messages WHERE thread_id = $2 AND number > $3 ORDER BY number LIMIT ${contextAfter})
         ) AS message
       ) AS near
       WHERE bytes <= ${contextBytes}
     ) FROM decision WHERE refusal IS NULL
     ON CONFLICT (thread_id, number) WHERE handled_at IS NULL DO UPDATE SET number = excluded.number
     RETURNING id
   ), joined AS (
     INSERT INTO message_reporters (report_id, reporter_id, reason, at) SELECT id, $1, $4::text, $5 FROM opened
   )
   SELECT refusal, oldest FROM decision`,
  row: z.strictObject({
    refusal: z.enum(['own', 'repeated', 'day']).nullable(),
    oldest: moment.nullable(),
  }),
});

/**
 * Reports a message of a thread, or of the alliance with that id; a repetition changes nothing. Reports of several
 * players on one message are joined. Throws NOT_FOUND for a message that the player does not see or that was deleted,
 * INVALID_TARGET for an own message, and RATE_LIMITED.
 */
export function report(
  { services, viewer: { userId } }: Actor,
  { threadId, number, reason }: { threadId: string; number: number; reason: string },
) {
  return changeOnce(services, async (tx) => {
    const now = services.clock.now();
    const [, row] = await Promise.all([
      lockUser(tx, userId),
      selectOptional(tx, insertReport, [userId, threadId, number, reason, now]),
    ]);
    if (row === null) throw new GameError('NOT_FOUND');
    if (row.refusal === 'own') throw new GameError('INVALID_TARGET', 'the message is your own', 400);
    if (row.refusal === 'day')
      throw new RateLimited(`${reportsPerDay} reports a day`, (row.oldest ?? now) + dayMs - now);
    return { success: true as const, message: 'The message was reported to the operator' };
  });
}
