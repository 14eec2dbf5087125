/**
 * The table `due_empires`: when the clock must look at which empire. Due work ahead has an entry. Further entries do no
 * harm: the clock finds nothing due and deletes them.
 */
import { z } from 'zod';
import { givenRowsSql, moment, uuid } from '../../db/columns.ts';
import { statement } from '../../db/pool.ts';

export const dueRow = z.strictObject({ at: moment, empire_id: uuid });

export type DueRow = z.infer<typeof dueRow>;

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
