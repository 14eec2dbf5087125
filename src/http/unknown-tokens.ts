/**
 * Limits requests with tokens that belong to no session, per address and minute: each costs a lookup, and a guessed
 * token would be a session. Each instance counts for itself.
 */
import { LRUCache } from 'lru-cache';
import { minuteMs } from '../kernel/time.ts';

const maxAddresses = 10_000;

export class UnknownTokens {
  readonly #limit: number;
  readonly #counts = new LRUCache<string, number>({ max: maxAddresses, ttl: minuteMs, noUpdateTTL: true });

  /** @param limit per address and minute; 0: no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the address has presented too many unknown tokens. */
  isBlocked(address: string): boolean {
    return this.#limit > 0 && (this.#counts.get(address) ?? 0) >= this.#limit;
  }

  note(address: string): void {
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }
}
