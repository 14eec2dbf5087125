import { z } from 'zod';
import * as shared from './members.ts';
import { allianceTag, named } from './shapes.ts';
import { integer, name, next, nextNumber, queryInteger, queryLimit, timestamp, uuid } from './text.ts';
import { reportedType } from './kinds.ts';
import { messageText } from './lines.ts';

export const messageLimits = {
  perMinute: 10,
  /** Of an account younger than a day. */
  newThreadsPerHour: 5,
  reportsPerDay: 10,
} as const;

export const player = named('Player', 'A player, with the present empire.', {
  user_id: uuid.describe('The id of the player.'),
  username: shared.username,
  empire_id: uuid.nullable().describe('The id of the empire.'),
  empire_name: z.string().nullable().describe('The name of the empire.'),
  alliance_tag: allianceTag,
});

export const message = named('Message', 'A message of a thread.', {
  number: z.int().describe('Rises within the thread. Numbers that you do not see may be missing.'),
  author_id: uuid.nullable().describe('Null after the account was deleted.'),
  author: z.string().nullable().describe('The username; null after the account was deleted.'),
  text: z.string().describe('Plain text with line breaks: escape it before you show it as HTML.'),
  sent_at: timestamp.describe('When it was sent.'),
});

export const thread = named('Thread', 'A thread of two players, as one of them sees it.', {
  id: shared.id,
  with: player.nullable().describe('The other player; null after the account was deleted.'),
  unread: z.int().describe('Messages of others that you have not marked as read.'),
  read_to: z.int().describe('The number up to which you have marked messages as read.'),
  last: z.int().describe('The number of the latest message that you see.'),
  updated_at: timestamp.describe('When that message was sent.'),
});

export const threads = z.object({
  threads: z.array(thread.extend({ latest: message })).describe('The latest first.'),
  next,
});

export const threadQuery = z.object({
  before: queryInteger(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The latest messages before this number; when both are absent, the latest of all.'),
  after: queryInteger(0, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The first messages after this number; for a client that was away.'),
  limit: queryLimit(50, 100),
});

/** Pages follow one another in the direction of the request. */
export const nextMessages = nextNumber('`after` if the request had it, otherwise for `before`');

export const threadResponse = z.object({
  thread,
  is_blocked: z.boolean().describe('Whether you block the other player.'),
  messages: z.array(message).describe('In the order of their numbers.'),
  next: nextMessages,
});

const text = messageText.describe('1 to 2,000 characters with line breaks.');

export const startThreadBody = z.object({
  user_id: uuid.describe('The receiver: the `owner_id` of an empire. A thread with that player continues.'),
  text,
});
export const sendMessageBody = z.object({ text });
export const sendMessageResponse = z.object({
  success: shared.success,
  thread_id: uuid.describe('The id of the thread.'),
  message,
});

export const markReadBody = z.object({
  number: integer(0, Number.MAX_SAFE_INTEGER).describe('The number of the latest message that was read.'),
});
export const markReadResponse = z.object({
  success: shared.success,
  read_to: z.int().describe('The number up to which messages are read.'),
  unread: z.int().describe('Number of unread messages.'),
});

export const reportBody = z.object({
  number: integer(1, Number.MAX_SAFE_INTEGER).describe('The number of a message of another player.'),
  reason: name(0, 500).default('').describe('For the operator.'),
});

export const reportNameBody = z.object({
  target_type: reportedType,
  target_id: uuid.describe('Its id.'),
  reason: reportBody.shape.reason,
});

export const reportLimits = `Repeating a report changes nothing. At most ${messageLimits.reportsPerDay} reports in 24 hours.`;

export const reporting = `The operator sees the message with those around it. ${reportLimits}`;

export const blockBody = z.object({ user_id: uuid.describe('The id of the player.') });
export const blockResponse = z.object({ success: shared.success, player });
export const blocks = z.object({
  blocks: z
    .array(z.object({ player, blocked_at: timestamp.describe('When the player was blocked.') }))
    .describe('The latest first.'),
  next,
});

export const messageEvent = z.object({ thread_id: uuid.describe('The id of the thread.'), message });

export type MessageView = z.infer<typeof message>;
export type ThreadView = z.infer<typeof thread>;
export type PlayerView = z.infer<typeof player>;
export type ThreadPage = z.infer<typeof threadResponse>;
export type ServerMessage = z.infer<typeof messageEvent>;
