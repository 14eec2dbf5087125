/** A live connection: the types of Socket.IO with this server's events, what `socket.data` holds, and its limits. */
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

  /** Takes a token; returns false if none was left. A clock that runs back adds no tokens. */
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
  [Name in keyof ClientEvents]: (payload: unknown, acknowledge?: (answer: Acknowledgement) => void) => void;
};

export type GameServer = Server<Received, Emitted, Record<string, never>, SocketData>;
export type GameSocket = Socket<Received, Emitted, Record<string, never>, SocketData>;

const eventsPerSecond = 10;
/** Fewer: the response of request_update is the largest one, and reads the database. */
const updatesPerSecond = 1;

/** What the server knows of a connection. */
export class SocketData {
  readonly userId: string;
  readonly sessionId: string;
  /** When the session ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the session was read, by the database clock. */
  readonly seenAt: number;
  /** It is the active connection of its user. */
  isActive = false;
  /** The user's empire as last reported by the database; `setEmpire` sets it. */
  empireId: string | null = null;
  /** Sends the event log of the joined empire; null before join_empire. */
  follower: Follower | null = null;
  readonly #bucket: TokenBucket;
  /** The limit of request_update; null before the first one. */
  #updateBucket: TokenBucket | null = null;
  /** Rises with each event over the rate limit, falls with each accepted one. */
  refusals = 0;
  /** Events sent since the network last took everything. */
  unsent = 0;
  /** The number of queued events of the client. */
  waiting = 0;
  /** Resolves when all queued events have been handled. */
  queue = Promise.resolve();

  constructor({ userId, sessionId, expiresAt, seenAt }: Viewer, now: number) {
    this.userId = userId;
    this.sessionId = sessionId;
    this.expiresAt = expiresAt;
    this.seenAt = seenAt;
    this.#bucket = new TokenBucket(eventsPerSecond, now);
  }

  /** Counts an event of the client; returns false if it is over a rate limit. */
  take(event: string, nowMs: number): boolean {
    if (!this.#bucket.take(nowMs)) return false;
    if (event !== 'request_update') return true;
    this.#updateBucket ??= new TokenBucket(updatesPerSecond, nowMs);
    return this.#updateBucket.take(nowMs);
  }
}

/** Sends the reason and closes the connection. */
export function endConnection(socket: GameSocket, code: 'SESSION_ENDED' | 'SESSION_REPLACED'): void {
  socket.emit('error', { message: messageOf(code), code });
  socket.disconnect(true);
}

/** More than these wait only for a client that does not read. */
const maxUnsent = 1_024;

/** Counts the events that are sent, once per socket, by name. */
export type DeliveredCounts = Partial<Record<EventName, number>>;

/** Returns a listener of all outgoing events: it counts them, and closes the connection if too many are unsent. */
export function createOutgoingListener(delivered: DeliveredCounts) {
  return function (this: GameSocket, name: EventName): void {
    delivered[name] = (delivered[name] ?? 0) + 1;
    this.data.unsent = this.conn.transport.writable ? 0 : this.data.unsent + 1;
    // Without an error event, which the client would not read either.
    if (this.data.unsent > maxUnsent) this.conn.close(true);
  };
}
