/** The routes of the world: rankings, map, rules and API documents. */
import type { z } from 'zod';
import type { announced } from '../../contract/announcement.ts';
import type * as leaderboard from '../../contract/leaderboard.ts';
import type * as search from '../../contract/search.ts';
import type * as seats from '../../contract/seats.ts';
import type { today } from '../../contract/today.ts';
import type * as world from '../../contract/world.ts';
import { route, type Query } from '../route.ts';

/** An API document; the member `Version` holds the version of its format. */
type Document<Version extends string> = z.ZodType<Record<Version, string> & Record<string, unknown>>;

export const worldRoutes = {
  /**
   * The rankings of empires, and with the type `alliance` that of alliances; needs no session. For the next page, send the
   * position after the last entry as `from`.
   */
  readLeaderboard: route<
    [query?: Query<typeof leaderboard.leaderboardQuery>],
    typeof leaderboard.leaderboard
  >('GET', '/api/leaderboard', 'query'),
  /** Empires, cities, players and alliances whose names begin with a text; `after` is the `next` of the response before. */
  search: route<[query: Query<typeof search.searchQuery>], typeof search.searchAnswer>(
    'GET',
    '/api/search',
    'query',
  ),
  /** The seats of the world, ordered by number. For the next page, send the number after the last one as `from`. */
  readSeats: route<[query?: Query<typeof seats.seatsQuery>], typeof seats.seats>(
    'GET',
    '/api/seats',
    'query',
  ),
  /** The current reign with its standings, and the Hegemons of earlier ones. */
  readReigns: route<[query?: Query<typeof seats.reignsQuery>], typeof seats.reigns>(
    'GET',
    '/api/reigns',
    'query',
  ),
  /** What the operator tells all players at present; needs no session. */
  readAnnouncement: route<[], typeof announced>('GET', '/api/announcement'),
  /** Active players, seat holders, the great battles of the week and the latest Hegemons; needs no session. */
  readToday: route<[], typeof today>('GET', '/api/today'),
  /** Cities and idle armies around a tile. */
  readMap: route<[window: Query<typeof world.mapQuery>], typeof world.map>('GET', '/api/map', 'query'),
  /** The settings and rules of this world. */
  readRules: route<[], typeof world.rules>('GET', '/api/rules'),
  /** Every JSON route, as an OpenAPI document. */
  readOpenApi: route<[], Document<'openapi'>>('GET', '/api/openapi.json'),
  /** Every event of the socket, as an AsyncAPI document. */
  readAsyncApi: route<[], Document<'asyncapi'>>('GET', '/api/asyncapi.json'),
};
