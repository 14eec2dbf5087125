/** Row counts of growing tables, for the metrics: exact up to a limit, then estimates of Postgres, to bound the cost. */
import { z } from 'zod';
import { integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';

/** The limit of exact counts; larger tables report the estimate of the last ANALYZE. */
const countedRows = 10_000;

const counted = z.strictObject({ of: z.string(), rows: integer });

// Undecided battles have an index of their own; Postgres estimates its size like that of a table.
const selectRowCountsStatement = statement(
  'selectRowCounts',
  `WITH counted (of, relation, rows) AS (
     SELECT 'users', 'users', count(*) FROM (SELECT FROM users LIMIT $1 + 1) s UNION ALL
     SELECT 'sessions', 'sessions', count(*) FROM (SELECT FROM sessions LIMIT $1 + 1) s UNION ALL
     SELECT 'empires', 'empires', count(*) FROM (SELECT FROM empires LIMIT $1 + 1) s UNION ALL
     SELECT 'cities', 'cities', count(*) FROM (SELECT FROM cities LIMIT $1 + 1) s UNION ALL
     SELECT 'armies', 'armies', count(*) FROM (SELECT FROM armies LIMIT $1 + 1) s UNION ALL
     SELECT 'battles_undecided', 'battles_due', count(*)
       FROM (SELECT FROM battles WHERE outcome IS NULL LIMIT $1 + 1) s UNION ALL
     SELECT 'chronicle_entries', 'chronicle_entries', count(*)
       FROM (SELECT FROM chronicle_entries LIMIT $1 + 1) s UNION ALL
     SELECT 'ledger_entries', 'ledger_entries', count(*)
       FROM (SELECT FROM ledger_entries LIMIT $1 + 1) s UNION ALL
     SELECT 'idempotency_keys', 'idempotency_keys', count(*) FROM (SELECT FROM idempotency_keys LIMIT $1 + 1) s
   )
   SELECT of, CASE WHEN rows <= $1 THEN rows ELSE greatest(rows, c.reltuples::bigint) END AS rows
   FROM counted JOIN pg_class c ON c.oid = to_regclass(relation)`,
  counted,
);

/** The row count of every growing table, with the table's name in `of`. */
export function selectRowCounts(db: Db): Promise<z.infer<typeof counted>[]> {
  return select(db, selectRowCountsStatement, [countedRows]);
}
