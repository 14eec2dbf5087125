/**
 * Time as a dependency. Production uses the database's time, so that all instances agree. All moments are integer
 * milliseconds since 1970 (UTC).
 */
import { setTimeout as wait } from 'node:timers/promises';

/** For delays, timeouts, and moments that libraries compare with this machine's time. */
export interface MachineTime {
  now: () => number;
  /** Resolves early when the signal is aborted. */
  delay: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Keeps no process running. Returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void;
  /** Keeps no process running. Returns a function that ends it. */
  every: (ms: number, run: () => void) => () => void;
}

export const machineTime: MachineTime = {
  now: () => Date.now(),
  delay: (ms, signal) => wait(ms, undefined, { signal }).catch(() => undefined),
  after: (ms, run) => {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every: (ms, run) => {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

export interface Clock {
  /**
   * For rows that were just read.
   * @param databaseMs clock_timestamp() of the statement that read them
   */
  at(databaseMs: number): number;
  /** For scheduling. Outcomes of the game never depend on it. */
  now(): number;
  /** Returns a function that cancels it. */
  schedule(atMs: number, run: () => void): () => void;
  readonly machine: MachineTime;
}

/** The most that setTimeout takes; a longer timer fires immediately. */
const maxTimeoutMs = 2 ** 31 - 1;

/** This machine's clock, corrected by the observed offset of the database's clock. */
export class DatabaseClock implements Clock {
  readonly machine = machineTime;
  /** Null before the first reading. */
  #offsetMs: number | null = null;

  at(databaseMs: number): number {
    const ms = Math.floor(databaseMs);
    const observedMs = ms - machineTime.now();
    // Results arrive late, never early, so the largest observed offset is the most accurate. It falls slowly, because
    // clocks drift and are set.
    const offsetMs = this.#offsetMs ?? observedMs;
    const fallMs = Math.max(1, Math.floor((offsetMs - observedMs) / 10));
    this.#offsetMs = Math.max(observedMs, offsetMs - fallMs);
    return ms;
  }

  now(): number {
    return machineTime.now() + (this.#offsetMs ?? 0);
  }

  schedule(atMs: number, run: () => void): () => void {
    let cancel: () => void;
    const arm = (): void => {
      const delayMs = Math.max(atMs - this.now(), 0);
      cancel = machineTime.after(Math.min(delayMs, maxTimeoutMs), delayMs > maxTimeoutMs ? arm : run);
    };
    arm();
    return () => cancel();
  }
}
