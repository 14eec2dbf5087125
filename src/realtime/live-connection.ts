/**
 * One live connection of a user. It holds only what an idle connection needs: a server has thousands of them. The
 * types of Socket.IO with this server's events are here too.
 */
import type { Server, Socket } from 'socket.io';
import type { Acknowledgement, ClientEvents, ServerEvents } from '../contract/events.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { messageOf } from '../kernel/errors.ts';
import type { Follower } from './follower.ts';
import { isFlushed, isOverfull, OutgoingEvent, type EventName } from './outgoing-event.ts';
import { TokenBucket } from './token-bucket.ts';

type Emitted = { [Name in EventName]: (payload: ServerEvents[Name]) => void };
type Received = {
  [Name in keyof ClientEvents]: (payload: unknown, acknowledge?: (answer: Acknowledgement) => void) => void;
};

export type GameServer = Server<Received, Emitted, Record<string, never>, { connection: LiveConnection }>;
export type GameSocket = Socket<Received, Emitted, Record<string, never>, { connection: LiveConnection }>;

/** The number of sent events by name, once per socket. */
export type DeliveredCounts = Partial<Record<EventName, number>>;

const eventsPerSecond = 10;
/** Fewer: the response of request_update is the largest one, and reads the database. */
const updatesPerSecond = 1;

export class LiveConnection {
  readonly socket: GameSocket;
  readonly userId: string;
  readonly sessionId: string;
  /** When the session ends, in milliseconds since 1970. */
  readonly expiresAt: number;
  /** When the session was read, by the database clock. */
  readonly seenAt: number;
  /** It is the active connection of its user. */
  isActive = false;
  /** The user's empire as last reported by the database; `Connections` sets it. */
  empireId: string | null = null;
  /** Sends the event log of the joined empire; null before join_empire. */
  follower: Follower<LiveConnection> | null = null;
  readonly #bucket: TokenBucket;
  /** The limit of request_update; null before the first one. */
  #updateBucket: TokenBucket | null = null;
  /** Rises with each event over the rate limit, falls with each accepted one. */
  refusals = 0;
  /** The number of queued events. */
  waiting = 0;
  /** Resolves when all queued events have been handled; null if there are none. */
  queue: Promise<void> | null = null;
  readonly #delivered: DeliveredCounts;

  constructor(socket: GameSocket, viewer: Viewer, now: number, delivered: DeliveredCounts) {
    this.socket = socket;
    this.userId = viewer.userId;
    this.sessionId = viewer.sessionId;
    this.expiresAt = viewer.expiresAt;
    this.seenAt = viewer.seenAt;
    this.#bucket = new TokenBucket(eventsPerSecond, now);
    this.#delivered = delivered;
  }

  get isOpen(): boolean {
    return this.socket.connected;
  }

  /** Everything sent so far was handed to the network. */
  get isFlushed(): boolean {
    return isFlushed(this.socket.conn);
  }

  /** Counts an event of the client; returns false if it is over a rate limit. */
  take(event: string, nowMs: number): boolean {
    if (!this.#bucket.take(nowMs)) return false;
    if (event !== 'request_update') return true;
    this.#updateBucket ??= new TokenBucket(updatesPerSecond, nowMs);
    return this.#updateBucket.take(nowMs);
  }

  /** Sends an event that other connections may receive too. */
  send(event: OutgoingEvent): void {
    if (!this.socket.connected) return;
    this.#delivered[event.name] = (this.#delivered[event.name] ?? 0) + 1;
    event.sendTo(this.socket.conn);
    // Without an error event, which the client would not read either.
    if (isOverfull(this.socket.conn)) this.socket.conn.close(true);
  }

  /** Sends an event to this connection only. */
  emit<Name extends EventName>(name: Name, payload: ServerEvents[Name]): void {
    this.send(new OutgoingEvent(name, payload));
  }

  /** Sends the reason and closes the connection. */
  disconnect(code: 'SESSION_ENDED' | 'SESSION_REPLACED'): void {
    this.emit('error', { message: messageOf(code), code });
    this.socket.disconnect(true);
  }
}

/** Sends an event to each of these connections; encodes it only if there is one. */
export function send(recipients: Iterable<LiveConnection>, event: OutgoingEvent): void {
  for (const connection of recipients) connection.send(event);
}
