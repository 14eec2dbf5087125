/** The JSON route of the map. */
import * as contract from '../contract/world.ts';
import { defineEndpoint } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/clock.ts';
import type { Game } from '../world/act.ts';
import { selectMap } from './queries.ts';

export function mapEndpoints({ pool, clock, settings }: Game): Endpoint[] {
  return [
    defineEndpoint({
      method: 'get',
      path: '/api/map',
      summary: 'Cities and standing armies around a tile',
      auth: 'required',
      limit: 'data',
      query: contract.mapQuery,
      status: 200,
      answer: contract.map,
      run: async ({ query: { x, y, radius } }) => {
        for (const [field, value] of Object.entries({ x, y })) {
          if (Math.abs(value) > settings.radius) {
            throw new GameError(
              'VALIDATION_ERROR',
              `${field}: must be from ${-settings.radius} to ${settings.radius}`,
            );
          }
        }
        const { cities, armies } = await selectMap(pool, x, y, radius);
        return {
          cities: cities.map(({ x: cityX, y: cityY, ...city }) => ({
            ...city,
            location: { x: cityX, y: cityY },
          })),
          armies: armies.map(({ x: armyX, y: armyY, garrisoned, ...army }) => ({
            ...army,
            location: { x: armyX, y: armyY },
            status: garrisoned ? ('garrisoned' as const) : ('idle' as const),
          })),
          server_time: isoOf(clock.now()),
        };
      },
    }),
  ];
}
