/**
 * The clock of the tests: it stands still until it is moved by hand. What was scheduled fires while it is
 * moved, in order of time, each at its own moment.
 */
import type { Clock } from '../../src/kernel/clock.ts';

interface Timer {
  atMs: number;
  number: number;
  run: () => void;
}

export class TestClock implements Clock {
  #nowMs: number;
  #timers: Timer[] = [];
  #scheduled = 0;

  /** @param startMs milliseconds since 1970; where a test does not care, the present */
  constructor(startMs: number = Date.now()) {
    this.#nowMs = startMs;
  }

  /** The test's moment, whatever the database says. */
  at(): number {
    return this.#nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  schedule(atMs: number, run: () => void): () => void {
    const timer = { atMs, number: (this.#scheduled += 1), run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves to `ms`, firing everything due on the way; backwards fires nothing. */
  set(ms: number): void {
    for (let timer = this.#takeDue(ms); timer !== null; timer = this.#takeDue(ms)) {
      this.#nowMs = Math.max(this.#nowMs, timer.atMs);
      timer.run();
    }
    this.#nowMs = ms;
  }

  /** Moves on by `ms`. */
  advance(ms: number): void {
    this.set(this.#nowMs + ms);
  }

  #takeDue(untilMs: number): Timer | null {
    let first: Timer | null = null;
    for (const timer of this.#timers) {
      if (timer.atMs > untilMs) continue;
      if (
        first === null ||
        timer.atMs < first.atMs ||
        (timer.atMs === first.atMs && timer.number < first.number)
      ) {
        first = timer;
      }
    }
    if (first !== null) this.#timers = this.#timers.filter((timer) => timer !== first);
    return first;
  }
}
