/**
 * Every JSON route of the service as a method of the client, with the types of its arguments and its answer. The types
 * are those of the contract; at run time a route is a method, a path and where its input goes.
 */
import type { z } from 'zod';
import type * as account from '../contract/account.ts';
import type * as battle from '../contract/battle.ts';
import type * as download from '../contract/download.ts';
import type * as eventLog from '../contract/event-log.ts';
import type * as city from '../contract/city.ts';
import type * as empire from '../contract/empire.ts';
import type * as ledger from '../contract/ledger.ts';
import type * as leaderboard from '../contract/leaderboard.ts';
import type * as messages from '../contract/messages.ts';
import type * as military from '../contract/military.ts';
import type * as search from '../contract/search.ts';
import type * as seats from '../contract/seats.ts';
import type * as wishes from '../contract/wishes.ts';
import type * as world from '../contract/world.ts';
import type { Answer } from './answer.ts';
import type { CallOptions } from './call.ts';

/** The keys of optional parameters. */
type Optional<Input> = { [Key in keyof Input]-?: undefined extends Input[Key] ? Key : never }[keyof Input];
/** A query with numbers as numbers; in the URL every value is text. */
type Query<Schema extends z.ZodObject> = Partial<z.output<Schema>> &
  Omit<z.output<Schema>, Optional<z.input<Schema>>>;
type Body<Schema extends z.ZodType> = z.input<Schema>;

/** @template Args arguments of the method: the ids of the path, then the query or body */
export interface Route<Args extends unknown[], Data> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** In the form of the server: `/api/city/:city_id/buildings`. */
  path: string;
  sends: 'query' | 'body' | null;
  /** Never set; it only carries the types. */
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
/** An API document; the member `Version` holds the version of its format. */
type Document<Version extends string> = z.ZodType<Record<Version, string> & Record<string, unknown>>;

