/**
 * Every JSON route of the service as a method of the client: its name, what it takes, where it goes and what it
 * answers. The types are those of the contract; at run time there is no more than method and path.
 */
import type { z } from 'zod';
import type * as account from '../contract/account.ts';
import type * as battle from '../contract/battle.ts';
import type * as chronicle from '../contract/event-log.ts';
import type * as city from '../contract/city.ts';
import type * as empire from '../contract/empire.ts';
import type * as ledger from '../contract/ledger.ts';
import type * as leaderboard from '../contract/leaderboard.ts';
import type * as military from '../contract/military.ts';
import type * as world from '../contract/world.ts';
import type { Answer } from './answer.ts';
import type { CallOptions } from './call.ts';

/** The parameters that need not be given. */
type Spare<Input> = { [Key in keyof Input]-?: undefined extends Input[Key] ? Key : never }[keyof Input];
/** A query as numbers and words; on the wire all of it is text. */
type Query<Schema extends z.ZodObject> = Partial<z.output<Schema>> &
  Omit<z.output<Schema>, Spare<z.input<Schema>>>;
type Body<Schema extends z.ZodType> = z.input<Schema>;

/** @template Args what the method takes: the ids of the path, then what is sent */
export interface Route<Args extends unknown[], Data> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As the server has it: `/api/city/:city_id/buildings`. */
  path: string;
  sends: 'query' | 'body' | null;
  /** Never there: it holds the types. */
  types?: { args: Args; data: Data };
}

function route<Args extends unknown[], Schema extends z.ZodType>(
  method: Route<Args, never>['method'],
  path: string,
  sends: Route<Args, never>['sends'] = null,
): Route<Args, z.output<Schema>> {
  return { method, path, sends };
}

type ArmyAnswer = typeof military.armyAnswer;
/** A description of the service; under this member stands the version of its form. */
type Document<Version extends string> = z.ZodType<Record<Version, string> & Record<string, unknown>>;

