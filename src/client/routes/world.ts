/** Rankings, map, rules and API documents. */
import type { z } from 'zod';
import type { announced } from '../../contract/announcement.ts';
import type * as leaderboard from '../../contract/leaderboard.ts';
import type * as map from '../../contract/map.ts';
import type * as search from '../../contract/search.ts';
import type * as seats from '../../contract/seats.ts';
import type { rules } from '../../contract/world.ts';
import { get, getWithQuery } from '../route.ts';

/** The member `Version` holds the version of the format. */
type Document<Version extends string> = z.ZodType<Record<Version, string> & Record<string, unknown>>;

export const worldRoutes = {
  /** Needs no session. For the next page, send the position after the last entry as `from`. */
  readLeaderboard: getWithQuery<[], typeof leaderboard.leaderboardQuery, typeof leaderboard.leaderboard>(
    '/api/leaderboard',
  ),
  /** Names that begin with a text; `after` is the `next` of the response before. */
  listMatches: getWithQuery<[], typeof search.searchQuery, typeof search.searchResponse>('/api/search'),
  /** Ordered by number. For the next page, send the number after the last one as `from`. */
  listSeats: getWithQuery<[], typeof seats.seatsQuery, typeof seats.seats>('/api/seats'),
  /** The current reign with its standings, and earlier Hegemons. */
  readReigns: getWithQuery<[], typeof seats.reignsQuery, typeof seats.reigns>('/api/reigns'),
  /** Needs no session. */
  readAnnouncement: get<[], typeof announced>('/api/announcement'),
  /** Cities and idle armies around a tile. */
  readMap: getWithQuery<[], typeof map.mapQuery, typeof map.map>('/api/map'),
  readRules: get<[], typeof rules>('/api/rules'),
  readOpenApi: get<[], Document<'openapi'>>('/api/openapi.json'),
  readAsyncApi: get<[], Document<'asyncapi'>>('/api/asyncapi.json'),
};
