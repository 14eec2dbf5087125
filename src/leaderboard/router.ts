import * as contract from '../contract/leaderboard.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { readLeaderboard } from './queries.ts';

const endpoint = endpointsOf<Services>('leaderboard');

export const createLeaderboardRouter = routerOf([
  endpoint.get('/api/leaderboard', {
    summary: 'The ranking of empires, or of alliances, with or without a session',
    description:
      'With a session, `me` is your own entry among the empires, and `alliance` that of your alliance. For the next page, send the position after the last entry as `from`; for the entries around your own, a position near yours.',
    auth: 'optional',
    query: contract.leaderboardQuery,
    response: contract.leaderboard,
    run: ({ query, viewer, services }) =>
      readLeaderboard(services, { ...query, empireId: viewer?.empireId ?? null }),
  }),
]);