export const routes = {
  /**
   * Creates an account. DUPLICATE_ACCOUNT where name or e-mail is taken; also where the answer to an attempt was
   * lost that had created it.
   */
  register: route<[account: Body<typeof account.registerBody>], typeof account.done>(
    'POST',
    '/register',
    'body',
  ),
  /** Logs in by name or e-mail. From then on the client carries the token of the session. */
  logIn: route<[credentials: Body<typeof account.loginBody>], typeof account.loginAnswer>(
    'POST',
    '/login',
    'body',
  ),
  /** Ends the session. AUTH_REQUIRED where it has ended before. */
  logOut: route<[], typeof account.done>('POST', '/logout'),
  readProfile: route<[], typeof account.profile>('GET', '/api/user/profile'),
  listSessions: route<[], typeof account.sessionList>('GET', '/api/user/sessions'),
  /** Logs out elsewhere. */
  revokeSession: route<[sessionId: string], typeof account.done>('DELETE', '/api/user/sessions/:session_id'),

  /** Founds the empire of the account, on the free tile nearest to the wish. */
  foundEmpire: route<[founding: Body<typeof empire.foundEmpireBody>], typeof empire.foundEmpireAnswer>(
    'POST',
    '/api/empire',
    'body',
  ),
  /** An empire as it stands now. */
  readEmpire: route<[empireId: string], typeof empire.empire>('GET', '/api/empire/:empire_id'),
  listEmpires: route<[query?: Query<typeof empire.empiresQuery>], typeof empire.empires>(
    'GET',
    '/api/empires',
    'query',
  ),
  /** Changes name or description. */
  updateEmpire: route<
    [empireId: string, changes: Body<typeof empire.updateEmpireBody>],
    typeof empire.updateEmpireAnswer
  >('PUT', '/api/empire/:empire_id', 'body'),
  /** What has happened to an empire, in the order of the numbers. */
  listEvents: route<[empireId: string, query?: Query<typeof chronicle.eventsQuery>], typeof chronicle.events>(
    'GET',
    '/api/empire/:empire_id/events',
    'query',
  ),
  /** What changed the stock and the units of an empire, newest first. */
  listLedger: route<[empireId: string, query?: Query<typeof ledger.ledgerQuery>], typeof ledger.ledger>(
    'GET',
    '/api/empire/:empire_id/ledger',
    'query',
  ),

  listCities: route<[empireId: string], typeof city.cities>('GET', '/api/empire/:empire_id/cities'),
  /** Founds a further city, on exactly this tile. */
  foundCity: route<
    [empireId: string, founding: Body<typeof city.foundCityBody>],
    typeof city.foundCityAnswer
  >('POST', '/api/empire/:empire_id/cities', 'body'),
  listBuildings: route<[cityId: string], typeof city.buildings>('GET', '/api/city/:city_id/buildings'),
  /** Orders levels of a building. */
  build: route<[cityId: string, order: Body<typeof city.buildBody>], typeof city.buildAnswer>(
    'POST',
    '/api/city/:city_id/buildings',
    'body',
  ),
  /** Orders a batch of units. */
  train: route<[cityId: string, order: Body<typeof city.trainBody>], typeof city.trainAnswer>(
    'POST',
    '/api/city/:city_id/train',
    'body',
  ),
  /** Cancels what is unfinished of an order of levels. */
  cancelOrder: route<[orderId: string], typeof city.cancelAnswer>('DELETE', '/api/order/:order_id'),

  readMilitary: route<[empireId: string], typeof military.military>('GET', '/api/empire/:empire_id/military'),
  moveArmy: route<[armyId: string, march: Body<typeof military.moveBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/move',
    'body',
  ),
  /** Turns a marching army home; a recalled attack is called off. */
  recallArmy: route<[armyId: string], ArmyAnswer>('POST', '/api/army/:army_id/recall'),
  /** Makes a second army of some of the units, and answers it. */
  splitArmy: route<[armyId: string, part: Body<typeof military.splitBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/split',
    'body',
  ),
  /** Joins the army of the body to this one, on the same tile. */
  mergeArmy: route<[armyId: string, joining: Body<typeof military.mergeBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/merge',
    'body',
  ),

  /** Sends an army to attack a city or a standing army. */
  attack: route<[order: Body<typeof battle.attackBody>], typeof battle.attackAnswer>(
    'POST',
    '/api/battle',
    'body',
  ),
  listBattles: route<[query?: Query<typeof battle.battlesQuery>], typeof battle.battles>(
    'GET',
    '/api/battles',
    'query',
  ),
  /** A battle in which you take part, round by round. */
  readBattle: route<[battleId: string], typeof battle.battle>('GET', '/api/battle/:battle_id'),

  /** The rankings, with or without a session. */
  readLeaderboard: route<
    [query?: Query<typeof leaderboard.leaderboardQuery>],
    typeof leaderboard.leaderboard
  >('GET', '/api/leaderboard', 'query'),
  /** Cities and standing armies around a tile. */
  readMap: route<[window: Query<typeof world.mapQuery>], typeof world.map>('GET', '/api/map', 'query'),
  /** Every number of this world. */
  readRules: route<[], typeof world.rules>('GET', '/api/rules'),
  /** Every JSON route, as an OpenAPI document. */
  readOpenApi: route<[], Document<'openapi'>>('GET', '/api/openapi.json'),
  /** Every event of the socket, as an AsyncAPI document. */
  readAsyncApi: route<[], Document<'asyncapi'>>('GET', '/api/asyncapi.json'),
};

type Method<Of> =
  Of extends Route<infer Args, infer Data>
    ? (...args: [...Args, options?: CallOptions]) => Promise<Answer<Data>>
    : never;

/** A method for every route; each resolves, whatever happens. */
export type Calls = { [Name in keyof typeof routes]: Method<(typeof routes)[Name]> };

/** Dots alone would lead to another address. */
function asSegment(id: string): string {
  if (/^\.{1,2}$/.test(id)) throw new TypeError('an id is not made of dots');
  return encodeURIComponent(id);
}

/** The address of a route with these ids in the place of its parameters. */
export function addressOf(path: string, ids: readonly unknown[], query: unknown): string {
  let next = 0;
  const address = path.replaceAll(/:\w+/g, () => asSegment(String(ids[next++])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size === 0 ? address : `${address}?${search.toString()}`;
}
