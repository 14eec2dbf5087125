/** The typed client of the game, for Node and browsers: `@hegemon-game/client`. It imports only socket.io-client. */
import { refuse, type Result } from './result.ts';
import { call, type CallOptions, type Wire } from './call.ts';
import { Live, type LiveOptions } from './live.ts';
import type { Route } from './route.ts';
import { addressOf, routes, type Calls } from './routes.ts';
import { realTimers, type Timers } from './timers.ts';

export { unwrap } from './result.ts';
export type { Result, Refusal, RefusalCode } from './result.ts';
export type { CallOptions } from './call.ts';
export type { Live, LiveOptions } from './live.ts';
export type { CloseReason, LiveEvents } from './live-events.ts';
export type { Picture } from './picture.ts';
export type { Calls } from './routes.ts';
export type { Timers } from './timers.ts';
export type { Amounts, Location, UnitCounts } from '../contract/shapes.ts';
export type { BattleItem, BattleView, ShareView } from '../contract/battle.ts';
export type { TargetView } from '../contract/targets.ts';
export type { EmpireEvent } from '../contract/event-log.ts';
export type { BuildingView, CityView } from '../contract/city.ts';
export type { EmpireItem, EmpireView } from '../contract/empire.ts';
export type { ServerEvents } from '../contract/events.ts';
export type { Hegemon, Reigns, SeatView, Standing } from '../contract/seats.ts';
export type { Leaderboard, Ranking } from '../contract/leaderboard.ts';
export type { AllianceItem, AllianceView, Candidacy, Candidate } from '../contract/alliance.ts';
export type { AllianceMessage, ChatMessage, Threat } from '../contract/alliance-chat.ts';
export type { MessageView, PlayerView, ThreadView } from '../contract/messages.ts';
export type { SearchResponse } from '../contract/search.ts';
export type { ArmyView } from '../contract/military.ts';
export type { WishesView } from '../contract/wishes.ts';
export type { Rules } from '../contract/world.ts';
export type { BuildingType, Resource, UnitType } from '../contract/vocabulary.ts';
export type { ErrorCode } from '../kernel/errors.ts';

export interface ClientSettings {
  /** Scheme, host and port of the game. */
  url: string;
  /** An API token (`hgm_…`), or the token of a session. Otherwise `logIn` sets it, or a browser sends its cookie. */
  token?: string;
  /** See CallOptions. */
  timeoutMs?: number;
  patienceMs?: number;
  timers?: Timers;
}

export interface Client extends Calls {
  readonly token: string | null;
  /** Opens a live connection to your empire. A user has one; a newer connection replaces it. */
  live: (empireId: string, options?: LiveOptions) => Live;
}

/** Longer than the server delays a login while the password is being guessed. */
const loginTimeoutMs = 45_000;

type AnyRoute = Route<unknown[], unknown>;

/** Throws a TypeError for an invalid URL. The methods of the client never throw. */
export function createClient(settings: ClientSettings): Client {
  const wire: Wire = {
    origin: new URL(settings.url).origin,
    token: settings.token ?? null,
    timeoutMs: settings.timeoutMs ?? 10_000,
    patienceMs: settings.patienceMs ?? 75_000,
    timers: settings.timers ?? realTimers,
  };
  const callRoute = async (
    { method, path, sends }: AnyRoute,
    args: readonly unknown[],
  ): Promise<Result<unknown>> => {
    const ids = path.split('/:').length - 1;
    const input = sends === null ? undefined : args[ids];
    const options = args[ids + (sends === null ? 0 : 1)] as CallOptions | undefined;
    try {
      const address = addressOf(path, args.slice(0, ids), sends === 'query' ? input : undefined);
      return await call(wire, { method, path: address, body: sends === 'body' ? input : undefined }, options);
    } catch (error) {
      return refuse('VALIDATION_ERROR', 'The request cannot be sent', String(error));
    }
  };
  const calls = Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, (...args: unknown[]) => callRoute(route, args)]),
  ) as unknown as Calls;
  return {
    ...calls,
    logIn: async (credentials, options) => {
      const result = await calls.logIn(credentials, {
        timeoutMs: settings.timeoutMs ?? loginTimeoutMs,
        ...options,
      });
      if (result.ok) wire.token = result.data.token;
      return result;
    },
    get token() {
      return wire.token;
    },
    live: (empireId, options) => new Live(wire, empireId, options),
  };
}
