import * as contract from '../contract/messages.ts';
import { listQuery } from '../contract/text.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { block, markRead, sendMessage, unblock } from './operations.ts';
import { reportMessage, reportName } from './reports.ts';
import { selectBlocks, selectThread, selectThreads } from './queries.ts';

const limits =
  'At most 10 messages a minute, and 5 new threads an hour on the first day of an account. A message to a player who blocks you is accepted like any other and does not arrive.';

const endpoint = endpointsOf<Services>('messages');

export const createMessageRouter = routerOf([
  endpoint.get('/api/threads', {
    summary: 'Your threads, the latest first',
    query: listQuery,
    response: contract.threads,
    run: ({ viewer, query, services: { pool } }) => selectThreads(pool, viewer.userId, query),
  }),
  endpoint.post('/api/threads', {
    summary: 'Write to a player',
    description: `Begins the thread with that player, or continues it: two players have one thread. ${limits}`,
    body: contract.startThreadBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400], 'INVALID_TARGET', 'MUTED'],
    status: 201,
    response: contract.sendMessageResponse,
    run: ({ body: { user_id: userId, text }, ...context }) => sendMessage(context, { userId }, text),
  }),
  endpoint.get('/api/thread/:thread_id', {
    summary: 'A thread of yours with its messages',
    description:
      'Reading marks nothing as read. After an absence, request the messages `after` the last number you have.',
    query: contract.threadQuery,
    refuses: ['NOT_FOUND'],
    response: contract.threadResponse,
    run: ({ viewer, params, query, services: { pool } }) =>
      selectThread(pool, viewer.userId, params.thread_id, query),
  }),
  endpoint.post('/api/thread/:thread_id/messages', {
    summary: 'Write into a thread of yours',
    description: limits,
    body: contract.sendMessageBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400], 'INVALID_TARGET', 'MUTED'],
    status: 201,
    response: contract.sendMessageResponse,
    run: ({ params: { thread_id: threadId }, body, ...context }) =>
      sendMessage(context, { threadId }, body.text),
  }),
  endpoint.post('/api/thread/:thread_id/read', {
    summary: 'Mark the messages of a thread as read, up to a number',
    body: contract.markReadBody,
    refuses: ['NOT_FOUND'],
    response: contract.markReadResponse,
    run: ({ params, body: { number }, ...context }) =>
      markRead(context, { threadId: params.thread_id, number }),
  }),
  endpoint.post('/api/thread/:thread_id/report', {
    summary: 'Report a message of another player to the operator',
    description: contract.reporting,
    body: contract.reportBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400]],
    run: ({ params, body, ...context }) => reportMessage(context, { threadId: params.thread_id, ...body }),
  }),
  endpoint.post('/api/reports', {
    summary: 'Report the name or the description of an empire, a city or an alliance to the operator',
    description: `The operator sees both as they are now. ${contract.reportLimits}`,
    body: contract.reportNameBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400]],
    run: ({ body: { target_type: type, target_id: id, reason }, ...context }) =>
      reportName(context, { type, id, reason }),
  }),
  endpoint.get('/api/blocks', {
    summary: 'The players whom you block, the latest first',
    query: listQuery,
    response: contract.blocks,
    run: ({ viewer, query, services: { pool } }) => selectBlocks(pool, viewer.userId, query),
  }),
  endpoint.post('/api/blocks', {
    summary: 'Block a player',
    description:
      'No later message of the player arrives, and the player does not learn of the block. Blocking twice changes nothing.',
    body: contract.blockBody,
    refuses: ['NOT_FOUND', ['INVALID_TARGET', 400]],
    response: contract.blockResponse,
    run: (call) => block(call, call.body.user_id),
  }),
  endpoint.delete('/api/block/:user_id', {
    summary: 'Unblock a player',
    description: 'Messages that the player sent meanwhile do not arrive.',
    refuses: ['NOT_FOUND'],
    run: (call) => unblock(call, call.params.user_id),
  }),
]);
