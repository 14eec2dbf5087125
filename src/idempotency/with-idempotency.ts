/** Runs a request once a key: sent again, it is answered again and does nothing twice. */
import { constraintOf } from '../db/constraints.ts';
import type { Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import type { IdempotencyKey } from './key.ts';
import { findResponse } from './store.ts';

/** Runs a request and returns its response as JSON, or the one that is stored under the key. */
export type WithIdempotency = (key: IdempotencyKey, run: () => Promise<unknown>) => Promise<string>;

/**
 * Makes `withIdempotency`. `run` must store its response in the transaction of its effect. Throws what `run` throws,
 * and IDEMPOTENCY_MISMATCH where the key was used with another body.
 */
export function createWithIdempotency(db: Db, clock: Clock): WithIdempotency {
  return async (key, run) => {
    const stored = await findResponse(db, clock, key);
    if (stored !== null) return stored;
    try {
      return JSON.stringify(await run());
    } catch (error) {
      // The same request, sent twice at the same time, may have been faster; then this one was refused for it.
      const isRefused = error instanceof GameError || constraintOf(error) !== null;
      const late = isRefused ? await findResponse(db, clock, key) : null;
      if (late === null) throw error;
      return late;
    }
  };
}
