/**
 * The table `due_empires`: when the clock must look at which empire. Due work ahead has an entry. Further entries do no
 * harm: the clock finds nothing due and deletes them.
 */
import { z } from 'zod';
import { givenRowsSql, moment, uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';

export const dueRow = z.strictObject({ at: moment, empire_id: uuid });

export type DueRow = z.infer<typeof dueRow>;

// Claims empires instead of single due events: no other transaction works on a claimed empire, so its order is kept.
const claimDueEmpires = statement('claimDueEmpires', {
  sql: `SELECT due.at, due.empire_id FROM due_empires due JOIN empires ON empires.id = due.empire_id
   WHERE due.at <= $1 AND due.empire_id <> ALL ($3::uuid[])
   ORDER BY due.at LIMIT $2 FOR NO KEY UPDATE OF empires SKIP LOCKED`,
  row: dueRow,
});

/** Locks empires that are due at `until` and that no other transaction holds. */
export function claimDue(
  tx: Tx,
  until: number,
  limit: number,
  exceptIds: readonly string[],
): Promise<DueRow[]> {
  return select(tx, claimDueEmpires, [until, limit, exceptIds]);
}

// Not a search for known entries: while the table is nearly empty, Postgres would plan to read all of it, and keep that
// plan.
export const insertDueEmpires = statement('insertDueEmpires', {
  sql: `INSERT INTO due_empires (at, empire_id)
   SELECT at, empire_id FROM json_populate_recordset(NULL::due_empires, $1::json) ON CONFLICT DO NOTHING`,
});

/**
 * Has the clock look at empires on which an attack was called off, without their lock: a leave may have waited for it.
 * Not at those that are being deleted.
 */
export const wakeEmpires = statement('wakeEmpires', {
  sql: `INSERT INTO due_empires (at, empire_id)
   SELECT given.at, given.empire_id FROM json_populate_recordset(NULL::due_empires, $1::json) AS given
   JOIN empires ON id = empire_id FOR KEY SHARE OF empires SKIP LOCKED
   ON CONFLICT DO NOTHING`,
});

export const deleteDueEmpires = statement('deleteDueEmpires', {
  sql: `DELETE FROM due_empires USING ${givenRowsSql('due_empires')} AS past
   WHERE due_empires.at = past.at AND due_empires.empire_id = past.empire_id`,
});
