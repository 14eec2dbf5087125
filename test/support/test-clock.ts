/**
 * A clock that moves only when a test moves it. Timers fire during the move, in the order of their times, and see their
 * own time as the current time.
 */
import { machineTime, type Clock } from '../../src/kernel/clock.ts';

interface Timer {
  atMs: number;
  run: () => void;
}

export class TestClock implements Clock {
  readonly machine = machineTime;
  #nowMs: number;
  /** In the order in which they were scheduled. */
  #timers: Timer[] = [];

  /** @param startMs milliseconds since 1970 */
  constructor(startMs: number = Date.now()) {
    this.#nowMs = startMs;
  }

  /** The test's time; ignores the time of the database. */
  at(): number {
    return this.#nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  schedule(atMs: number, run: () => void): () => void {
    const timer = { atMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** The number of pending timers. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves to `ms` and fires every timer that is due by then. A move backwards fires nothing. */
  set(ms: number): void {
    for (let timer = this.#takeDue(ms); timer !== null; timer = this.#takeDue(ms)) {
      this.#nowMs = Math.max(this.#nowMs, timer.atMs);
      timer.run();
    }
    this.#nowMs = ms;
  }

  /** Moves forward by `ms`. */
  advance(ms: number): void {
    this.set(this.#nowMs + ms);
  }

  /** Takes the earliest timer, of several at one time the one that was scheduled first; null if none is due. */
  #takeDue(untilMs: number): Timer | null {
    const due = this.#timers.filter(({ atMs }) => atMs <= untilMs);
    const [first = null] = due.sort((a, b) => a.atMs - b.atMs);
    this.#timers = this.#timers.filter((timer) => timer !== first);
    return first;
  }
}
