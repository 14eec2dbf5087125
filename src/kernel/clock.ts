/**
 * Time as a dependency. Production uses the database's time, so that all instances agree; tests set the time
 * manually. All moments are integer milliseconds since 1970 (UTC).
 */

export interface Clock {
  /**
   * The moment to use for rows that were just read.
   * @param databaseMs clock_timestamp() of the statement that read them
   */
  at(databaseMs: number): number;
  /** The current time, for scheduling. Outcomes of the game never depend on it. */
  now(): number;
  /** Calls `run` once, when `now()` reaches `atMs`. Returns a function that cancels it. */
  schedule(atMs: number, run: () => void): () => void;
}

/** The maximum delay of setTimeout; a longer timer fires immediately. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The production clock: this machine's clock, corrected by the observed offset of the database's clock. */
export class DatabaseClock implements Clock {
  #offsetMs = 0;

  at(databaseMs: number): number {
    const ms = Math.floor(databaseMs);
    // Results arrive late, never early, so the largest observed offset is the most accurate. It falls by at most 1 ms
    // per reading, because clocks drift.
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
