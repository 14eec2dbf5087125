/**
 * The chat of an alliance: a thread with its id, of which a member sees what was written since it joined. Limits, mutes
 * and reports are those of messages.
 */
import { z } from 'zod';
import type { AllianceMessage, ChatMessage, OwnAllianceMessage } from '../contract/alliance-chat.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../db/pool.ts';
import { changeOnce, type ChangeDeps } from '../world/idempotency/change-once.ts';
import {
  messagePageSql,
  messageRow,
  messageSql,
  toMessage,
  toMessagePage,
  type PageRequest,
} from '../messages/present.ts';
import { maxRepeated } from '../messages/queries.ts';
import { lastMinuteSql, lockUser, refusalsSql, spent, toRefusal } from '../messages/send.ts';
import type { Context } from '../world/services.ts';
import { membersOnly, notFound } from './locked-alliance.ts';

/** SQL: the empire of a user, if it is a member of the alliance `a`. */
const ownEmpireSql = (userId: string): string =>
  `empires own ON own.id = (SELECT empire_id FROM users WHERE id = ${userId}) AND own.alliance_id = a.id`;

const shareAlliance = statement('shareAlliance', {
  sql: 'SELECT FROM alliances WHERE id = $1 FOR SHARE',
  row: z.object({}),
});

// $1 author, $2 alliance, $3 text, $4 now. It begins after the author and the alliance were locked, so that it sees
// every mute, block and member before this message. No message is older than one before it or than a present
// membership, even if the clocks of instances differ.
const insertChatMessage = statement('insertChatMessage', {
  sql: `WITH author AS MATERIALIZED (
     SELECT u.username, u.muted_until, own.id AS empire_id
     FROM alliances a JOIN users u ON u.id = $1 LEFT JOIN ${ownEmpireSql('$1')}
     WHERE a.id = $2::uuid AND a.dissolved_at IS NULL
   ), readers AS MATERIALIZED (
     SELECT owner_id AS user_id, alliance_joined_at AS joined_at,
       EXISTS (SELECT FROM blocks WHERE blocker_id = owner_id AND blocked_id = $1) AS is_blocking
     FROM empires WHERE alliance_id = $2
   ), last_minute AS (${lastMinuteSql('$4')}
   ), decision AS MATERIALIZED (
     SELECT author.username AS author, muted_until, last_minute.oldest AS minute_oldest,
       CASE WHEN empire_id IS NULL THEN 'outside' ${refusalsSql('$4')} END AS refusal
     FROM author, last_minute
   ), continued AS (
     INSERT INTO threads (id, alliance_id, last, last_at)
     SELECT $2, $2, 1, greatest($4, (SELECT max(joined_at) FROM readers)) FROM decision WHERE refusal IS NULL
     ON CONFLICT (id) DO UPDATE SET last = threads.last + 1, last_at = greatest(threads.last_at, excluded.last_at)
     RETURNING last, last_at
   ), sent AS (
     INSERT INTO messages (thread_id, number, author_id, at, in_alliance, text)
     SELECT $2, last, $1, last_at, true, $3::text FROM continued
     RETURNING number, at
   ), notified AS (
     SELECT notify_world('message_sent', json_build_object('thread_id', $2, 'number', number,
       'user_ids', (SELECT coalesce(json_agg(user_id), '[]') FROM readers WHERE NOT is_blocking),
       'blocker_ids', (SELECT coalesce(json_agg(user_id), '[]') FROM readers WHERE is_blocking))) FROM sent
   )
   SELECT decision.*, sent.number, sent.at, (SELECT count(*) FROM notified) AS notified
   FROM decision LEFT JOIN sent ON true`,
  row: z.strictObject({
    author: z.string(),
    ...spent.shape,
    refusal: z.enum(['outside', 'muted', 'minute']).nullable(),
    number: integer.nullable(),
    at: moment.nullable(),
    notified: count,
  }),
});

/** In two round trips. Refusals: NOT_FOUND, FORBIDDEN, MUTED, RATE_LIMITED. */
export function writeToAlliance(
  { services, viewer: { userId } }: Context<ChangeDeps>,
  { allianceId, text }: { allianceId: string; text: string },
) {
  return changeOnce(services, async (tx) => {
    const now = services.clock.now();
    const [, , row] = await Promise.all([
      lockUser(tx, userId),
      execute(tx, shareAlliance, [allianceId]),
      selectOptional(tx, insertChatMessage, [userId, allianceId, text, now]),
    ]);
    if (row === null) throw notFound();
    const { refusal, number, at, author } = row;
    if (refusal === 'outside') throw membersOnly();
    if (refusal !== null) throw toRefusal({ ...row, refusal }, now);
    if (number === null || at === null) throw new Error('a message was neither stored nor refused');
    const message = {
      ...toMessage({ number, author_id: userId, author, at, text }),
      is_blocked: false,
    };
    return { success: true as const, alliance_id: allianceId, message };
  });
}

const blocksSql = (userId: string): string =>
  `EXISTS (SELECT FROM blocks WHERE blocker_id = ${userId} AND blocked_id = message.author_id)`;
const isBlockedSql = (userId: string): string => `, 'is_blocked', ${blocksSql(userId)}`;

const chatMessageRow = messageRow.extend({ is_blocked: z.boolean() });

