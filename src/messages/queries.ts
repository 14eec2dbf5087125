/** Every list is bounded by a literal and reads its index from a position. */
import { z } from 'zod';
import type { ServerMessage, ThreadPage, ThreadView } from '../contract/messages.ts';
import { readCursor, toPage, type ListQuery } from '../contract/text.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../db/pool.ts';
import { dayMs, isoOf } from '../kernel/time.ts';
import { GameError } from '../kernel/errors.ts';
import {
  messagePageSql,
  messageRow,
  playerRow,
  playerSql,
  toMessage,
  toMessagePage,
  type PageRequest,
} from './present.ts';

/** After the latest message. */
export const threadKeptMs = 365 * dayMs;
/** After it was handled. */
export const reportKeptMs = 365 * dayMs;
export const chatKeptMs = 30 * dayMs;

/** The largest page of the contract, and one row that reveals a next page. */
const maxListed = 51;

const threadRow = z.strictObject({
  id: uuid,
  /** Null after the account was deleted. */
  with: playerRow.nullable(),
  unread: count,
  read_to: integer,
  last: integer,
  last_at: moment,
});

/** SQL of the row `mine` of a member ($1). */
const threadColumns = `thread.id, CASE WHEN other.id IS NOT NULL THEN ${playerSql('other')} END AS with, mine.unread,
  mine.read_to, mine.last, mine.last_at`;
const threadJoins = `JOIN threads thread ON thread.id = mine.thread_id
  LEFT JOIN users other ON other.id = CASE WHEN thread.first_id = $1 THEN thread.second_id ELSE thread.first_id END
  LEFT JOIN empires e ON e.id = other.empire_id`;

function toThread({
  id,
  with: other,
  unread,
  read_to,
  last,
  last_at,
}: z.infer<typeof threadRow>): ThreadView {
  return { id, with: other, unread, read_to, last, updated_at: isoOf(last_at) };
}

const selectThreadsStatement = statement('selectThreads', {
  sql: `SELECT ${threadColumns}, message.number, message.author_id, author.username AS author, message.at, message.text
   FROM (
     SELECT * FROM thread_members WHERE user_id = $1 AND (last_at, thread_id) < ($2::bigint, $3::uuid)
     ORDER BY last_at DESC, thread_id DESC LIMIT ${maxListed}
   ) AS mine
   ${threadJoins}
   JOIN messages message ON message.thread_id = mine.thread_id AND message.number = mine.last
   LEFT JOIN users author ON author.id = message.author_id
   ORDER BY mine.last_at DESC, mine.thread_id DESC LIMIT $4`,
  row: threadRow.extend(messageRow.shape),
});

/** The latest first. */
export async function selectThreads(db: Db, userId: string, { before, limit }: ListQuery) {
  const from = readCursor(before);
  const rows = await select(db, selectThreadsStatement, [userId, from.at, from.id, limit + 1]);
  const { shown, next } = toPage(rows, limit, ({ last_at, id }) => [last_at, id]);
  return { threads: shown.map((row) => ({ ...toThread(row), latest: toMessage(row) })), next };
}

/** A thread, and one page of the messages that the member sees. $1 member, $2 thread */
const threadPageSql = (order: 'ASC' | 'DESC'): string => `
  SELECT ${threadColumns},
    EXISTS (SELECT FROM blocks WHERE blocker_id = $1 AND blocked_id = other.id) AS is_blocked,
    ${messagePageSql(order, 'thread_id = $2 AND number <= mine.last AND (NOT withheld OR author_id = $1)')} AS messages
  FROM thread_members mine ${threadJoins}
  WHERE mine.user_id = $1 AND mine.thread_id = $2`;

const threadPageRow = threadRow.extend({ is_blocked: z.boolean(), messages: z.array(messageRow) });
const selectMessagesBefore = statement('selectMessagesBefore', {
  sql: threadPageSql('DESC'),
  row: threadPageRow,
});
const selectMessagesAfter = statement('selectMessagesAfter', {
  sql: threadPageSql('ASC'),
  row: threadPageRow,
});

/** Throws NOT_FOUND for threads of others. */
export async function selectThread(
  db: Db,
  userId: string,
  threadId: string,
  { before = Number.MAX_SAFE_INTEGER, after, limit }: PageRequest,
): Promise<ThreadPage> {
  const page = after === undefined ? selectMessagesBefore : selectMessagesAfter;
  const row = await selectOptional(db, page, [userId, threadId, after ?? 0, before, limit + 1]);
  if (row === null) throw new GameError('NOT_FOUND');
  return {
    thread: toThread(row),
    is_blocked: row.is_blocked,
    ...toMessagePage(row.messages.map(toMessage), { after, limit }),
  };
}

