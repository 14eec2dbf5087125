/** Reads the latest entries of an event log, with the results of their battles. */
import { z } from 'zod';
import { integer, moment } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import { battleResults } from '../../contract/vocabulary.ts';
import { entryRow, isEntry } from '../../world/log/event-log.ts';
import { contactBattleSql } from '../../world/log/stored-entries.ts';
import { amounts, round, stacks } from '../../world/rows/shapes.ts';

/** An entry with the outcome of its battle. Pages must hide the outcome until the last round has been shown. */
export const reportRow = entryRow.extend({
  result: z.enum(battleResults).nullable(),
  loot: amounts.nullable(),
  sacked_until: moment.nullable(),
  attacker_start: stacks.nullable(),
  defender_start: stacks.nullable(),
  last_round: round.nullable(),
});

/** SQL: the columns of `battles` in a report row. */
export const battleColumns = `battles.outcome ->> 'result' AS result, battles.outcome -> 'loot' AS loot,
  (battles.outcome -> 'sack' ->> 'until')::bigint AS sacked_until, battles.outcome -> 'attackerStart' AS attacker_start,
  battles.outcome -> 'defenderStart' AS defender_start, battles.outcome -> 'rounds' -> -1 AS last_round`;

export type ReportRow = z.infer<typeof reportRow>;

const readerColumns = { last: integer, has_attacked: z.boolean() };
const noEntry = {
  number: z.null(),
  at: z.null(),
  type: z.null(),
  data: z.null(),
  result: z.null(),
  loot: z.null(),
  sacked_until: z.null(),
  attacker_start: z.null(),
  defender_start: z.null(),
  last_round: z.null(),
};
const latestRow = z.union([
  z.strictObject({ ...readerColumns, ...reportRow.shape }).refine(isEntry),
  z.strictObject({ ...readerColumns, ...noEntry }),
]);

const selectLatestEntries = statement(
  'selectLatestEntries',
  `SELECT coalesce(event_logs.last, 0) AS last,
     EXISTS (SELECT FROM battles WHERE attacker_id = asked.empire_id) AS has_attacked,
     entry.number, entry.at, entry.type, entry.data, ${battleColumns}
   FROM (SELECT $1::uuid AS empire_id) AS asked
   LEFT JOIN event_logs USING (empire_id)
   LEFT JOIN LATERAL (
     SELECT number, at, type, data FROM event_log_entries
     WHERE empire_id = asked.empire_id AND number < $2 ORDER BY number DESC LIMIT $3
   ) AS entry ON true
   LEFT JOIN battles ON battles.id = ${contactBattleSql}
   ORDER BY entry.number DESC`,
  latestRow,
);

/** The latest entries with a number below `before`. */
export async function selectLatest(
  db: Db,
  empireId: string,
  { before, limit }: { before: number; limit: number },
) {
  const rows = await select(db, selectLatestEntries, [empireId, before, limit]);
  return {
    /** Newest first. */
    rows: rows.filter((row) => row.number !== null),
    /** The number of the newest entry of the log; 0 for an empty log. */
    last: rows[0]?.last ?? 0,
    /** Whether the empire has ever ordered an attack. */
    hasAttacked: rows[0]?.has_attacked ?? false,
  };
}
