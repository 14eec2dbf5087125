/** A live connection: the types of Socket.IO, `socket.data`, and limits. */
import type { Server, Socket } from 'socket.io';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../contract/events.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Follower } from './follower.ts';

const burst = 20;

export class TokenBucket {
  readonly #perSecond: number;
  #tokens = burst;
  #filledAt: number;

  /** Full at `startMs`: a burst of 20. */
  constructor(perSecond: number, startMs: number) {
    this.#perSecond = perSecond;
    this.#filledAt = startMs;
  }

  /** Returns false if no token was left. A clock that runs back adds none. */
  take(nowMs: number): boolean {
    const passedMs = Math.max(nowMs - this.#filledAt, 0);
    this.#tokens = Math.min(burst, this.#tokens + (passedMs / 1000) * this.#perSecond);
    this.#filledAt = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

export type EventName = keyof ServerEvents;
type Emitted = { [Name in EventName]: (payload: ServerEvents[Name]) => void };
type Received = {
  [Name in keyof ClientEvents]: (
    payload: unknown,
    acknowledge?: (acknowledgement: Acknowledgement) => void,
  ) => void;
};

export type GameServer = Server<Received, Emitted, Record<string, never>, SocketData>;
export type GameSocket = Socket<Received, Emitted, Record<string, never>, SocketData>;

const eventsPerSecond = 10;
/** Fewer: the response of request_update is the largest one, and reads the database. */
const updatesPerSecond = 1;

export class SocketData {
  readonly userId: string;
  readonly sessionId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the session was read, by the database clock. */
  readonly seenAt: number;
  isActive = false;
  /** As last reported by the database; `setEmpire` sets it. */
  empireId: string | null = null;
  /** Null before join_empire. */
  follower: Follower | null = null;
  readonly #bucket: TokenBucket;
  /** Null before the first request_update. */
  #updateBucket: TokenBucket | null = null;
  refusals = 0;
  /** Events sent since the network last took everything. */
  unsent = 0;
  /** Queued events of the client. */
  waiting = 0;
  /** Resolves when all of them have been handled. */
  queue = Promise.resolve();

  constructor({ userId, sessionId, expiresAt, seenAt }: Viewer, now: number) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.expiresAt = expiresAt;
    this.seenAt = seenAt;
    this.#bucket = new TokenBucket(eventsPerSecond, now);
  }

  /** False if the event is over a rate limit. */
  take(event: string, nowMs: number): boolean {
    if (!this.#bucket.take(nowMs)) return false;
    if (event !== 'request_update') return true;
    this.#updateBucket ??= new TokenBucket(updatesPerSecond, nowMs);
    return this.#updateBucket.take(nowMs);
  }
}

export function endConnection(socket: GameSocket, code: 'SESSION_ENDED' | 'SESSION_REPLACED'): void {
  socket.emit('error', { message: messageOf(code), code });
  socket.disconnect(true);
}

/** More than these wait only for a client that does not read. */
const maxUnsent = 1_024;

export type DeliveredCounts = Partial<Record<EventName, number>>;

/** Counts outgoing events, and closes the connection if too many are unsent. */
export function createOutgoingListener(delivered: DeliveredCounts) {
  return function (this: GameSocket, name: EventName): void {
    delivered[name] = (delivered[name] ?? 0) + 1;
    this.data.unsent = this.conn.transport.writable ? 0 : this.data.unsent + 1;
    // Without an error event, which the client would not read either.
    if (this.data.unsent > maxUnsent) this.conn.close(true);
  };
}
