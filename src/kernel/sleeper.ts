/** Sleep that ends at an announced moment of the game's clock. */
import type { Clock } from './clock.ts';

export class Sleeper {
  readonly #clock: Clock;
  #alarm = new AbortController();
  #wakeAt = Infinity;
  #isAsleep = false;
  #cancelTimer: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call it before looking for work: what is announced later ends the next sleep. */
  reset(): void {
    this.#wakeAt = Infinity;
    this.#alarm = new AbortController();
  }

  expect(atMs: number): void {
    if (atMs >= this.#wakeAt) return;
    this.#wakeAt = atMs;
    if (this.#isAsleep) this.#setTimer();
  }

  wake(): void {
    this.#alarm.abort();
  }

  /** Lasts at most `maxMs` of real time. There is a timer only meanwhile. */
  async sleep(maxMs: number): Promise<void> {
    this.#isAsleep = true;
    this.#setTimer();
    await this.#clock.machine.delay(maxMs, this.#alarm.signal);
    this.#isAsleep = false;
    this.#cancelTimer();
  }

  #setTimer(): void {
    this.#cancelTimer();
    if (this.#wakeAt < Infinity) this.#cancelTimer = this.#clock.schedule(this.#wakeAt, () => this.wake());
  }
}
