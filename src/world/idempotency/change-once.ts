/** Changes outside empires, in one transaction, which also checks the session and stores the response of the request. */
import type pg from 'pg';
import { translateConstraint } from '../../db/constraints.ts';
import { execute } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/transaction.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from './caller.ts';
import { completeFor, requireSessions, storeResponses } from './complete.ts';

export interface ChangeDeps {
  pool: pg.Pool;
  clock: Clock;
  /** The caller of the request; absent or null: nothing is checked, and the response is not stored. */
  caller?: Caller | null;
}

/**
 * Runs `change` in one transaction and stores its result, the response, under the key. If `change` throws, nothing is
 * changed. A row that is deleted meanwhile gives the refusal of its constraint; a session that has ended, AUTH_REQUIRED.
 * @param endsSession whether the change may end the session of its caller, which is then checked before instead of after it
 */
export async function changeOnce<T>(
  { pool, clock, caller = null }: ChangeDeps,
  change: (tx: Tx) => Promise<T>,
  { endsSession = false } = {},
): Promise<T> {
  try {
    return await transaction(pool, async (tx) => {
      if (endsSession && caller !== null) await execute(tx, requireSessions, [[caller.sessionId]]);
      const value = await change(tx);
      (endsSession ? storeResponses : completeFor)(tx, [{ caller, value }], clock.now());
      return value;
    });
  } catch (error) {
    throw translateConstraint(error);
  }
}
