/** Runs a request once per idempotency key; a repeated request gets the stored response. */
import { constraintOf } from '../db/constraints.ts';
import type { Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { IdempotencyKey } from './key.ts';
import { findResponse } from './store.ts';

/** Returns the response stored under the key, or runs the request; the result is JSON. */
export type WithIdempotency = (key: IdempotencyKey, run: () => Promise<unknown>) => Promise<string>;

/**
 * Creates `withIdempotency`. `run` must store its response in the transaction of its effect. The function throws the
 * errors of `run`, and IDEMPOTENCY_MISMATCH if the key was used with another body.
 */
export function createWithIdempotency(db: Db, clock: Clock): WithIdempotency {
  return async (key, run) => {
    const stored = await findResponse(db, clock, key);
    if (stored !== null) return stored;
    try {
      return JSON.stringify(await run());
    } catch (error) {
      // A concurrent request with the same key may have committed first and caused this refusal. Return its response.
      const isRefused = error instanceof GameError || constraintOf(error) !== null;
      const concurrent = isRefused ? await findResponse(db, clock, key) : null;
      if (concurrent === null) throw error;
      return concurrent;
    }
  };
}
