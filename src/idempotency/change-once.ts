/** Changes outside empires: a transaction that also stores the response for an idempotency key. */
import type pg from 'pg';
import { translateConstraint } from '../db/constraints.ts';
import { execute } from '../db/pool.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import type { IdempotencyKey } from './key.ts';
import { insertResponses, toStoredResponse } from './store.ts';

export interface ChangeDeps {
  pool: pg.Pool;
  clock: Clock;
  /** The key of the request; absent or null: the response is not stored. */
  idempotencyKey?: IdempotencyKey | null;
}

/**
 * Runs `change` in one transaction and stores its result, the response, under the key. It takes the round trips of
 * `change`, and one for the response and COMMIT. If `change` throws, nothing is changed. A row that is deleted meanwhile
 * gives the refusal of its constraint.
 */
export async function changeOnce<T>(
  { pool, clock, idempotencyKey = null }: ChangeDeps,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(pool, async (tx) => {
      const value = await change(tx);
      const responses = idempotencyKey === null ? [] : [toStoredResponse(idempotencyKey, value, clock.now())];
      const writes =
        responses.length === 0 ? [] : [execute(tx, insertResponses, [JSON.stringify(responses)])];
      return { value, writes };
    });
  } catch (error) {
    throw translateConstraint(error);
  }
}
