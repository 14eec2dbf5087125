/**
 * Limits requests with unknown tokens, per network and minute: a guessed token would be a session. Tokens of sessions
 * in use stay valid. Each instance counts for itself.
 */
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { GameError } from '../../kernel/errors.ts';
import { minuteMs } from '../../kernel/time.ts';
import { networkOf } from './client-address.ts';

const maxNetworks = 10_000;
const maxInUse = 10_000;

export class UnknownTokens {
  readonly #limit: number;
  readonly #counts = new LRUCache<string, number>({ max: maxNetworks, ttl: minuteMs, noUpdateTTL: true });
  readonly #inUse = new LRUCache<string, true>({ max: maxInUse });

  /** @param limit per network and minute; 0: no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  refuseIfBlocked(request: Request, token: string | null): void {
    if (this.#limit === 0 || (token !== null && this.#inUse.has(token))) return;
    if ((this.#counts.get(networkOf(request)) ?? 0) >= this.#limit) throw new GameError('RATE_LIMITED');
  }

  /** Null counts as an unknown token. */
  note(request: Request, token: string | null, isKnown: boolean): void {
    if (token !== null && isKnown) {
      this.#inUse.set(token, true);
      return;
    }
    if (token !== null) this.#inUse.delete(token);
    const network = networkOf(request);
    this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1);
  }
}
