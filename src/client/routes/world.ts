/** The routes of the world: rankings, map, rules and API documents. */
import type { z } from 'zod';
import type { announced } from '../../contract/announcement.ts';
import type * as leaderboard from '../../contract/leaderboard.ts';
import type * as map from '../../contract/map.ts';
import type * as search from '../../contract/search.ts';
import type * as seats from '../../contract/seats.ts';
import type { rules } from '../../contract/world.ts';
import { get, getWithQuery } from '../route.ts';

/** An API document; the member `Version` holds the version of its format. */
type Document<Version extends string> = z.ZodType<Record<Version, string> & Record<string, unknown>>;

export const worldRoutes = {
  /**
   * The rankings of empires, and with the type `alliance` that of alliances; needs no session. For the next page, send the
   * position after the last entry as `from`.
   */
  readLeaderboard: getWithQuery<[], typeof leaderboard.leaderboardQuery, typeof leaderboard.leaderboard>(
    '/api/leaderboard',
  ),
  /** Empires, cities, players and alliances whose names begin with a text; `after` is the `next` of the response before. */
  listMatches: getWithQuery<[], typeof search.searchQuery, typeof search.searchAnswer>('/api/search'),
  /** The seats of the world, ordered by number. For the next page, send the number after the last one as `from`. */
  listSeats: getWithQuery<[], typeof seats.seatsQuery, typeof seats.seats>('/api/seats'),
  /** The current reign with its standings, and the Hegemons of earlier ones. */
  readReigns: getWithQuery<[], typeof seats.reignsQuery, typeof seats.reigns>('/api/reigns'),
  /** What the operator tells all players at present; needs no session. */
  readAnnouncement: get<[], typeof announced>('/api/announcement'),
  /** Cities and idle armies around a tile. */
  readMap: getWithQuery<[], typeof map.mapQuery, typeof map.map>('/api/map'),
  /** The settings and rules of this world. */
  readRules: get<[], typeof rules>('/api/rules'),
  /** Every JSON route, as an OpenAPI document. */
  readOpenApi: get<[], Document<'openapi'>>('/api/openapi.json'),
  /** Every event of the socket, as an AsyncAPI document. */
  readAsyncApi: get<[], Document<'asyncapi'>>('/api/asyncapi.json'),
};
