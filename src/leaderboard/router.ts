/** The JSON route of the rankings. */
import * as contract from '../contract/leaderboard.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { selectLeaderboard } from './queries.ts';

export function leaderboardEndpoints(services: Services): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/leaderboard',
      tag: 'leaderboard',
      summary: 'The ranking of empires, with or without a session',
      description: 'With a session, `me` is your own entry.',
      auth: 'optional',
      limit: 'data',
      query: contract.leaderboardQuery,
      status: 200,
      answer: contract.leaderboard,
      run: ({ query, viewer }) =>
        selectLeaderboard(services.pool, services, { ...query, empireId: viewer?.empireId ?? null }),
    }),
  ];
}
