/** The JSON route of the rankings. */
import * as contract from '../contract/leaderboard.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { readLeaderboard } from './queries.ts';

export function leaderboardEndpoints(services: Services): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/leaderboard',
      tag: 'leaderboard',
      summary: 'The ranking of empires, or of alliances, with or without a session',
      description:
        'With a session, `me` is your own entry among the empires, and `alliance` that of your alliance. For the next page, send the position after the last entry as `from`; for the entries around your own, a position near yours.',
      auth: 'optional',
      query: contract.leaderboardQuery,
      response: contract.leaderboard,
      run: ({ query, viewer }) => readLeaderboard(services, { ...query, empireId: viewer?.empireId ?? null }),
    }),
  ];
}
