/**
 * Carries the chronicle of an empire to one socket: every entry once, in order, what was missed before what is
 * new. The feed brings entries as they are committed; where one is missing in between they are read instead.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EmpireEvent } from '../contract/event-log.ts';
import type { ServerEvents } from '../contract/events.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { SocketQueries } from './queries.ts';

const pauseMs = 10;
/** Between two pages: nobody's backlog keeps the database to itself. */
const pagePauseMs = 50;
const retryMs = 500;

/** What is used of a socket. */
interface Recipient {
  readonly connected: boolean;
  /** `writable`: whether what was sent has been handed on to the network. */
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
  /** The number of the last entry that was sent. */
  #sent: number;
  /** The number of the latest entry that is known of. */
  #latest: number;
  /** Entries after the last that was sent, read already. */
  #ahead: readonly EmpireEvent[];
  #reading: Promise<void> | null = null;
  #isEnded = false;

  private constructor(deps: FollowerDeps, empireId: string, after: number, ahead: readonly EmpireEvent[]) {
    this.#deps = deps;
    this.empireId = empireId;
    this.#sent = after;
    this.#latest = after;
    this.#ahead = ahead;
  }

  /**
   * Looks where the chronicle stands; nothing is sent yet. Throws VALIDATION_ERROR for a number that no entry has
   * yet.
   * @param after the number of the last entry the client has; null: it has them all
   */
  static async begin(deps: FollowerDeps, empireId: string, after: number | null): Promise<Follower> {
    const { events, last } = await deps.queries.readEventLog(empireId, after);
    return new Follower(deps, empireId, after ?? last, events);
  }

  /** The number of the last entry that was sent. */
  get sent(): number {
    return this.#sent;
  }

  /** Takes an entry that has just been committed. */
  take(event: EmpireEvent): void {
    if (event.number === this.#sent + 1 && this.#reading === null) this.#send(event);
    else this.expect(event.number);
  }

  /** Takes note that there is an entry with this number; what is missing up to it is read. */
  expect(latest: number): void {
    this.#latest = Math.max(this.#latest, latest);
    if (this.#sent < this.#latest) void this.catchUp();
  }

  /** Reads and sends whatever has not been sent; tries until it has. Never rejects. */
  catchUp(): Promise<void> {
    this.#reading ??= this.#readPatiently().finally(() => {
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

  async #readPatiently(): Promise<void> {
    while (this.#isFollowing) {
      try {
        await this.#read();
        return;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'a chronicle could not be read; it is tried again');
        // What was sent is not there any more: the database has gone back to an older state.
        if (error instanceof GameError && error.code === 'VALIDATION_ERROR') this.end();
        else await delay(retryMs, undefined, { ref: false });
      }
    }
  }

  async #read(): Promise<void> {
    const { socket, queries } = this.#deps;
    for (const event of this.#ahead) this.#send(event);
    this.#ahead = [];
    for (;;) {
      const { events, last } = await queries.readEventLog(this.empireId, this.#sent);
      this.#latest = Math.max(this.#latest, last);
      for (const event of events) this.#send(event);
      // Entries that are no longer kept cannot be sent.
      if (events.length === 0) this.#sent = last;
      await waitUntilTaken(socket);
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

/** No more than a page at a time lies in the memory for a client that is slow to take it. */
async function waitUntilTaken(socket: Recipient): Promise<void> {
  const isTaken = (): boolean => !socket.connected || socket.conn.transport.writable;
  while (!isTaken()) await delay(pauseMs);
}
