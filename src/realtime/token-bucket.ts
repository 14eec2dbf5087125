/** A rate limit: a number of events per second, with a burst. */

const burst = 20;

export class TokenBucket {
  readonly #perSecond: number;
  #tokens = burst;
  #filledAt: number;

  /** Full at `startMs`: a burst of 20. */
  constructor(perSecond: number, startMs: number) {
    this.#perSecond = perSecond;
    this.#filledAt = startMs;
  }

  /** Takes a token; returns false if none was left. A clock that runs back adds no tokens. */
  take(nowMs: number): boolean {
    const passedMs = Math.max(nowMs - this.#filledAt, 0);
    this.#tokens = Math.min(burst, this.#tokens + (passedMs / 1000) * this.#perSecond);
    this.#filledAt = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
