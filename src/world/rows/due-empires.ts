/**
 * The table `due_empires`: when the clock must look at which empire. An empire with due work ahead has an entry for its
 * moment. Further entries do no harm: the clock finds nothing due and deletes them.
 */
import { z } from 'zod';
import { moment, uuid } from '../../db/columns.ts';
import { execute, select, statement, type Db } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { arrayOf } from '../../db/arrays.ts';

export const dueRow = z.strictObject({ at: moment, empire_id: uuid });

export type DueRow = z.infer<typeof dueRow>;

// Claims empires instead of single due events: no other transaction works on a claimed empire, so its order is kept.
const claimDueEmpires = statement(
  'claimDueEmpires',
  `SELECT due.at, due.empire_id FROM due_empires due JOIN empires ON empires.id = due.empire_id
   WHERE due.at <= $1 AND due.empire_id <> ALL ($3::uuid[])
   ORDER BY due.at LIMIT $2 FOR NO KEY UPDATE OF empires SKIP LOCKED`,
  dueRow,
);

/** Locks up to `limit` empires that are due at `until` and that no other transaction holds. */
export function claimDue(
  tx: Tx,
  until: number,
  limit: number,
  exceptIds: readonly string[],
): Promise<DueRow[]> {
  return select(tx, claimDueEmpires, [until, limit, exceptIds]);
}

const values = (rows: readonly DueRow[]): unknown[] => [
  arrayOf(rows.map(({ at }) => at)),
  arrayOf(rows.map(({ empire_id }) => empire_id)),
];

// Not a search for known entries: while the table is nearly empty, Postgres would plan to read all of it, and keep that plan.
const insertDueEmpires = statement(
  'insertDueEmpires',
  `INSERT INTO due_empires (at, empire_id) SELECT at, empire_id FROM unnest($1::bigint[], $2::uuid[]) AS new (at, empire_id)
   ON CONFLICT DO NOTHING`,
);

/** Returns the number of entries that were missing. */
export function insertDue(tx: Tx, rows: readonly DueRow[]): Promise<number> {
  return execute(tx, insertDueEmpires, values(rows));
}

const deleteDueEmpires = statement(
  'deleteDueEmpires',
  `DELETE FROM due_empires USING unnest($1::bigint[], $2::uuid[]) AS past (at, empire_id)
   WHERE due_empires.at = past.at AND due_empires.empire_id = past.empire_id`,
);

export function deleteDue(tx: Tx, rows: readonly DueRow[]): Promise<unknown> {
  return execute(tx, deleteDueEmpires, values(rows));
}

const selectUnknownDue = statement(
  'selectUnknownDue',
  `SELECT at, empire_id FROM unnest($1::bigint[], $2::uuid[]) AS expected (at, empire_id)
   EXCEPT SELECT at, empire_id FROM due_empires WHERE at = ANY ($1::bigint[])`,
  dueRow,
);

/** Those of the expected entries that the table lacks. */
export function findUnknownDue(db: Db, expected: readonly DueRow[]): Promise<DueRow[]> {
  return select(db, selectUnknownDue, values(expected));
}
