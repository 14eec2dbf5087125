/** Changes outside empires, in one transaction, which also checks the session and stores the response of the request. */
import type pg from 'pg';
import { translateConstraint } from '../db/constraints.ts';
import { execute } from '../db/pool.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import { maxCheckAgeMs, selectValidSessions, type Caller } from './caller.ts';
import { insertResponses, toStoredResponses } from './store.ts';

export interface ChangeDeps {
  pool: pg.Pool;
  clock: Clock;
  /** The caller of the request; absent or null: nothing is checked, and the response is not stored. */
  caller?: Caller | null;
}

async function hasEnded(tx: Tx, caller: Caller | null, now: number): Promise<boolean> {
  if (caller === null) return false;
  return caller.expiresAt <= now || (await selectValidSessions(tx, [caller.sessionId])).length === 0;
}

/**
 * Runs `change` in one transaction and stores its result, the response, under the key. It takes the round trips of
 * `change`, and one for the response and COMMIT. If `change` throws, nothing is changed. A row that is deleted meanwhile
 * gives the refusal of its constraint; a session that has ended, AUTH_REQUIRED.
 */
export async function changeOnce<T>(
  { pool, clock, caller = null }: ChangeDeps,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(pool, async (tx) => {
      const checkedAt = performance.now();
      const checking = hasEnded(tx, caller, clock.now());
      const changing = change(tx);
      await Promise.allSettled([checking, changing]);
      if (await checking) throw new GameError('AUTH_REQUIRED');
      const value = await changing;
      const responses = toStoredResponses(caller, value, clock.now());
      const writes =
        responses.length === 0 ? [] : [execute(tx, insertResponses, [JSON.stringify(responses)])];
      return { value, writes, ...(caller === null ? {} : { commitBefore: checkedAt + maxCheckAgeMs }) };
    });
  } catch (error) {
    throw translateConstraint(error);
  }
}
