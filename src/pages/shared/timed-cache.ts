/** A value that is read at most once per period and shared by all requests, for pages that strangers open often. */

interface Reading<T> {
  at: number;
  value: Promise<T>;
}

/** @param lastsMs how long a value is reused; a failed read is not cached */
export class TimedCache<T> {
  readonly #lastsMs: number;
  #reading: Reading<T> | null = null;

  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  /** The cached value, or a new read if it is too old. @param now of the game's clock */
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
