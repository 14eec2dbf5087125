/** Values that are read at most once per period and shared by all requests, for pages that strangers open often. */

/** One value for each key. */
export class TimedCache<T> {
  readonly #lastsMs: number;
  readonly #readings = new WeakMap<object, { at: number; value: Promise<T> }>();

  /** @param lastsMs how long a value is reused; a failed read is not cached */
  constructor(lastsMs: number) {
    this.#lastsMs = lastsMs;
  }

  /** The cached value, or a new read if it is too old. @param now of the game's clock */
  get(key: object, now: number, read: () => Promise<T>): Promise<T> {
    const latest = this.#readings.get(key);
    if (latest !== undefined && now - latest.at < this.#lastsMs) return latest.value;
    const reading = { at: now, value: read() };
    this.#readings.set(key, reading);
    reading.value.catch(() => {
      if (this.#readings.get(key) === reading) this.#readings.delete(key);
    });
    return reading.value;
  }
}
