/** Row counts of growing tables, for the metrics: exact up to a limit, then estimates of Postgres, to bound the cost. */
import { z } from 'zod';
import { integer } from '../../db/columns.ts';
import { systemUserId } from '../../db/names.ts';
import { defineQuery } from '../../db/pool.ts';
import { isPlayer } from './rank-marks.ts';

/** The limit of exact counts; larger tables report the estimate of the last ANALYZE. */
const countedRows = 10_000;

const counted = z.strictObject({ of: z.string(), rows: integer });

/** Each table is counted up to the limit, but not if the last ANALYZE found twice as many rows. */
const count = (of: string, relation: string, rows: string): string =>
  `SELECT '${of}' AS of, CASE
     WHEN reltuples > 2 * $1 THEN reltuples::bigint
     ELSE (SELECT CASE WHEN count(*) <= $1 THEN count(*) ELSE greatest(count(*), reltuples::bigint) END
           FROM (SELECT FROM ${rows} LIMIT $1 + 1) AS counted)
   END AS rows
   FROM pg_class WHERE oid = to_regclass('${relation}')`;

const tables = [
  'sessions',
  'cities',
  'armies',
  'event_log_entries',
  'ledger_entries',
  'idempotency_keys',
  'threads',
  'messages',
  'battle_shares',
  'seat_changes',
  'alliances',
  'alliance_candidates',
  'alarm_channels',
];

/** The row count of every growing table, with the table's name in `of`. */
export const selectRowCounts = defineQuery('selectRowCounts', {
  sql: [
    count('users', 'users', `users WHERE id <> '${systemUserId}'`),
    ...tables.map((table) => count(table, table, table)),
    // These have an index of their own; Postgres estimates its size like that of a table.
    count('empires', 'empires_by_age', `empires WHERE ${isPlayer}`),
    count('message_reports_open', 'message_reports_open', 'message_reports WHERE handled_at IS NULL'),
    count('battles_undecided', 'battles_due', 'battles WHERE outcome IS NULL'),
  ].join(' UNION ALL '),
  row: counted,
  values: () => [countedRows],
}).rows;
