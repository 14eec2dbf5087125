import * as contract from '../contract/map.ts';
import { requireInWorld } from '../game/march/map.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { isoOf } from '../kernel/time.ts';
import type { Services } from '../world/services.ts';
import { selectMap } from './map-queries.ts';

const endpoint = endpointsOf<Services>('map');

export const createMapRouter = routerOf([
  endpoint.get('/api/map', {
    summary: 'Cities and standing armies around a tile',
    query: contract.mapQuery,
    response: contract.map,
    run: async ({ query: { x, y, radius }, services: { pool, clock, settings } }) => {
      requireInWorld({ x, y }, settings.radius, null);
      const now = clock.now();
      const { cities, armies } = await selectMap(pool, x, y, radius);
      return {
        cities: cities.map(({ x: cityX, y: cityY, sacked_until: until, ...city }) => ({
          ...city,
          sacked_until: until === null || until <= now ? null : isoOf(until),
          location: { x: cityX, y: cityY },
        })),
        armies: armies.map(({ x: armyX, y: armyY, garrisoned, ...army }) => ({
          ...army,
          location: { x: armyX, y: armyY },
          status: garrisoned ? ('garrisoned' as const) : ('idle' as const),
        })),
        server_time: isoOf(now),
      };
    },
  }),
]);
