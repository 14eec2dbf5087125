/** Changes outside empires: one transaction also checks the session and stores the response. */
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
  /** Absent or null: nothing is checked or stored. */
  caller?: Caller | null;
}

/**
 * A row that is deleted meanwhile gives the refusal of its constraint; a session that has ended, AUTH_REQUIRED.
 * @param endsSession whether the change may end the session of its caller, which is then checked before it
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
