/** How much of a limit a bot allows itself: some requests in any minute, far below what a player may. */
import { minuteMs } from '../../kernel/time.ts';

const windowMs = minuteMs;
/** Part of the public limit that is used; repeats of the client need some, too. */
export const partOfLimit = 0.7;

export class Budget {
  readonly #most: number;
  #spentAt: number[] = [];

  /** @param limit requests a minute; 0: no limit */
  constructor(limit: number) {
    this.#most = limit === 0 ? Infinity : Math.max(1, Math.floor(partOfLimit * limit));
  }

  /** What is left at this moment. @param now milliseconds, of any clock that never goes back */
  leftAt(now: number): number {
    this.#spentAt = this.#spentAt.filter((at) => at > now - windowMs);
    return this.#most - this.#spentAt.length;
  }

  spend(now: number): void {
    if (this.#most !== Infinity) this.#spentAt.push(now);
  }
}
