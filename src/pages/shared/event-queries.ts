/** Reads the latest entries of an event log, with the results of their battles. */
import { z } from 'zod';
import { outcomeFor } from '../../battle/queries.ts';
import { integer, moment } from '../../db/columns.ts';
import type { City } from '../../game/types.ts';
import { defineQuery } from '../../db/pool.ts';
import { battleResults } from '../../contract/vocabulary.ts';
import { cityEntrySql, contactBattleSql, entryRow, isEntry } from '../../world/log/event-log.ts';
import { amounts, guardFight, round, stacks } from '../../world/rows/shapes.ts';

/** Pages must hide the outcome of a battle until its last round has been shown. */
export const reportRow = entryRow.extend({
  result: z.enum(battleResults).nullable(),
  loot: amounts.nullable(),
  sacked_until: moment.nullable(),
  attacker_start: stacks.nullable(),
  defender_start: stacks.nullable(),
  last_round: round.nullable(),
  guard: guardFight.nullable(),
});

const ownOutcome = outcomeFor('battles', 'entry.empire_id');

export const battleColumns = `(${ownOutcome}) ->> 'result' AS result, (${ownOutcome}) -> 'loot' AS loot,
  ((${ownOutcome}) -> 'sack' ->> 'until')::bigint AS sacked_until, battles.outcome -> 'attackerStart' AS attacker_start,
  battles.outcome -> 'defenderStart' AS defender_start, battles.outcome -> 'rounds' -> -1 AS last_round,
  battles.outcome -> 'guard' AS guard`;

export type ReportRow = z.infer<typeof reportRow>;

const latestRow = z.strictObject({
  /** Newest first. */
  entries: z.array(reportRow.refine(isEntry)),
  /** Of the log; 0 for an empty one. */
  last: integer,
  has_attacked: z.boolean(),
});

/** Members of the alliance, and the guards of allies. */
const allianceTypes = '(alliance|guard)_%';

/** All between the numbers, those of the alliance, or those that name a city or happened at its tile. */
export const selectLatestEntries = defineQuery('selectLatestEntries', {
  sql: `SELECT (
     SELECT coalesce(json_agg(listed ORDER BY number DESC), '[]') FROM (
       SELECT entry.number, entry.at, entry.type, entry.data, ${battleColumns}
       FROM (
         SELECT * FROM event_log_entries WHERE empire_id = $1 AND number > $4 AND number < $2 AND type <> 'battle_end'
           AND ($5::text IS NULL OR type SIMILAR TO $5) AND ($6::uuid IS NULL OR ${cityEntrySql('$6', '$7', '$8')}) ORDER BY number DESC LIMIT $3
       ) AS entry LEFT JOIN battles ON battles.id = ${contactBattleSql}
     ) AS listed
   ) AS entries,
   coalesce((SELECT last FROM event_logs WHERE empire_id = $1), 0) AS last,
   EXISTS (SELECT FROM battles WHERE attacker_id = $1) AS has_attacked`,
  row: latestRow,
  values: (
    empireId: string,
    range: { after?: number; before: number; limit: number; filter?: City | 'alliance' | null },
  ) => {
    const filter = range.filter ?? null;
    const city = filter === 'alliance' ? null : filter;
    return [
      empireId,
      range.before,
      range.limit,
      range.after ?? 0,
      filter === 'alliance' ? allianceTypes : null,
      city?.id ?? null,
      city?.x ?? null,
      city?.y ?? null,
    ];
  },
}).oneRow;
