/** A value that is read at most once in so long and handed to everybody in between, for what strangers open often. */

interface Reading<T> {
  at: number;
  value: Promise<T>;
}

/** @param lastsMs how long a reading is handed out; one that fails is not held */
export class TimedCache<T> {
  readonly #lastsMs: number;
  #reading: Reading<T> | null = null;

  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  /** The held value, or a new reading where there is none that is young enough. @param now of the game's clock */
  get(now: number, read: () => Promise<T>): Promise<T> {
    if (this.#reading !== null && now - this.#reading.at < this.#lastsMs) return this.#reading.value;
    const reading = { at: now, value: read() };
    this.#reading = reading;
    reading.value.catch(() => {
      if (this.#reading === reading) this.#reading = null;
    });
    return reading.value;
  }
}
