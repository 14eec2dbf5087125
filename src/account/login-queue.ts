/**
 * Delays attempts to log in to an account whose password is being guessed. Each attempt waits on its own, up to 30 s. If
 * too many wait, the one from where most attempts came is refused: an attacker cannot keep the owner out by waiting.
 */
import type { Response } from 'express';
import type { Clock } from '../kernel/clock.ts';
import { RateLimited } from '../kernel/errors.ts';
import { secondMs } from '../kernel/time.ts';

const maxDelayMs = 30 * secondMs;
/** Attempts that wait at once. Ten for an account are 20 guesses in a minute. */
const atOnce = { account: 10, instance: 200 };

/** How long an attempt waits: 1 s for the first one beyond the limit, then twice as long each time, up to 30 s. */
function delayMs(beyond: number): number {
  return beyond <= 0 ? 0 : Math.min(maxDelayMs, secondMs * 2 ** (beyond - 1));
}

export interface Attempt {
  /** The account, or the unknown name. */
  name: string;
  /** Attempts that came before this one and count for it, and this one. */
  count: number;
  /** Attempts for this name from the same network or device, and this one. */
  countHere: number;
}

interface Waiting extends Attempt {
  refuse: () => void;
}

const refusal = (): RateLimited => new RateLimited('a few logins of an account at a time', maxDelayMs);

export class LoginQueue {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Number of attempts that wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when the attempt may check its password. Throws RATE_LIMITED if too many wait, and if the client disconnects.
   * @param limit attempts that do not wait
   */
  async pass(attempt: Attempt, limit: number, response: Response): Promise<void> {
    const waitMs = delayMs(attempt.count - limit);
    if (waitMs === 0) return;
    this.#makeRoom(attempt);
    await new Promise<void>((resolve, reject) => {
      const refuse = (): void => {
        leave();
        reject(refusal());
      };
      const cancel = this.#clock.schedule(this.#clock.now() + waitMs, () => {
        leave();
        resolve();
      });
      const entry = { ...attempt, refuse };
      const leave = (): void => {
        cancel();
        response.off('close', refuse);
        this.#waiting.delete(entry);
      };
      this.#waiting.add(entry);
      response.once('close', refuse);
    });
  }

  /** If too many wait, refuses the one from where most attempts came: another, or the new one. */
  #makeRoom({ name, countHere }: Attempt): void {
    const waiting = [...this.#waiting];
    const ofName = waiting.filter((other) => other.name === name);
    if (waiting.length < atOnce.instance && ofName.length < atOnce.account) return;
    const crowd = ofName.length < atOnce.account ? waiting : ofName;
    const busiest = crowd.reduce((most, other) => (other.countHere > most.countHere ? other : most));
    if (busiest.countHere <= countHere) throw refusal();
    busiest.refuse();
  }
}
