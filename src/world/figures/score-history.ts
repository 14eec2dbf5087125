/** The score of each player's empire by UTC day (table `score_history`), as of its first save of the day. */
import { z } from 'zod';
import { integer } from '../../db/columns.ts';
import { defineQuery, statement } from '../../db/pool.ts';
import type { Empire } from '../../game/types.ts';
import { dayMs } from '../../kernel/time.ts';

/** A row of `score_history`. */
export interface DayScore {
  empire_id: string;
  /** Days since 1970, in UTC. */
  day: number;
  score: number;
}

/** Days for which a score is kept. */
export const scoreDaysKept = 400;

export const dayOf = (at: number): number => Math.floor(at / dayMs);

/** Whether a moment of a player's empire is in a later UTC day than before. @param before as it was loaded; undefined for a new empire */
export const isFirstOfDay = (
  empire: Empire,
  before: Empire | undefined,
  moment: 'advancedAt' | 'lastActiveAt',
): boolean =>
  empire.kind === 'player' && (before === undefined || dayOf(before[moment]) < dayOf(empire[moment]));

// A row is missing only for days without a save. DO NOTHING: an operator may have set the empire back.
export const insertDayScores = statement('insertDayScores', {
  sql: `INSERT INTO score_history (empire_id, day, score)
   SELECT empire_id, day, score FROM json_populate_recordset(NULL::score_history, $1::json)
   ON CONFLICT ON CONSTRAINT score_history_pkey DO NOTHING`,
});

const dayScoreRow = z.strictObject({ day: integer, score: integer });

/** The scores of an empire, oldest first; some 400 at most. `day` counts days since 1970, in UTC. */
export const selectScoreHistory = defineQuery('selectScoreHistory', {
  sql: 'SELECT day, score FROM score_history WHERE empire_id = $1 ORDER BY day',
  row: dayScoreRow,
  values: (empireId: string) => [empireId],
}).rows;
