import * as contract from '../contract/search.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { searchNames } from './search.ts';

const endpoint = endpointsOf<Services>('search');

export const createSearchRouter = routerOf([
  endpoint.get('/api/search', {
    summary: 'Empires, cities, players and alliances whose names begin with a text',
    query: contract.searchQuery,
    response: contract.searchResponse,
    run: ({ query, services: { pool } }) => searchNames(pool, query),
  }),
]);
