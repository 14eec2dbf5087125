/**
 * The world clock: finds due work and applies it. Any number of instances may run it; lateness never changes an
 * outcome.
 */
import { isRefusal } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import type { Log } from '../kernel/log.ts';
import { Sleeper } from '../kernel/sleeper.ts';
import type { WorldDeps } from './deps.ts';
import { dueWork, selectPresent, type ApplyDue } from './due-work.ts';
import { closeReigns } from './reigns.ts';

/** Items per transaction. */
const batchSize = 128;
/** Due work of a crashed instance is unknown to the others until their next poll. */
const maxSleepMs = 500;
const quarantineMs = 60_000;
/** While another transaction holds overdue work. */
const overduePauseMs = 50;

export class WorldClock {
  readonly #deps: WorldDeps;
  readonly #log: Log;
  readonly #sleeper: Sleeper;
  /** What the clock skips because its due work failed, and until when. */
  readonly #quarantine = new Map<string, number>();
  #running: Promise<void> | null = null;
  #stopped = false;
  #caughtUp = false;

  constructor(deps: WorldDeps, log: Log) {
    this.#deps = deps;
    this.#log = log;
    this.#sleeper = new Sleeper(deps.clock);
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
    this.#sleeper.wake();
    await this.#running;
  }

  /** Wakes the clock at this moment if it comes before the next poll. */
  expect(atMs: number): void {
    this.#sleeper.expect(atMs);
  }

  /** Returns the moment of the next poll, or null if no work is ahead. */
  async catchUp(): Promise<number | null> {
    while (!this.#stopped) {
      const { now, next, lastClosedReign } = await selectPresent(this.#deps);
      for (const [id, until] of this.#quarantine) if (now >= until) this.#quarantine.delete(id);
      let applied = 0;
      for (const { kind, apply } of dueWork) if (next[kind] <= now) applied += await this.#apply(apply, now);
      if (applied > 0) continue;
      await closeReigns(this.#deps, lastClosedReign, now);
      const nextAt = Math.min(...Object.values(next));
      // What is still overdue is held by another transaction or in quarantine.
      if (nextAt <= now) return now + overduePauseMs;
      return nextAt < Infinity ? nextAt : null;
    }
    return null;
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      this.#sleeper.reset();
      try {
        const next = await this.catchUp();
        this.#caughtUp = true;
        if (next !== null) this.expect(next);
      } catch (error) {
        this.#log.error({ err: error }, 'clock: query failed, retrying');
      }
      await this.#sleeper.sleep(maxSleepMs);
    }
  }

  /** Applies a batch; after a refusal one item at a time, to find what is broken. Returns 0 if nothing changed. */
  async #apply(apply: ApplyDue, until: number): Promise<number> {
    if (this.#stopped) return 0;
    const exceptIds = [...this.#quarantine.keys()];
    try {
      return await apply(this.#deps, { until, limit: batchSize, exceptIds, takenIds: [] });
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    let applied = 0;
    for (let count = 0; count < batchSize; count++) {
      const takenIds: string[] = [];
      try {
        applied += await apply(this.#deps, { until, limit: 1, exceptIds, takenIds });
      } catch (error) {
        if (takenIds.length === 0 || !isRefusal(error)) throw error;
        this.#quarantineAll(takenIds, until, error);
      }
      if (takenIds.length === 0) break;
      exceptIds.push(...takenIds);
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
