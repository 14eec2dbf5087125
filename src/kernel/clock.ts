/**
 * Time as an object that is passed in. In production it is the database's time, so that every instance
 * agrees; a test's is set by hand. All moments are milliseconds since 1970 (UTC), integers.
 */

export interface Clock {
  /**
   * The moment to use for rows that were just read.
   * @param databaseMs clock_timestamp() of the statement that read them
   */
  at(databaseMs: number): number;
  /** The present moment, for choosing what to wake for. Outcomes never depend on it. */
  now(): number;
  /** Calls `run` once when `now()` has reached `atMs`; returns a function that cancels. */
  schedule(atMs: number, run: () => void): () => void;
}

/** Longest delay of setTimeout; a longer one would fire at once. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The clock of production: this machine's, corrected by the difference seen to the database's. */
export class DatabaseClock implements Clock {
  #offsetMs = 0;

  at(databaseMs: number): number {
    const ms = Math.floor(databaseMs);
    // An answer is handled a little late, never early: the largest difference is the best one. It is let go of
    // slowly, for clocks drift.
    this.#offsetMs = Math.max(ms - Date.now(), this.#offsetMs - 1);
    return ms;
  }

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  schedule(atMs: number, run: () => void): () => void {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const delayMs = atMs - this.now();
      timer = setTimeout(delayMs > maxTimeoutMs ? arm : run, Math.min(Math.max(delayMs, 0), maxTimeoutMs));
      timer.unref();
    };
    arm();
    return () => {
      clearTimeout(timer);
    };
  }
}

/** A moment as it stands on the wire: ISO 8601, UTC, milliseconds. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
