/** The cases of conversations and blocked players. */
import { badIds, badIntegers, badMessages, badTexts, badWords } from '../support/bad-values.ts';
import { userIdOf } from '../support/players.ts';
import { fromOne, pageOfMessages, position } from './queries.ts';
import type { RouteCases } from './route-case.ts';
import { blockByOwner, findThread } from './stage.ts';

export const badReports = {
  number: badIntegers(1, Number.MAX_SAFE_INTEGER),
  reason: badTexts(0, 500, false),
};

export const messageCases: RouteCases = {
  'GET /api/threads': { rival: 200, query: { before: position, limit: fromOne } },
  // Writing to oneself is refused.
  'POST /api/threads': {
    owner: 400,
    rival: 201,
    body: async ({ game, callers }) => ({ user_id: await userIdOf(game, callers.owner), text: 'Greetings' }),
    badBody: { user_id: badIds, text: badMessages },
    success: async ({ game, callers }) => ({
      by: callers.rival,
      body: { user_id: await userIdOf(game, callers.owner), text: 'Greetings' },
    }),
  },
  // The thread of the owner and the bystander does not exist for the rival.
  'GET /api/thread/:thread_id': { rival: 404, ids: findThread, query: pageOfMessages },
  'POST /api/thread/:thread_id/messages': {
    owner: 201,
    rival: 404,
    ids: findThread,
    body: () => ({ text: 'Peace?' }),
    badBody: { text: badMessages },
  },
  'POST /api/thread/:thread_id/read': {
    rival: 404,
    ids: findThread,
    body: () => ({ number: 1 }),
    badBody: { number: badIntegers(0, Number.MAX_SAFE_INTEGER) },
  },
  'POST /api/thread/:thread_id/report': {
    rival: 404,
    ids: findThread,
    body: () => ({ number: 1, reason: 'Rude' }),
    badBody: badReports,
  },
  // Nobody reports an own empire.
  'POST /api/reports': {
    owner: 400,
    rival: 200,
    body: ({ callers }) => ({ target_type: 'empire', target_id: callers.owner.empireId, reason: 'Rude' }),
    badBody: { target_type: badWords, target_id: badIds, reason: badReports.reason },
    success: ({ callers }) =>
      Promise.resolve({
        by: callers.rival,
        body: { target_type: 'empire', target_id: callers.owner.empireId },
      }),
  },
  'GET /api/blocks': { rival: 200, query: { before: position, limit: fromOne } },
  'POST /api/blocks': {
    rival: 200,
    body: async ({ game, bystander }) => ({ user_id: await userIdOf(game, bystander) }),
    badBody: { user_id: badIds },
  },
  'DELETE /api/block/:user_id': { rival: 404, ids: blockByOwner },
};
