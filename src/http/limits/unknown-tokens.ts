/**
 * Limits requests with tokens that belong to no session, per network and minute: each costs a lookup, and a guessed
 * token would be a session. Each instance counts for itself.
 */
import { LRUCache } from 'lru-cache';
import { minuteMs } from '../../kernel/time.ts';

const maxNetworks = 10_000;

export class UnknownTokens {
  readonly #limit: number;
  readonly #counts = new LRUCache<string, number>({ max: maxNetworks, ttl: minuteMs, noUpdateTTL: true });

  /** @param limit per network and minute; 0: no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Whether the network has presented too many unknown tokens. */
  isBlocked(network: string): boolean {
    return this.#limit > 0 && (this.#counts.get(network) ?? 0) >= this.#limit;
  }

  note(network: string): void {
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }
}
