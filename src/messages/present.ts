/** Responses of messages, and the JSON columns that they come from. */
import { z } from 'zod';
import { player, type MessageView } from '../contract/messages.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { isoOf } from '../kernel/time.ts';

export const messageRow = z.strictObject({
  number: integer,
  /** Null after the account was deleted. */
  author_id: uuid.nullable(),
  author: z.string().nullable(),
  at: moment,
  text: z.string(),
});

/** SQL of a message as JSON, of the rows `message` and `author`. @param more SQL of further members */
export const messageSql = (more = ''): string => `json_build_object('number', message.number,
  'author_id', message.author_id, 'author', author.username, 'at', message.at, 'text', message.text${more})`;

/** The largest page of the contract, and one message that reveals a next page. */
const maxMessages = 101;

/**
 * SQL: a page of messages as JSON, in the order of reading. $3 after, $4 before, $5 limit
 * @param condition SQL condition on `messages`
 * @param more SQL of further members
 */
export const messagePageSql = (order: 'ASC' | 'DESC', condition: string, more = ''): string => `(
  SELECT coalesce(json_agg(${messageSql(more)} ORDER BY message.number ${order}), '[]') FROM (
    SELECT * FROM (
      SELECT * FROM messages WHERE ${condition} AND number > $3 AND number < $4
      ORDER BY number ${order} LIMIT ${maxMessages}
    ) AS found ORDER BY number ${order} LIMIT $5
  ) AS message LEFT JOIN users author ON author.id = message.author_id)`;

export function toMessage({ number, author_id, author, at, text }: z.infer<typeof messageRow>): MessageView {
  return { number, author_id, author, text, sent_at: isoOf(at) };
}

/** Messages before a number (by default the latest), or after one. */
export interface PageRequest {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** @param found with one more if there are further ones */
export function toMessagePage<Found extends MessageView>(
  found: readonly Found[],
  { after, limit }: PageRequest,
): { messages: Found[]; next: number | null } {
  const messages = found.slice(0, limit);
  const next = found.length > limit ? (messages.at(-1)?.number ?? null) : null;
  return { messages: after === undefined ? messages.reverse() : messages, next };
}

export const playerRow = player.strict();

/** SQL of a player as JSON. @param user the row of the player; that of the empire is `e` */
export const playerSql = (user: string): string => `json_build_object('user_id', ${user}.id,
  'username', ${user}.username, 'empire_id', e.id, 'empire_name', e.name, 'alliance_tag', e.alliance_tag)`;
