/** Builds the responses of messages. */
import { z } from 'zod';
import type { MessageView, PlayerView } from '../contract/messages.ts';
import { integer, moment, uuid } from '../db/columns.ts';
import { isoOf } from '../kernel/time.ts';

/** The columns of a message that players see. */
export const messageRow = z.strictObject({
  number: integer,
  /** Null after the account was deleted. */
  author_id: uuid.nullable(),
  author: z.string().nullable(),
  at: moment,
  text: z.string(),
});

/** The columns of a player; all null after the account was deleted. */
export const playerRow = z.strictObject({
  user_id: uuid.nullable(),
  username: z.string().nullable(),
  empire_id: uuid.nullable(),
  empire_name: z.string().nullable(),
  alliance_tag: z.string().nullable(),
});

export function toMessage({ number, author_id, author, at, text }: z.infer<typeof messageRow>): MessageView {
  return { number, author_id, author, text, sent_at: isoOf(at) };
}

/** Those columns of a row that may have no message. */
export const optionalMessageRow = messageRow.extend({
  number: integer.nullable(),
  at: moment.nullable(),
  text: z.string().nullable(),
});

/** The message of a row, if it has one. */
export function toMessages(row: z.infer<typeof optionalMessageRow>): MessageView[] {
  const { number, at, text } = row;
  return number === null || at === null || text === null ? [] : [toMessage({ ...row, number, at, text })];
}

/** Which messages are read: those before a number (by default the latest), or those after one. */
export interface PageRequest {
  before?: number | undefined;
  after?: number | undefined;
  limit: number;
}

/** A page in the order of the numbers. @param found in the order of reading, with one more if there are further ones */
export function toMessagePage<Found extends MessageView>(
  found: readonly Found[],
  { after, limit }: PageRequest,
): { messages: Found[]; next: number | null } {
  const messages = found.slice(0, limit);
  const next = found.length > limit ? (messages.at(-1)?.number ?? null) : null;
  return { messages: after === undefined ? messages.reverse() : messages, next };
}

export function toPlayer(row: z.infer<typeof playerRow>): PlayerView | null {
  const { user_id, username, empire_id, empire_name, alliance_tag } = row;
  return user_id === null || username === null
    ? null
    : { user_id, username, empire_id, empire_name, alliance_tag };
}
