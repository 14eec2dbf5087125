/**
 * Delays logins to an account whose password is being guessed. Each attempt waits on its own. If too many wait, one
 * from where most attempts came is refused: an attacker cannot keep the owner out.
 */
import type { Response } from 'express';
import type { Clock } from '../kernel/clock.ts';
import { RateLimited } from '../kernel/errors.ts';
import { secondMs } from '../kernel/time.ts';

const maxDelayMs = 30 * secondMs;
/** Ten waiting attempts for an account are 20 guesses in a minute. */
const atOnce = { account: 10, instance: 200 };

/** 1 s for the first attempt beyond the limit, doubled each time, up to 30 s. */
function delayMs(beyond: number): number {
  return beyond <= 0 ? 0 : Math.min(maxDelayMs, secondMs * 2 ** (beyond - 1));
}

export interface Attempt {
  /** The account, or the unknown name. */
  name: string;
  /** The counters in which it counts. */
  keys: readonly string[];
  /** Attempts so far that count for it, itself included. */
  count: number;
  /** Those for this name from the same network or device, itself included. */
  countHere: number;
}

interface Waiting extends Attempt {
  refuse: () => void;
  /** Restarts its delay for its present count. */
  wait: () => void;
}

const refusal = (): RateLimited => new RateLimited('a few logins of an account at a time', maxDelayMs);

export class LoginQueue {
  readonly #clock: Clock;
  readonly #waiting = new Set<Waiting>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Resolves when the attempt may check its password. Throws RATE_LIMITED if too many wait, and if the client
   * disconnects.
   * @param limit attempts that do not wait
   */
  async pass(attempt: Attempt, limit: number, response: Response): Promise<void> {
    if (attempt.count <= limit) return;
    this.#makeRoom(attempt);
    const since = this.#clock.now();
    await new Promise<void>((resolve, reject) => {
      let cancel = (): void => undefined;
      const leave = (): void => {
        cancel();
        response.off('close', refuse);
        this.#waiting.delete(entry);
      };
      const refuse = (): void => {
        leave();
        reject(refusal());
      };
      const pass = (): void => {
        leave();
        resolve();
      };
      const wait = (): void => {
        cancel();
        const until = since + delayMs(entry.count - limit);
        if (until <= this.#clock.now()) pass();
        else cancel = this.#clock.schedule(until, pass);
      };
      const entry: Waiting = { ...attempt, refuse, wait };
      this.#waiting.add(entry);
      response.once('close', refuse);
      wait();
    });
  }

  /** A successful attempt counts no more, which shortens the delay of others. */
  forgive(keys: readonly string[]): void {
    for (const entry of this.#waiting) {
      const shared = entry.keys.filter((key) => keys.includes(key)).length;
      if (shared === 0) continue;
      const isFromHere = shared === entry.keys.length;
      if (isFromHere) entry.countHere -= 1;
      entry.count = Math.max(entry.count - 1, entry.countHere);
      entry.wait();
    }
  }

  /** May refuse the new one. */
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