const selectMessageStatement = statement('selectMessage', {
  sql: `SELECT number, author_id, username AS author, at, text
   FROM messages LEFT JOIN users ON users.id = author_id WHERE thread_id = $1 AND number = $2`,
  row: messageRow,
});

/** Null if the message was deleted. */
export async function selectMessage(db: Db, threadId: string, number: number): Promise<ServerMessage | null> {
  const row = await selectOptional(db, selectMessageStatement, [threadId, number]);
  return row === null ? null : { thread_id: threadId, message: toMessage(row) };
}

// The first thread may have no message that is left: hence one thread more.
const selectMessagesOfReader = statement('selectMessagesOfReader', {
  sql: `SELECT message.thread_id, message.number, message.author_id, author.username AS author, message.at, message.text
   FROM (
     SELECT * FROM thread_members WHERE user_id = $1 AND thread_id >= $2::uuid ORDER BY thread_id LIMIT $4 + 1
   ) AS mine
   JOIN LATERAL (
     SELECT * FROM messages
     WHERE thread_id = mine.thread_id AND number <= mine.last AND (NOT withheld OR author_id = $1)
       AND (thread_id > $2::uuid OR number > $3::bigint)
     ORDER BY number LIMIT $4
   ) AS message ON true
   LEFT JOIN users author ON author.id = message.author_id
   ORDER BY message.thread_id, message.number LIMIT $4`,
  row: messageRow.extend({ thread_id: uuid }),
});

/** By thread and number. */
export async function selectMessagesAfterOne(
  db: Db,
  userId: string,
  { after, limit }: { after: ServerMessage | null; limit: number },
): Promise<ServerMessage[]> {
  const from = [after?.thread_id ?? '00000000-0000-0000-0000-000000000000', after?.message.number ?? 0];
  const rows = await select(db, selectMessagesOfReader, [userId, ...from, limit]);
  return rows.map((row) => ({ thread_id: row.thread_id, message: toMessage(row) }));
}

/** More are not counted. */
const maxUnreadThreads = 100;

/** In up to 100 threads. The parameter is SQL. */
export const unreadCountSql = (userId: string): string => `
  SELECT coalesce(sum(unread), 0)::integer FROM (
    SELECT unread FROM thread_members WHERE user_id = ${userId} AND unread > 0 LIMIT ${maxUnreadThreads}
  ) AS mine`;

/** Threads, and messages of each, that are repeated after missed notifications. */
export const maxRepeated = 20;

const selectUnreadStatement = statement('selectUnread', {
  sql: `SELECT asked.user_id AS reader_id, mine.thread_id, message.number, message.author_id, author.username AS author,
     message.at, message.text
   FROM unnest($1::uuid[]) AS asked (user_id)
   CROSS JOIN LATERAL (
     SELECT * FROM thread_members WHERE user_id = asked.user_id AND unread > 0 LIMIT ${maxRepeated}
   ) AS mine
   CROSS JOIN LATERAL (
     SELECT * FROM messages
     WHERE thread_id = mine.thread_id AND number > mine.read_to AND number <= mine.last AND NOT withheld
       AND author_id IS DISTINCT FROM mine.user_id
     ORDER BY number DESC LIMIT ${maxRepeated}
   ) AS message
   LEFT JOIN users author ON author.id = message.author_id
   ORDER BY mine.thread_id, message.number`,
  row: messageRow.extend({ reader_id: uuid, thread_id: uuid }),
});

export async function selectUnread(
  db: Db,
  userIds: readonly string[],
): Promise<{ userId: string; event: ServerMessage }[]> {
  const rows = await select(db, selectUnreadStatement, [userIds]);
  return rows.map(({ reader_id, thread_id, ...message }) => ({
    userId: reader_id,
    event: { thread_id, message: toMessage(message) },
  }));
}

const selectBlocksStatement = statement('selectBlocks', {
  sql: `SELECT ${playerSql('other')} AS player, mine.at FROM (
     SELECT * FROM blocks WHERE blocker_id = $1 AND (at, blocked_id) < ($2::bigint, $3::uuid)
     ORDER BY at DESC, blocked_id DESC LIMIT ${maxListed}
   ) AS mine
   JOIN users other ON other.id = mine.blocked_id LEFT JOIN empires e ON e.id = other.empire_id
   ORDER BY mine.at DESC, mine.blocked_id DESC LIMIT $4`,
  row: z.strictObject({ player: playerRow, at: moment }),
});

/** The latest first. */
export async function selectBlocks(db: Db, userId: string, { before, limit }: ListQuery) {
  const from = readCursor(before);
  const rows = await select(db, selectBlocksStatement, [userId, from.at, from.id, limit + 1]);
  const { shown, next } = toPage(rows, limit, ({ at, player }) => [at, player.user_id]);
  return { blocks: shown.map(({ player, at }) => ({ player, blocked_at: isoOf(at) })), next };
}
