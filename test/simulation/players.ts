/** What players do: requests with a session and an idempotency key, as the HTTP layer runs them; logins and logouts. */
import { promisify } from 'node:util';
import { deleteAccount } from '../../src/account/deletion.ts';
import type { EmpireEvent } from '../../src/contract/event-log.ts';
import { ConnectionLost } from '../../src/db/transaction.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { callerOf, type IdempotencyKey } from '../../src/world/idempotency/caller.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { bindServices } from '../../src/world/services.ts';
import { dayMs } from '../support/worlds.ts';
import type { Server } from './server.ts';
import type { Order } from './orders.ts';
import { tokenOf } from '../wire/playground.ts';
import type { SimulatedTime } from '../wire/time.ts';

export interface Player {
  empire: Empire;
  /** Of its latest session, which may have ended. */
  token: string;
  /** How often it has begun to log in: each login opens another session. */
  logins: number;
  /** When the end of each session was acknowledged. */
  ended: Map<string, number>;
  /** Whether its account is or was to be deleted. */
  isLeaving: boolean;
  /** The event log, as the program of the player has received it. */
  seen: EmpireEvent[];
  /** Armies that it has heard of. */
  armyIds: string[];
}

/** What the player knows of an attempt. `failed`: it certainly had no effect. */
type AttemptState = 'waiting' | 'acknowledged' | 'refused' | 'failed' | 'unknown';

interface Attempt {
  instance: Server;
  token: string;
  /** Whether its session had ended before. */
  isLate: boolean;
  state: AttemptState;
  answer: string;
  /** Whether earlier attempts were without an answer when it began, and none was under way. */
  isRepetition: boolean;
}

/** What the player knows of a request. `undecided`: it is not known, and the player has no session or key to repeat it. */
export type RequestState = AttemptState | 'undecided';

export interface Request extends Order {
  number: number;
  key: IdempotencyKey;
  attempts: Attempt[];
}

export function stateOf({ attempts, isKeyless = false }: Request): RequestState {
  const has = (wanted: AttemptState): boolean => attempts.some(({ state }) => state === wanted);
  if (has('acknowledged')) return 'acknowledged';
  if (has('waiting')) return 'waiting';
  if (!has('unknown')) return has('refused') ? 'refused' : 'failed';
  if (isKeyless) return 'undecided';
  const last = attempts.findLast(({ isRepetition, state }) => isRepetition && state === 'refused');
  if (last === undefined || last.answer === 'BUSY') return 'unknown';
  return last.answer === 'AUTH_REQUIRED' ? 'undecided' : 'refused';
}

export function makePlayers(world: WorldSlice): Player[] {
  return [...world.empires.values()]
    .filter(({ kind }) => kind === 'player')
    .map((empire) => ({
      ...{ empire, token: tokenOf(empire.ownerId), logins: 0, ended: new Map(), isLeaving: false, seen: [] },
      armyIds: empire.armies.map(({ id }) => id),
    }));
}

export function newRequest(number: number, order: Order): Request {
  const { empire } = order.player;
  const key = {
    userId: empire.ownerId,
    digest: `request-${number}`.padEnd(11, '-'),
    bodyDigest: '00000000',
    storesResponse: true,
  };
  return { ...order, words: `${order.words} by ${empire.name}`, number, key, attempts: [] };
}

/** SQLSTATEs that a refusal or a repetition should take the place of: data, constraints, deadlocks, wrong statements. */
export const isDatabaseError = /^(22|23|40|42)[\dA-Z]{3}$/;

export const codeOf = (error: unknown): string =>
  String(error instanceof Error && 'code' in error ? error.code : error);

/** Sends a request, or repeats it with its key. Never rejects. */
export async function send(request: Request, instance: Server): Promise<void> {
  const { player, key, isKeyless = false, operation, attempts } = request;
  const { token } = player;
  const isRepetition = stateOf(request) === 'unknown';
  const attempt: Attempt = {
    ...{ instance, token, isLate: player.ended.has(token), state: 'waiting', answer: '', isRepetition },
  };
  attempts.push(attempt);
  const settle = (state: AttemptState, answer: string): void => {
    Object.assign(attempt, { state, answer });
  };
  try {
    const viewer = await instance.sessions.find(token);
    if (viewer === null) throw new GameError('AUTH_REQUIRED');
    const services = bindServices(instance.services, callerOf(viewer, isKeyless ? null : key));
    const run = (): Promise<unknown> => operation({ services, viewer });
    settle('acknowledged', String(await (isKeyless ? run() : instance.withIdempotency(key, run))));
  } catch (error) {
    if (error instanceof GameError) settle('refused', error.code);
    else if (error instanceof ConnectionLost && error.code !== '08007') settle('failed', error.code);
    else settle('unknown', codeOf(error));
  }
}

/** Ends the session, or opens a new one. Rejects without an answer: the player does not know then. */
export async function changeSession(
  player: Player,
  { sessions }: Server,
  time: SimulatedTime,
): Promise<void> {
  const { token, ended, empire } = player;
  if (!ended.has(token)) {
    await promisify(sessions.destroy.bind(sessions))(token);
    ended.set(token, time.now);
    return;
  }
  player.logins += 1;
  const fresh = `${player.logins}${tokenOf(empire.ownerId)}`.slice(0, 43);
  const data = {
    ...{ cookie: { expires: new Date(time.now + 365 * dayMs) } as never, ip_address: null, user_agent: null },
    ...{ user_id: empire.ownerId, created_at: time.now },
  };
  await promisify(sessions.set.bind(sessions))(fresh, data);
  player.token = fresh;
}

/** Deletes the account at once, as an operator does. Rejects without an answer: it may be there still. */
export async function endAccount(player: Player, { services }: Server, time: SimulatedTime): Promise<void> {
  const { token, empire, ended } = player;
  player.isLeaving = true;
  const isDeleted = await deleteAccount(services, { id: empire.ownerId, empire_id: empire.id });
  if (isDeleted) ended.set(token, ended.get(token) ?? time.now);
}