const toChatMessage = (row: z.infer<typeof chatMessageRow>): ChatMessage => ({
  ...toMessage(row),
  is_blocked: row.is_blocked,
});

// $1 alliance, $2 reader
const chatSql = (order: 'ASC' | 'DESC'): string => `
  SELECT own.id IS NOT NULL AS is_member, a.note,
    ${messagePageSql(order, 'thread_id = a.id AND number >= first.number', isBlockedSql('$2::uuid'))} AS messages
  FROM alliances a
  LEFT JOIN ${ownEmpireSql('$2')}
  LEFT JOIN LATERAL (
    SELECT number FROM messages WHERE in_alliance AND thread_id = a.id AND at >= own.alliance_joined_at
    ORDER BY at, number LIMIT 1
  ) AS first ON true
  WHERE a.id = $1 AND a.dissolved_at IS NULL`;

const chatRow = z.strictObject({
  is_member: z.boolean(),
  note: z.string().nullable(),
  messages: z.array(chatMessageRow),
});
const selectChatBefore = statement('selectChatBefore', { sql: chatSql('DESC'), row: chatRow });
const selectChatAfter = statement('selectChatAfter', { sql: chatSql('ASC'), row: chatRow });

/** Messages since the reader joined. Throws NOT_FOUND, and FORBIDDEN if the reader is no member. */
export async function selectChat(
  db: Db,
  userId: string,
  allianceId: string,
  { before = Number.MAX_SAFE_INTEGER, after, limit }: PageRequest,
) {
  const page = after === undefined ? selectChatBefore : selectChatAfter;
  const row = await selectOptional(db, page, [allianceId, userId, after ?? 0, before, limit + 1]);
  if (row === null) throw notFound();
  if (!row.is_member) throw membersOnly();
  return { note: row.note, ...toMessagePage(row.messages.map(toChatMessage), { after, limit }) };
}

/** More are not counted. */
const maxUnread = 100;

/**
 * SQL that counts unread messages since the member joined, without blocked authors. The parameters are SQL; an alliance
 * of NULL has none.
 */
export const unreadChatSql = (allianceId: string, joinedAt: string, userId: string): string => `
  SELECT count(*)::integer FROM messages message
  WHERE thread_id = ${allianceId} AND at >= ${joinedAt} AND number > greatest(
      (SELECT chat_read_to FROM users WHERE id = ${userId} AND chat_alliance_id = ${allianceId}),
      (SELECT last - ${maxUnread} FROM threads WHERE id = ${allianceId}))
    AND author_id IS DISTINCT FROM ${userId} AND NOT ${blocksSql(userId)}`;

const markChatReadStatement = statement('markChatRead', {
  sql: `UPDATE users SET chat_alliance_id = $2, chat_read_to = $3
   WHERE id = $1 AND (chat_alliance_id IS DISTINCT FROM $2 OR chat_read_to < $3)`,
});

export function markChatRead(
  { services, viewer: { userId } }: Context,
  { allianceId, number }: { allianceId: string; number: number },
): Promise<number> {
  return changeOnce(services, (tx) => execute(tx, markChatReadStatement, [userId, allianceId, number]));
}

const selectLatestChatStatement = statement('selectLatestChat', {
  sql: `SELECT reader.id AS reader_id, own.alliance_id, (
     SELECT coalesce(json_agg(${messageSql(isBlockedSql('reader.id'))} ORDER BY message.number), '[]')
     FROM messages message
     LEFT JOIN users author ON author.id = message.author_id
     WHERE thread_id = chat.id AND number > chat.last - ${maxRepeated} AND message.at >= own.alliance_joined_at
   ) AS messages
   FROM unnest($1::uuid[]) AS asked (user_id)
   JOIN users reader ON reader.id = asked.user_id
   JOIN empires own ON own.id = reader.empire_id
   JOIN threads chat ON chat.id = own.alliance_id`,
  row: z.strictObject({ reader_id: uuid, alliance_id: uuid, messages: z.array(chatMessageRow) }),
});

/** Of members of alliances with a chat: the latest 20 messages each. */
export async function selectLatestChat(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; allianceId: string; events: AllianceMessage[] }[]> {
  const rows = await select(db, selectLatestChatStatement, [userIds]);
  return rows.map(({ reader_id: userId, alliance_id, messages }) => ({
    userId,
    allianceId: alliance_id,
    events: messages.map((message) => ({ alliance_id, message: toChatMessage(message) })),
  }));
}

const selectOwnChat = statement('selectOwnChat', {
  sql: `SELECT thread_id AS alliance_id, number, author_id, username AS author, at, text
   FROM messages JOIN users ON users.id = author_id
   WHERE author_id = $1 AND in_alliance AND (thread_id, number) > ($2::uuid, $3::bigint)
   ORDER BY thread_id, number LIMIT $4`,
  row: messageRow.extend({ alliance_id: uuid }),
});

/** By alliance and number. */
export async function selectOwnMessages(
  db: Db,
  userId: string,
  { after, limit }: { after: OwnAllianceMessage | null; limit: number },
): Promise<OwnAllianceMessage[]> {
  const from = [after?.alliance_id ?? '00000000-0000-0000-0000-000000000000', after?.message.number ?? 0];
  const rows = await select(db, selectOwnChat, [userId, ...from, limit]);
  return rows.map((row) => ({ alliance_id: row.alliance_id, message: toMessage(row) }));
}
