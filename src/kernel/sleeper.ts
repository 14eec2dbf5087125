/** Sleep that ends at an announced moment of the game's clock. */
import type { Clock } from './clock.ts';

export class Sleeper {
  readonly #clock: Clock;
  #alarm = new AbortController();
  /** The earliest announced moment since the last `reset`. */
  #wakeAt = Infinity;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Forgets what was announced. Call it before looking for work: what is announced later ends the next sleep. */
  reset(): void {
    this.#cancelTimer();
    this.#wakeAt = Infinity;
    this.#alarm = new AbortController();
  }

  /** Announces a moment. */
  expect(atMs: number): void {
    if (atMs >= this.#wakeAt) return;
    this.#cancelTimer();
    this.#wakeAt = atMs;
    this.#cancelTimer = this.#clock.schedule(atMs, () => this.wake());
  }

  wake(): void {
    this.#alarm.abort();
  }

  /** Lasts at most `maxMs` of real time. */
  sleep(maxMs: number): Promise<void> {
    return this.#clock.machine.delay(maxMs, this.#alarm.signal);
  }
}
