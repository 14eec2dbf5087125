/**
 * Sends the event log of an empire to one connection: every entry once and in order. Entries come from the feed; after
 * a gap they are read from the database. Work for a client that does not read waits, so that nothing piles up in
 * memory.
 */
import type { EmpireEvent } from '../contract/event-log.ts';
import type { ServerEvents } from '../contract/events.ts';
import type { MachineTime } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import type { SocketQueries } from './queries.ts';

const flushPollMs = 10;

interface Flushable {
  readonly connected: boolean;
  readonly conn: { readonly transport: { readonly writable: boolean } };
}

/** Resolves when everything is sent, or the connection is closed. */
export async function waitUntilFlushed(socket: Flushable, time: MachineTime): Promise<void> {
  while (socket.connected && !socket.conn.transport.writable) await time.delay(flushPollMs);
}

/** So that one backlog does not occupy the database. */
const pagePauseMs = 50;
const retryMs = 500;

interface Recipient extends Flushable {
  emit(name: 'empire_event', payload: ServerEvents['empire_event']): unknown;
}

export interface FollowerDeps {
  queries: Pick<SocketQueries, 'readEventLog'>;
  time: MachineTime;
  log: Log;
}

/** Oldest entry first. */
type LogPage = Awaited<ReturnType<SocketQueries['readEventLog']>>;

export class Follower {
  readonly empireId: string;
  readonly #socket: Recipient;
  readonly #deps: FollowerDeps;
  /** The last entry that was sent; null before `start`. */
  #sent: number | null = null;
  /** The highest entry number known to exist. */
  #latest = 0;
  /** Already read but not sent. */
  #page: LogPage | null = null;
  #reading: Promise<void> | null = null;
  #isEnded = false;

  /** Sends nothing before `start`, but remembers which entries the feed reports. */
  constructor(deps: FollowerDeps, socket: Recipient, empireId: string) {
    this.#deps = deps;
    this.#socket = socket;
    this.empireId = empireId;
  }

  /**
   * @param after the number of the last entry that the client has; null: only new entries
   * @param page the entries after it, read after the feed began to report to this follower
   */
  start(after: number | null, page: LogPage): Promise<void> {
    this.#sent = after ?? page.last;
    this.#page = page;
    return this.catchUp();
  }

  get sent(): number {
    return this.#sent ?? 0;
  }

  /** Sends a newly committed entry, or reads the entries before it first. */
  receive(event: EmpireEvent): void {
    if (this.#sent !== null && event.number === this.#sent + 1 && this.#reading === null) this.#send(event);
    else this.expect(event.number);
  }

  /** Reads and sends all unsent entries up to this number. */
  expect(latest: number): void {
    this.#latest = Math.max(this.#latest, latest);
    if (this.#sent !== null && this.#sent < this.#latest) void this.catchUp();
  }

  /** Retries after errors. Never rejects. */
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
    return !this.#isEnded && this.#socket.connected;
  }

  async #readWithRetry(): Promise<void> {
    while (this.#isFollowing) {
      try {
        await this.#read();
        return;
      } catch (error) {
        this.#deps.log.warn({ err: error }, 'sockets: reading an event log failed, retrying');
        // The database was restored to an older state: sent entries no longer exist.
        if (error instanceof GameError && error.code === 'VALIDATION_ERROR') this.end();
        else await this.#deps.time.delay(retryMs);
      }
    }
  }

  async #read(): Promise<void> {
    for (;;) {
      const page = this.#page ?? (await this.#deps.queries.readEventLog(this.empireId, this.sent));
      this.#page = null;
      this.#latest = Math.max(this.#latest, page.last);
      for (const event of page.events) this.#send(event);
      // Skip entries that are already deleted.
      if (page.events.length === 0) this.#sent = page.last;
      // Buffers at most one page for a slow client.
      await waitUntilFlushed(this.#socket, this.#deps.time);
      if (!this.#isFollowing || this.sent >= this.#latest) return;
      await this.#deps.time.delay(pagePauseMs);
    }
  }

  #send(event: EmpireEvent): void {
    if (!this.#isFollowing || event.number <= this.sent) return;
    this.#sent = event.number;
    this.#socket.emit('empire_event', { empire_id: this.empireId, event });
  }
}
