/** The rules and the SQL of sending a message. */
import { z } from 'zod';
import { messageLimits } from '../contract/messages.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { systemUserId } from '../db/names.ts';
import { execute, selectOptional, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { GameError, RateLimited } from '../kernel/errors.ts';
import { dayMs, hourMs, minuteMs } from '../kernel/time.ts';
import { muted } from './mute.ts';
import { toMessage } from './present.ts';

const { perMinute, newThreadsPerHour } = messageLimits;

/** The columns on which `toRefusal` depends. */
export const spent = z.strictObject({ muted_until: moment.nullable(), minute_oldest: moment.nullable() });
type Spent = z.infer<typeof spent>;

const lockUserStatement = statement('lockUser', {
  sql: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE',
  row: z.object({}),
});

export function lockUser(tx: Tx, userId: string): Promise<number> {
  return execute(tx, lockUserStatement, [userId]);
}

/** Number and oldest time of the author's ($1) newest `limit` messages that count. @param now SQL */
const spentSql = (limit: number, windowMs: number, now: string, condition = 'true'): string => `
  SELECT count(*) AS count, min(at) AS oldest FROM (
    SELECT at FROM messages WHERE author_id = $1 AND at > ${now}::bigint - ${windowMs} AND ${condition}
    ORDER BY at DESC LIMIT ${limit}
  ) AS counted`;

/** SQL: what the author ($1) has written in the last minute. */
export const lastMinuteSql = (now: string): string => spentSql(perMinute, minuteMs, now);

/** SQL of a CASE: the refusals of every message. */
export const refusalsSql = (now: string): string =>
  `WHEN muted_until > ${now} THEN 'muted' WHEN last_minute.count >= ${perMinute} THEN 'minute'`;

export function toRefusal(
  { refusal, muted_until, minute_oldest }: Spent & { refusal: 'muted' | 'minute' },
  now: number,
): GameError {
  return refusal === 'muted'
    ? muted(muted_until ?? now)
    : new RateLimited(`${perMinute} messages a minute`, (minute_oldest ?? now) + minuteMs - now);
}

// $1 author, $2 receiver of a new thread or NULL, $3 thread of a reply or NULL, $4 text, $5 now. It begins after the
// row of the author was locked, so that it sees every block, mute and message before this one. The order of the members
// keeps two messages of a thread from deadlocking; the row of the thread does so, too. No message is older than the one
// before it, even if the clocks of instances differ.
const insertMessage = statement('insertMessage', {
  sql: `WITH author AS MATERIALIZED (
     SELECT username, muted_until, created_at > to_timestamp(($5::bigint - ${dayMs}) / 1000.0) AS is_young FROM users WHERE id = $1
   ), addressed AS MATERIALIZED (
     SELECT thread.id AS thread_id, CASE WHEN first_id = $1 THEN second_id ELSE first_id END AS receiver_id, false AS is_unreachable
     FROM threads thread JOIN thread_members ON thread_id = thread.id AND user_id = $1
     WHERE thread.id = $3::uuid
     UNION ALL
     SELECT thread.id, receiver.id, receiver.is_bot OR receiver.deleted_at IS NOT NULL OR receiver.id IN ($1, '${systemUserId}')
     FROM users receiver LEFT JOIN threads thread
       ON first_id = least(receiver.id, $1::uuid) AND second_id = greatest(receiver.id, $1::uuid)
     WHERE receiver.id = $2::uuid
   ), last_minute AS (${lastMinuteSql('$5')}
   ), last_hour AS (${spentSql(newThreadsPerHour, hourMs, '$5', 'number = 1 AND NOT in_alliance')}
   ), decision AS MATERIALIZED (
     SELECT addressed.*, author.username AS author, muted_until, last_minute.oldest AS minute_oldest, last_hour.oldest AS hour_oldest,
       CASE
         WHEN is_unreachable THEN 'unreachable'
         WHEN receiver_id IS NULL THEN 'deleted'
         WHEN EXISTS (SELECT FROM blocks WHERE blocker_id = $1 AND blocked_id = receiver_id) THEN 'blocked'
         ${refusalsSql('$5')}
         WHEN is_young AND thread_id IS NULL AND last_hour.count >= ${newThreadsPerHour} THEN 'hour'
       END AS refusal,
       EXISTS (SELECT FROM blocks WHERE blocker_id = receiver_id AND blocked_id = $1) AS is_withheld
     FROM addressed, author, last_minute, last_hour
   ), continued AS (
     INSERT INTO threads (first_id, second_id, last, last_at)
     SELECT least($1::uuid, receiver_id), greatest($1::uuid, receiver_id), 1, $5 FROM decision WHERE refusal IS NULL
     ON CONFLICT (first_id, second_id)
       DO UPDATE SET last = threads.last + 1, last_at = greatest(threads.last_at, excluded.last_at)
     RETURNING id, last, last_at
   ), sent AS (
     INSERT INTO messages (thread_id, number, author_id, at, withheld, text)
     SELECT id, last, $1, last_at, is_withheld, $4::text FROM continued, decision
     RETURNING thread_id, number, at
   ), seen AS (
     SELECT user_id FROM decision, unnest(ARRAY[$1::uuid, receiver_id]) AS user_id
     WHERE refusal IS NULL AND (user_id = $1 OR NOT is_withheld)
   ), members AS (
     INSERT INTO thread_members AS member (thread_id, user_id, last, last_at, unread)
     SELECT thread_id, user_id, number, at, CASE WHEN user_id = $1 THEN 0 ELSE 1 END FROM sent, seen ORDER BY user_id
     ON CONFLICT (thread_id, user_id) DO UPDATE SET
       last = excluded.last, last_at = greatest(member.last_at, excluded.last_at), unread = member.unread + excluded.unread
   ), notified AS (
     SELECT notify_world('message_sent', json_build_object('thread_id', thread_id, 'number', number, 'user_ids',
       (SELECT json_agg(user_id) FROM seen))) FROM sent
   )
   SELECT decision.refusal, decision.muted_until, decision.minute_oldest, decision.hour_oldest, sent.thread_id,
     sent.number, sent.at, decision.author,
     (SELECT count(*) FROM notified) AS notified
   FROM decision LEFT JOIN sent ON true`,
  row: z.strictObject({
    refusal: z.enum(['unreachable', 'deleted', 'blocked', 'muted', 'minute', 'hour']).nullable(),
    ...spent.shape,
    hour_oldest: moment.nullable(),
    thread_id: uuid.nullable(),
    number: integer.nullable(),
    at: moment.nullable(),
    author: z.string(),
    notified: count,
  }),
});

/** A player, or the other player of a thread. */
export type Address = { userId: string } | { threadId: string };

/**
 * One round trip; the caller commits. Refusals: NOT_FOUND, INVALID_TARGET (400 for the author and for accounts without
 * a reader, 409 for a deleted or blocked player), MUTED, RATE_LIMITED.
 */
export async function insertMessageOf(
  tx: Tx,
  authorId: string,
  address: Address,
  { text, now }: { text: string; now: number },
) {
  const [receiverId, threadId] = 'userId' in address ? [address.userId, null] : [null, address.threadId];
  const [, row] = await Promise.all([
    lockUser(tx, authorId),
    selectOptional(tx, insertMessage, [authorId, receiverId, threadId, text, now]),
  ]);
  if (row === null) throw new GameError('NOT_FOUND');
  switch (row.refusal) {
    case 'unreachable':
      throw new GameError('INVALID_TARGET', 'nobody reads messages to this account', 400);
    case 'deleted':
      throw new GameError('INVALID_TARGET', 'the player has deleted the account');
    case 'blocked':
      throw new GameError('INVALID_TARGET', 'you block this player; unblock the player first');
    case 'muted':
    case 'minute':
      throw toRefusal({ ...row, refusal: row.refusal }, now);
    case 'hour':
      throw new RateLimited(
        `${newThreadsPerHour} new conversations an hour on the first day of an account`,
        (row.hour_oldest ?? now) + hourMs - now,
      );
    case null: {
      const { thread_id, number, at, author } = row;
      if (thread_id === null || number === null || at === null)
        throw new Error('a message was neither stored nor refused');
      return { thread_id, message: toMessage({ number, author_id: authorId, author, at, text }) };
    }
  }
}