export const routes = {
  /**
   * Creates an account. DUPLICATE_ACCOUNT: name or e-mail is taken, perhaps by an earlier attempt of this call whose
   * response was lost.
   */
  register: route<[account: Body<typeof account.registerBody>], typeof account.done>(
    'POST',
    '/register',
    'body',
  ),
  /** Logs in by name or e-mail. The client then sends the token of the session. */
  logIn: route<[credentials: Body<typeof account.loginBody>], typeof account.loginAnswer>(
    'POST',
    '/login',
    'body',
  ),
  /** Ends the session. AUTH_REQUIRED: it has already ended. */
  logOut: route<[], typeof account.done>('POST', '/logout'),
  /** Changes the password and ends all other sessions. FORBIDDEN: the current password is wrong. */
  changePassword: route<[change: Body<typeof account.changePasswordBody>], typeof account.done>(
    'POST',
    '/password',
    'body',
  ),
  /** Changes the e-mail: at once, or with a link in a mail. FORBIDDEN: the password is wrong. */
  changeEmail: route<[change: Body<typeof account.changeEmailBody>], typeof account.done>(
    'POST',
    '/email',
    'body',
  ),
  /** Confirms a new e-mail with the token of its mail. */
  confirmEmail: route<[link: Body<typeof account.confirmEmailBody>], typeof account.done>(
    'POST',
    '/confirm-email',
    'body',
  ),
  /** Asks for a mail with a link to choose a new password. NO_MAIL: the server sends none. */
  forgotPassword: route<[who: Body<typeof account.forgotPasswordBody>], typeof account.done>(
    'POST',
    '/forgot-password',
    'body',
  ),
  /** Chooses a new password with the token of a mail, and ends all sessions. */
  resetPassword: route<[change: Body<typeof account.resetPasswordBody>], typeof account.done>(
    'POST',
    '/reset-password',
    'body',
  ),
  /** Deletes the account in 7 days and ends all its sessions; a login takes it back. */
  deleteAccount: route<[proof: Body<typeof account.deleteAccountBody>], typeof account.deletionAnswer>(
    'POST',
    '/delete-account',
    'body',
  ),
  /** Everything about the account and its empire. 3 times an hour. */
  downloadData: route<[], typeof download.download>('GET', '/api/user/data'),
  readProfile: route<[], typeof account.profile>('GET', '/api/user/profile'),
  listSessions: route<[], typeof account.sessionList>('GET', '/api/user/sessions'),
  /** Ends all sessions of the user but that of this client. */
  revokeOtherSessions: route<[], typeof account.done>('DELETE', '/api/user/sessions/others'),
  /** Ends another session of the account. */
  revokeSession: route<[sessionId: string], typeof account.done>('DELETE', '/api/user/sessions/:session_id'),

  /** Founds the empire of the account, on the free tile nearest to the requested one. */
  foundEmpire: route<[founding: Body<typeof empire.foundEmpireBody>], typeof empire.foundEmpireAnswer>(
    'POST',
    '/api/empire',
    'body',
  ),
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
  /** The score of an empire by UTC day, oldest first. */
  listScores: route<[empireId: string], typeof empire.scoreHistory>('GET', '/api/empire/:empire_id/scores'),
  /** The event log of an empire, in ascending order of the numbers. */
  listEvents: route<[empireId: string, query?: Query<typeof eventLog.eventsQuery>], typeof eventLog.events>(
    'GET',
    '/api/empire/:empire_id/events',
    'query',
  ),
  /** The ledger of an empire's stock and units, newest first. */
  listLedger: route<[empireId: string, query?: Query<typeof ledger.ledgerQuery>], typeof ledger.ledger>(
    'GET',
    '/api/empire/:empire_id/ledger',
    'query',
  ),
  /** Your list of wishes: what is ordered as soon as it can be paid. */
  wishes: route<[empireId: string], typeof wishes.wishes>('GET', '/api/empire/:empire_id/wishes'),
  /** Sets the whole list in this order. An unknown id is left out, because that wish has been ordered. */
  setWishes: route<[empireId: string, list: Body<typeof wishes.setWishesBody>], typeof wishes.wishes>(
    'PUT',
    '/api/empire/:empire_id/wishes',
    'body',
  ),

  listCities: route<[empireId: string], typeof city.cities>('GET', '/api/empire/:empire_id/cities'),
  /** Founds a further city, on exactly this tile. */
  foundCity: route<
    [empireId: string, founding: Body<typeof city.foundCityBody>],
    typeof city.foundCityAnswer
  >('POST', '/api/empire/:empire_id/cities', 'body'),
  renameCity: route<[cityId: string, name: Body<typeof city.renameCityBody>], typeof city.foundCityAnswer>(
    'PUT',
    '/api/city/:city_id',
    'body',
  ),
  listBuildings: route<[cityId: string], typeof city.buildings>('GET', '/api/city/:city_id/buildings'),
  /** Orders levels of a building. */
  build: route<[cityId: string, order: Body<typeof city.buildBody>], typeof city.buildAnswer>(
    'POST',
    '/api/city/:city_id/buildings',
    'body',
  ),
  train: route<[cityId: string, order: Body<typeof city.trainBody>], typeof city.trainAnswer>(
    'POST',
    '/api/city/:city_id/train',
    'body',
  ),
  /** Cancels the unfinished levels of an order. */
  cancelOrder: route<[orderId: string], typeof city.cancelAnswer>('DELETE', '/api/order/:order_id'),

  readMilitary: route<[empireId: string], typeof military.military>('GET', '/api/empire/:empire_id/military'),
  moveArmy: route<[armyId: string, march: Body<typeof military.moveBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/move',
    'body',
  ),
  /** Turns a marching army home; a recalled attack is called off. */
  recallArmy: route<[armyId: string], ArmyAnswer>('POST', '/api/army/:army_id/recall'),
  /** Splits some of the units off into a new army, and returns that army. */
  splitArmy: route<[armyId: string, part: Body<typeof military.splitBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/split',
    'body',
  ),
  /** Merges the army of the body into this one; both are on the same tile. */
  mergeArmy: route<[armyId: string, joining: Body<typeof military.mergeBody>], ArmyAnswer>(
    'POST',
    '/api/army/:army_id/merge',
    'body',
  ),
  /** Discharges units of an army in a city of its empire, without a refund. */
  dismissUnits: route<
    [armyId: string, units: Body<typeof military.dismissBody>],
    typeof military.dismissAnswer
  >('POST', '/api/army/:army_id/dismiss', 'body'),

  /** Sends an army to attack a city, a standing army or a seat. */
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
  /** A battle of your empire, round by round. */
  readBattle: route<[battleId: string], typeof battle.battle>('GET', '/api/battle/:battle_id'),

  /** The rankings; needs no session. */
  readLeaderboard: route<
    [query?: Query<typeof leaderboard.leaderboardQuery>],
    typeof leaderboard.leaderboard
  >('GET', '/api/leaderboard', 'query'),
  /** Empires, cities and players whose names begin with a text; `after` is the `next` of the response before. */
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
  /** Your threads, the latest first. For the next page, send `next` as `before`. */
  listThreads: route<[query?: Query<typeof messages.threadsQuery>], typeof messages.threads>(
    'GET',
    '/api/threads',
    'query',
  ),
  /** Writes to a player, in your one thread with that player. */
  startThread: route<[start: Body<typeof messages.startThreadBody>], typeof messages.sendMessageAnswer>(
    'POST',
    '/api/threads',
    'body',
  ),
  /** A thread of yours with its latest messages, or with those before or after a number. */
  readThread: route<
    [threadId: string, query?: Query<typeof messages.threadQuery>],
    typeof messages.threadAnswer
  >('GET', '/api/thread/:thread_id', 'query'),
  sendMessage: route<
    [threadId: string, message: Body<typeof messages.sendMessageBody>],
    typeof messages.sendMessageAnswer
  >('POST', '/api/thread/:thread_id/messages', 'body'),
  /** Marks the messages of a thread as read, up to a number. */
  markRead: route<
    [threadId: string, mark: Body<typeof messages.markReadBody>],
    typeof messages.markReadAnswer
  >('POST', '/api/thread/:thread_id/read', 'body'),
  /** Reports a message of another player to the operator. */
  reportMessage: route<[threadId: string, report: Body<typeof messages.reportBody>], typeof account.done>(
    'POST',
    '/api/thread/:thread_id/report',
    'body',
  ),
  /** The players whom you block, the latest first. */
  listBlocks: route<[query?: Query<typeof messages.blocksQuery>], typeof messages.blocks>(
    'GET',
    '/api/blocks',
    'query',
  ),
  blockPlayer: route<[block: Body<typeof messages.blockBody>], typeof messages.blockAnswer>(
    'POST',
    '/api/blocks',
    'body',
  ),
  unblockPlayer: route<[userId: string], typeof account.done>('DELETE', '/api/block/:user_id'),
  /** Cities and idle armies around a tile. */
  readMap: route<[window: Query<typeof world.mapQuery>], typeof world.map>('GET', '/api/map', 'query'),
  /** The settings and rules of this world. */
  readRules: route<[], typeof world.rules>('GET', '/api/rules'),
  /** Every JSON route, as an OpenAPI document. */
  readOpenApi: route<[], Document<'openapi'>>('GET', '/api/openapi.json'),
  /** Every event of the socket, as an AsyncAPI document. */
  readAsyncApi: route<[], Document<'asyncapi'>>('GET', '/api/asyncapi.json'),
};

type Method<AnyRoute> =
  AnyRoute extends Route<infer Args, infer Data>
    ? (...args: [...Args, options?: CallOptions]) => Promise<Answer<Data>>
    : never;

/** A method for every route. Methods never reject. */
export type Calls = { [Name in keyof typeof routes]: Method<(typeof routes)[Name]> };

/** Throws a TypeError for `.` and `..`, which would change the path. */
function asSegment(id: string): string {
  if (/^\.{1,2}$/.test(id)) throw new TypeError('an id cannot be "." or ".."');
  return encodeURIComponent(id);
}

/** The URL path of a route with these ids as its parameters. */
export function addressOf(path: string, ids: readonly unknown[], query: unknown): string {
  let next = 0;
  const address = path.replaceAll(/:\w+/g, () => asSegment(String(ids[next++])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(key, String(value));
  }
  return search.size === 0 ? address : `${address}?${search.toString()}`;
}
