/**
 * Sends the event log of an empire to one socket: every entry once and in order, missed entries before new ones.
 * Entries come from the feed as they are committed; after a gap they are read from the database.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EmpireEvent } from '../contract/event-log.ts';
import type { ServerEvents } from '../contract/events.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { SocketQueries } from './queries.ts';

const flushPollMs = 10;
/** Pause between two pages, so that one backlog does not occupy the database. */
const pagePauseMs = 50;
const retryMs = 500;

/** The used part of a socket. */
interface Recipient {
  readonly connected: boolean;
  /** `writable`: everything sent so far was handed to the network. */
  readonly conn: { readonly transport: { readonly writable: boolean } };
  emit(name: 'empire_event', payload: ServerEvents['empire_event']): unknown;
}

export interface FollowerDeps {
  socket: Recipient;
  queries: Pick<SocketQueries, 'readEventLog'>;
  log: Log;
}

export class Follower {
  readonly empireId: string;
  readonly #deps: FollowerDeps;
  #sent: number;
  /** The highest entry number known to exist. */
  #latest: number;
  /** Unsent entries that are already read. */
  #prefetched: readonly EmpireEvent[];
  #reading: Promise<void> | null = null;
  #isEnded = false;

  private constructor(deps: FollowerDeps, empireId: string, after: number, page: readonly EmpireEvent[]) {
    this.#deps = deps;
    this.empireId = empireId;
    this.#sent = after;
    this.#latest = after;
    this.#prefetched = page;
  }

  /**
   * Reads the first page and sends nothing yet. Throws VALIDATION_ERROR for a number that no entry has yet.
   * @param after the number of the last entry that the client has; null: the client wants only new entries
   */
  static async create(deps: FollowerDeps, empireId: string, after: number | null): Promise<Follower> {
    const { events, last } = await deps.queries.readEventLog(empireId, after);
    return new Follower(deps, empireId, after ?? last, events);
  }

  /** The number of the last entry that was sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Sends a newly committed entry, or reads the entries before it first. */
  receive(event: EmpireEvent): void {
    if (event.number === this.#sent + 1 && this.#reading === null) this.#send(event);
    else this.expect(event.number);
  }

  /** Reads and sends all unsent entries up to this number. */
  expect(latest: number): void {
    this.#latest = Math.max(this.#latest, latest);
    if (this.#sent < this.#latest) void this.catchUp();
  }

  /** Reads and sends all unsent entries; retries after errors. Never rejects. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#readWithRetry().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  end(): void {
    this.#isEnded = true;
  }

  get #isFollowing(): boolean {
    return !this.#isEnded && this.#deps.socket.connected;
  }

  async #readWithRetry(): Promise<void> {
    while (this.#isFollowing) {
      try {
        await this.#read();
        return;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'sockets: reading an event log failed, retrying');
        // Sent entries no longer exist: the database was restored to an older state. Do not retry.
        if (error instanceof GameError && error.code === 'VALIDATION_ERROR') this.end();
        else await delay(retryMs, undefined, { ref: false });
      }
    }
  }

  async #read(): Promise<void> {
    const { socket, queries } = this.#deps;
    for (const event of this.#prefetched) this.#send(event);
    this.#prefetched = [];
    for (;;) {
      const { events, last } = await queries.readEventLog(this.empireId, this.#sent);
      this.#latest = Math.max(this.#latest, last);
      for (const event of events) this.#send(event);
      // Skip entries that are already deleted.
      if (events.length === 0) this.#sent = last;
      await waitUntilFlushed(socket);
      if (!this.#isFollowing || this.#sent >= this.#latest) return;
      await delay(pagePauseMs);
    }
  }

  #send(event: EmpireEvent): void {
    if (!this.#isFollowing || event.number <= this.#sent) return;
    this.#sent = event.number;
    this.#deps.socket.emit('empire_event', { empire_id: this.empireId, event });
  }
}

/** Back-pressure: buffers at most one page in memory for a slow client. */
async function waitUntilFlushed(socket: Recipient): Promise<void> {
  const isFlushed = (): boolean => !socket.connected || socket.conn.transport.writable;
  while (!isFlushed()) await delay(flushPollMs);
}
