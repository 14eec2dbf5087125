/** A bot's own limit of requests in any minute, well below the public rate limit. */
import { minuteMs } from '../../kernel/time.ts';

const windowMs = minuteMs;
/** Share of the public limit that a bot uses; the rest is for retries of the client. */
export const limitShare = 0.7;

export class Budget {
  readonly #max: number;
  #spentAt: number[] = [];

  /** @param limit requests per minute; 0: no limit */
  constructor(limit: number) {
    this.#max = limit === 0 ? Infinity : Math.max(1, Math.floor(limitShare * limit));
  }

  /** Requests left at that time. @param now milliseconds of a monotonic clock */
  leftAt(now: number): number {
    this.#spentAt = this.#spentAt.filter((at) => at > now - windowMs);
    return this.#max - this.#spentAt.length;
  }

  spend(now: number): void {
    if (this.#max !== Infinity) this.#spentAt.push(now);
  }
}
