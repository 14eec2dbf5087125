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

export function toPlayer(row: z.infer<typeof playerRow>): PlayerView | null {
  const { user_id, username, empire_id, empire_name, alliance_tag } = row;
  return user_id === null || username === null
    ? null
    : { user_id, username, empire_id, empire_name, alliance_tag };
}
