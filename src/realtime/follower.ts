/**
 * Sends the event log of an empire to one connection: every entry once and in order, missed entries before new ones.
 * Entries come from the feed as they are committed; after a gap they are read from the database.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EmpireEvent } from '../contract/event-log.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { waitUntilFlushed, type Flushable } from './back-pressure.ts';
import { OutgoingEvent } from './outgoing-event.ts';
import type { LogPage, SocketQueries } from './queries.ts';

/** Pause between two pages, so that one backlog does not occupy the database. */
const pagePauseMs = 50;
const retryMs = 500;

/** The used part of a connection. */
interface Recipient extends Flushable {
  send(event: OutgoingEvent): void;
}

export interface FollowerDeps {
  queries: Pick<SocketQueries, 'readEventLog'>;
  log: Log;
}

/** The event that carries an entry. */
export function toOutgoing(empireId: string, event: EmpireEvent): OutgoingEvent {
  return new OutgoingEvent('empire_event', { empire_id: empireId, event });
}

export class Follower<To extends Recipient = Recipient> {
  readonly empireId: string;
  readonly recipient: To;
  readonly #deps: FollowerDeps;
  /** The number of the last entry that was sent; null before `start`. */
  #sent: number | null = null;
  /** The highest entry number known to exist. */
  #latest = 0;
  /** A page that is already read but not sent. */
  #page: LogPage | null = null;
  #reading: Promise<void> | null = null;
  #isEnded = false;

  /** Sends nothing before `start`, but remembers which entries the feed reports. */
  constructor(deps: FollowerDeps, recipient: To, empireId: string) {
    this.#deps = deps;
    this.recipient = recipient;
    this.empireId = empireId;
  }

  /**
   * Sends the first page, and all entries that were reported since it was read.
   * @param after the number of the last entry that the client has; null: the client wants only new entries
   * @param page the entries after it, read after the feed began to report to this follower
   */
  start(after: number | null, page: LogPage): Promise<void> {
    this.#sent = after ?? page.last;
    this.#page = page;
    return this.catchUp();
  }

  /** The number of the last entry that was sent. */
  get sent(): number {
    return this.#sent ?? 0;
  }

  /** Sends a newly committed entry, or reads the entries before it first. */
  receive(number: number, event: OutgoingEvent): void {
    if (this.#sent !== null && number === this.#sent + 1 && this.#reading === null) this.#send(number, event);
    else this.expect(number);
  }

  /** Reads and sends all unsent entries up to this number. */
  expect(latest: number): void {
    this.#latest = Math.max(this.#latest, latest);
    if (this.#sent !== null && this.#sent < this.#latest) void this.catchUp();
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
    return !this.#isEnded && this.recipient.isOpen;
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
    for (;;) {
      const page = this.#page ?? (await this.#deps.queries.readEventLog(this.empireId, this.sent));
      this.#page = null;
      this.#latest = Math.max(this.#latest, page.last);
      for (const event of page.events) this.#send(event.number, toOutgoing(this.empireId, event));
      // Skip entries that are already deleted.
      if (page.events.length === 0) this.#sent = page.last;
      // Buffers at most one page for a slow client.
      await waitUntilFlushed(this.recipient);
      if (!this.#isFollowing || this.sent >= this.#latest) return;
      await delay(pagePauseMs);
    }
  }

  #send(number: number, event: OutgoingEvent): void {
    if (!this.#isFollowing || number <= this.sent) return;
    this.#sent = number;
    this.recipient.send(event);
  }
}
