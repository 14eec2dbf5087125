/** The routes of messages between players. */
import type * as account from '../../contract/account.ts';
import type * as messages from '../../contract/messages.ts';
import { route, type Body, type Query } from '../route.ts';

export const messageRoutes = {
  /** Your threads, the latest first. For the next page, send `next` as `before`. */
  listThreads: route<[query?: Query<typeof messages.threadsQuery>], typeof messages.threads>(
    'GET',
    '/api/threads',
    'query',
  ),
  /** Writes to a player, in your one thread with that player. */
  startThread: route<[start: Body<typeof messages.startThreadBody>], typeof messages.sendMessageAnswer>(
    'POST',
    '/api/threads',
    'body',
  ),
  /** A thread of yours with its latest messages, or with those before or after a number. */
  readThread: route<
    [threadId: string, query?: Query<typeof messages.threadQuery>],
    typeof messages.threadAnswer
  >('GET', '/api/thread/:thread_id', 'query'),
  sendMessage: route<
    [threadId: string, message: Body<typeof messages.sendMessageBody>],
    typeof messages.sendMessageAnswer
  >('POST', '/api/thread/:thread_id/messages', 'body'),
  /** Marks the messages of a thread as read, up to a number. */
  markRead: route<
    [threadId: string, mark: Body<typeof messages.markReadBody>],
    typeof messages.markReadAnswer
  >('POST', '/api/thread/:thread_id/read', 'body'),
  /** Reports a message of another player to the operator. */
  reportMessage: route<[threadId: string, report: Body<typeof messages.reportBody>], typeof account.done>(
    'POST',
    '/api/thread/:thread_id/report',
    'body',
  ),
  /** The players whom you block, the latest first. */
  listBlocks: route<[query?: Query<typeof messages.blocksQuery>], typeof messages.blocks>(
    'GET',
    '/api/blocks',
    'query',
  ),
  blockPlayer: route<[block: Body<typeof messages.blockBody>], typeof messages.blockAnswer>(
    'POST',
    '/api/blocks',
    'body',
  ),
  unblockPlayer: route<[userId: string], typeof account.done>('DELETE', '/api/block/:user_id'),
};
