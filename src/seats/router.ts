import * as contract from '../contract/seats.ts';
import { routerOf } from '../http/create-router.ts';
import { endpointsOf } from '../http/endpoint.ts';
import { isoOf } from '../kernel/time.ts';
import type { Services } from '../world/services.ts';
import { toSeatView, toStanding } from './present.ts';
import { selectReigns, selectSeats } from './queries.ts';

const endpoint = endpointsOf<Services>('seats');

export const createSeatRouter = routerOf([
  endpoint.get('/api/seats', {
    summary: 'The seats of the world and their holders, with or without a session',
    description:
      'A seat is taken with POST /api/battle and `target_type` `seat`; during a truce, the army queues for its end.',
    auth: 'optional',
    query: contract.seatsQuery,
    response: contract.seats,
    run: async ({ query, services: { pool, clock, settings } }) => {
      const rows = await selectSeats(pool, { ...query, limit: query.limit + 1 });
      const now = clock.now();
      const seats = rows.slice(0, query.limit).map((row) => toSeatView(row, now, settings.speed));
      const next = rows.length > seats.length ? (seats.at(-1)?.number ?? null) : null;
      return { seats, next, server_time: isoOf(now) };
    },
  }),
  endpoint.get('/api/reigns', {
    summary: 'The current reign, and the Hegemons of earlier ones, with or without a session',
    auth: 'optional',
    query: contract.reignsQuery,
    response: contract.reigns,
    run: async ({ query: { limit }, services: { pool, clock, settings } }) => {
      const now = clock.now();
      const reign = await selectReigns({ pool, settings }, { now, limit });
      return {
        current: {
          number: reign.number,
          ends_at: isoOf(reign.endsAt),
          standings: reign.standings.map(toStanding),
          alliances: reign.alliances,
        },
        hegemons: reign.hegemons,
        server_time: isoOf(now),
      };
    },
  }),
]);
