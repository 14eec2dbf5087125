/**
 * The world clock: finds due work and applies it through the same transaction as every command. Any number of
 * instances may run it; lateness never changes an outcome.
 */
import { z } from 'zod';
import { uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { isRefusal } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { decideContacts, selectDue, selectPresent } from './contacts.ts';
import { afterCommit, type CommittedChange, type WorldDeps } from './deps.ts';
import { changeEmpires } from './empire-transaction.ts';

const empiresPerTransaction = 64;
const contactsPerTransaction = 100;
/** Due work that a crashed instance left behind is unknown to the other instances until their next poll. */
const maxSleepMs = 500;
const quarantineMs = 60_000;
/** The pause before the next poll while another transaction holds overdue work. */
const overduePauseMs = 50;

// Claims empires instead of single due events: no other transaction works on a claimed empire, so its order is kept.
const claimDueEmpires = statement(
  'claimDueEmpires',
  `SELECT id FROM empires WHERE next_due <= $1 AND id <> ALL ($3::uuid[])
   ORDER BY next_due LIMIT $2 FOR NO KEY UPDATE SKIP LOCKED`,
  z.strictObject({ id: uuid }),
);

export class WorldClock {
  readonly #deps: WorldDeps;
  readonly #log: Log;
  /** Empires and contacts that failed to advance because of a bug, and until when the clock skips them. */
  readonly #quarantine = new Map<string, number>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #caughtUp = false;
  #wake: (() => void) | null = null;
  #cancelTimer: () => void = () => undefined;
  #wakeAt = Infinity;
  /** The earliest moment announced since the last poll began. */
  #expected = Infinity;

  constructor(deps: WorldDeps, log: Log) {
    this.#deps = deps;
    this.#log = log;
  }

  /** Whether a poll has applied all due work at least once since the start. */
  get caughtUp(): boolean {
    return this.#caughtUp;
  }

  /** The number of empires and contacts that failed to advance and are skipped for now. */
  get quarantined(): number {
    return this.#quarantine.size;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops after the current transaction. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake?.();
    await this.#running;
  }

  /** Announces due work at this moment. The clock wakes for it if it comes before the next poll. */
  expect(atMs: number): void {
    this.#expected = Math.min(this.#expected, atMs);
    if (this.#wake === null || atMs >= this.#wakeAt) return;
    this.#arm(atMs);
  }

  /** Applies all work that is due now. Returns the moment of the next poll, or null if no work is ahead. */
  async catchUp(): Promise<number | null> {
    for (;;) {
      if (this.#stopped) return null;
      this.#expected = Infinity;
      const { now, nextContactAt, nextDueAt } = await selectPresent(this.#deps);
      for (const [id, until] of this.#quarantine) if (now >= until) this.#quarantine.delete(id);
      const contacts = nextContactAt !== null && nextContactAt <= now ? await this.#decideContacts(now) : 0;
      const empires = nextDueAt !== null && nextDueAt <= now ? await this.#advanceEmpires(now) : 0;
      if (contacts + empires > 0) continue;
      const next = Math.min(nextContactAt ?? Infinity, nextDueAt ?? Infinity);
      // Work that is still overdue is held by another transaction or in quarantine.
      if (next <= now) return now + overduePauseMs;
      return next < Infinity ? next : null;
    }
  }

  async #run(): Promise<void> {
    do {
      let next: number | null = null;
      try {
        next = await this.catchUp();
        this.#caughtUp = true;
      } catch (error) {
        this.#log.error({ err: error }, 'clock: query failed, retrying');
      }
      await this.#sleepUntil(Math.min(next ?? Infinity, this.#expected));
    } while (!this.#stopped);
  }

  #sleepUntil(atMs: number): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const cap = setTimeout(() => this.#wake?.(), maxSleepMs);
      this.#wake = () => {
        clearTimeout(cap);
        this.#cancelTimer();
        this.#wake = null;
        this.#wakeAt = Infinity;
        resolve();
      };
      if (atMs < Infinity) this.#arm(atMs);
    });
  }

  #arm(atMs: number): void {
    this.#cancelTimer();
    this.#wakeAt = atMs;
    this.#cancelTimer = this.#deps.clock.schedule(atMs, () => this.#wake?.());
  }

  async #decideContacts(now: number): Promise<number> {
    const due = await selectDue(this.#deps.pool, now, contactsPerTransaction + this.#quarantine.size);
    const contacts = due.filter(({ id }) => !this.#quarantine.has(id));
    if (contacts.length === 0) return 0;
    try {
      return await decideContacts(this.#deps, contacts);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    let decided = 0;
    for (const contact of contacts) {
      try {
        decided += await decideContacts(this.#deps, [contact]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.#quarantineAll([contact.id, contact.attacker_id, contact.defender_id], now, error);
      }
    }
    return decided;
  }

  async #advanceEmpires(now: number): Promise<number> {
    try {
      return await this.#advanceDue(now, empiresPerTransaction);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    let committed = 0;
    for (let count = 0; count < empiresPerTransaction; count++) committed += await this.#advanceDue(now, 1);
    return committed;
  }

  /** Claims up to `limit` due empires and advances them to now. Returns the number of advanced empires. */
  async #advanceDue(now: number, limit: number): Promise<number> {
    let claimed: string[] = [];
    let committed: CommittedChange | null;
    try {
      ({ committed } = await changeEmpires(this.#deps, {
        lock: async (tx) => {
          const rows = await select(tx, claimDueEmpires, [now, limit, [...this.#quarantine.keys()]]);
          return (claimed = rows.map(({ id }) => id));
        },
        announces: false,
        change: ({ world, blockedIds }) => ({
          value: null,
          savedIds: new Set([...world.empires.keys()].filter((id) => !blockedIds.has(id))),
        }),
      }));
    } catch (error) {
      const [claimedId] = claimed;
      if (limit > 1 || claimedId === undefined || !isRefusal(error)) throw error;
      this.#quarantineAll([claimedId], now, error);
      return 0;
    }
    if (committed === null) return 0;
    afterCommit(this.#deps, committed);
    return committed.changed.empires.size;
  }

  #quarantineAll(ids: readonly string[], now: number, error: unknown): void {
    // BUSY means that another transaction holds a lock for longer than usual, which passes without a quarantine.
    if (error instanceof GameError && error.code === 'BUSY') return;
    for (const id of ids) this.#quarantine.set(id, now + quarantineMs);
    this.#log.error({ err: error, ids }, 'clock: applying due work failed, retrying in 60 s');
  }
}
