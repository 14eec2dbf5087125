/** The JSON route of the search. */
import * as contract from '../contract/search.ts';
import { defineEndpoint, type Endpoint } from '../http/endpoint.ts';
import type { Services } from '../world/services.ts';
import { searchNames } from './queries.ts';

export function searchEndpoints({ pool }: Services): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/search',
      tag: 'search',
      summary: 'Empires, cities, players and alliances whose names begin with a text',
      query: contract.searchQuery,
      response: contract.searchAnswer,
      run: ({ query }) => searchNames(pool, query),
    }),
  ];
}
