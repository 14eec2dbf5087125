/**
 * The world clock: finds due work and applies it through the same transaction as every command. Any number of instances
 * may run it; lateness never changes an outcome.
 */
import { isRefusal, type Tx } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { attempt } from './attempt.ts';
import { enterBattleEnds } from './battle-ends.ts';
import { decideMeetings, selectDueMeetings, selectPresent } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { closeReigns } from './reigns.ts';
import { claimDue, deleteDueEmpires, type DueRow } from './rows/due-empires.ts';

const empiresPerTransaction = 128;
const transactionsPerPoll = 8;
const meetingsPerTransaction = 100;
const endsPerTransaction = 100;
/** Due work of a crashed instance is unknown to the others until their next poll. */
const maxSleepMs = 500;
const quarantineMs = 60_000;
/** While another transaction holds overdue work. */
const overduePauseMs = 50;

export class WorldClock {
  readonly #deps: WorldDeps;
  readonly #log: Log;
  /** What the clock skips because its due work failed, and until when. */
  readonly #quarantine = new Map<string, number>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #caughtUp = false;
  #wake = new AbortController();
  #cancelTimer: () => void = () => undefined;
  /** The end of the present sleep; -Infinity while awake. */
  #wakeAt = -Infinity;
  /** Announced since the last poll began. */
  #expected = Infinity;

  constructor(deps: WorldDeps, log: Log) {
    this.#deps = deps;
    this.#log = log;
  }

  /** Whether a poll has applied all due work since the start. */
  get caughtUp(): boolean {
    return this.#caughtUp;
  }

  get quarantined(): number {
    return this.#quarantine.size;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Stops after the current transaction. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake.abort();
    await this.#running;
  }

  /** Wakes the clock at this moment if it comes before the next poll. */
  expect(atMs: number): void {
    this.#expected = Math.min(this.#expected, atMs);
    if (atMs < this.#wakeAt) this.#arm(atMs);
  }

  /** Returns the moment of the next poll, or null if no work is ahead. */
  async catchUp(): Promise<number | null> {
    for (;;) {
      if (this.#stopped) return null;
      this.#expected = Infinity;
      const present = await selectPresent(this.#deps);
      const { now, nextMeetingAt, nextDueAt, nextEndAt, lastClosedReign } = present;
      for (const [id, until] of this.#quarantine) if (now >= until) this.#quarantine.delete(id);
      const meetings = nextMeetingAt !== null && nextMeetingAt <= now ? await this.#decideMeetings(now) : 0;
      const empires = nextDueAt !== null && nextDueAt <= now ? await this.#advanceEmpires(now) : 0;
      const ends = nextEndAt !== null && nextEndAt <= now ? await this.#enterEnds(now) : 0;
      if (meetings + empires + ends > 0) continue;
      await closeReigns(this.#deps, lastClosedReign, now);
      const next = Math.min(nextMeetingAt ?? Infinity, nextDueAt ?? Infinity, nextEndAt ?? Infinity);
      // What is still overdue is held by another transaction or in quarantine.
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

  async #sleepUntil(atMs: number): Promise<void> {
    this.#arm(atMs);
    await this.#deps.clock.machine.delay(maxSleepMs, this.#wake.signal);
    this.#cancelTimer();
    this.#wakeAt = -Infinity;
    this.#wake = new AbortController();
  }

  #arm(atMs: number): void {
    this.#cancelTimer();
    this.#wakeAt = atMs;
    if (atMs < Infinity) this.#cancelTimer = this.#deps.clock.schedule(atMs, () => this.#wake.abort());
  }

  async #decideMeetings(now: number): Promise<number> {
    const due = await selectDueMeetings(this.#deps.pool, now, meetingsPerTransaction + this.#quarantine.size);
    const meetings = due.filter(({ id }) => !this.#quarantine.has(id));
    if (meetings.length === 0) return 0;
    try {
      return await decideMeetings(this.#deps, meetings);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    let decided = 0;
    for (const meeting of meetings) {
      try {
        decided += await decideMeetings(this.#deps, [meeting]);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        this.#quarantineAll([meeting.id, ...meeting.party_ids], now, error);
      }
    }
    return decided;
  }

  #advanceEmpires(now: number): Promise<number> {
    return this.#inTransactions(now, empiresPerTransaction, (limit, onTake) => {
      let claimed: DueRow[] = [];
      const lock = async (tx: Tx): Promise<string[]> => {
        claimed = await claimDue(tx, now, limit, [...this.#quarantine.keys()]);
        const ids = [...new Set(claimed.map(({ empire_id }) => empire_id))];
        onTake(ids);
        return ids;
      };
      return attempt(this.#deps, { lock }, ({ world, blockedIds, tx }) => {
        const savedIds = new Set([...world.empires.keys()].filter((id) => !blockedIds.has(id)));
        const done = claimed.filter(({ empire_id }) => savedIds.has(empire_id));
        if (done.length > 0) tx.write(deleteDueEmpires, [JSON.stringify(done)]);
        return { value: savedIds.size, savedIds };
      });
    });
  }

  #enterEnds(now: number): Promise<number> {
    return this.#inTransactions(now, endsPerTransaction, (limit, onTake) =>
      enterBattleEnds(this.#deps, { now, limit, skippedIds: [...this.#quarantine.keys()] }, onTake),
    );
  }

  /**
   * After a refusal it continues one by one, to find what is broken.
   * @param apply applies up to `limit` items, which it names before; returns the number of applied ones
   */
  async #inTransactions(
    now: number,
    largest: number,
    apply: (limit: number, onTake: (ids: string[]) => void) => Promise<number>,
  ): Promise<number> {
    let applied = 0;
    try {
      for (let count = 0; count < transactionsPerPoll && !this.#stopped; count++) {
        const more = await apply(largest, () => undefined);
        applied += more;
        if (more < largest) break;
      }
      return applied;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    for (let count = 0; count < largest; count++) {
      let takenIds: string[] = [];
      try {
        applied += await apply(1, (ids) => {
          takenIds = ids;
        });
        if (takenIds.length === 0) break;
      } catch (error) {
        if (takenIds.length === 0 || !isRefusal(error)) throw error;
        this.#quarantineAll(takenIds, now, error);
      }
    }
    return applied;
  }

  #quarantineAll(ids: readonly string[], now: number, error: unknown): void {
    // BUSY: another transaction holds a lock, which passes without a quarantine.
    if (error instanceof GameError && error.code === 'BUSY') return;
    for (const id of ids) this.#quarantine.set(id, now + quarantineMs);
    this.#log.error({ err: error, ids }, 'clock: applying due work failed, retrying in 60 s');
  }
}
