/** Messages between players. */
import type * as account from '../../contract/account.ts';
import type * as messages from '../../contract/messages.ts';
import type { listQuery } from '../../contract/text.ts';
import { del, getWithQuery, postBody } from '../route.ts';

export const messageRoutes = {
  /** Latest first. For the next page, send `next` as `before`. */
  listThreads: getWithQuery<[], typeof listQuery, typeof messages.threads>('/api/threads'),
  /** In your one thread with that player. */
  startThread: postBody<[], typeof messages.startThreadBody, typeof messages.sendMessageResponse>(
    '/api/threads',
  ),
  /** The latest messages, or those before or after a number. */
  readThread: getWithQuery<[threadId: string], typeof messages.threadQuery, typeof messages.threadResponse>(
    '/api/thread/:thread_id',
  ),
  sendMessage: postBody<
    [threadId: string],
    typeof messages.sendMessageBody,
    typeof messages.sendMessageResponse
  >('/api/thread/:thread_id/messages'),
  /** Marks messages as read, up to a number. */
  markRead: postBody<[threadId: string], typeof messages.markReadBody, typeof messages.markReadResponse>(
    '/api/thread/:thread_id/read',
  ),
  reportMessage: postBody<[threadId: string], typeof messages.reportBody, typeof account.done>(
    '/api/thread/:thread_id/report',
  ),
  /** A name or a description of an empire, a city or an alliance. */
  reportName: postBody<[], typeof messages.reportNameBody, typeof account.done>('/api/reports'),
  listBlocks: getWithQuery<[], typeof listQuery, typeof messages.blocks>('/api/blocks'),
  blockPlayer: postBody<[], typeof messages.blockBody, typeof messages.blockResponse>('/api/blocks'),
  unblockPlayer: del<[userId: string], typeof account.done>('/api/block/:user_id'),
};
