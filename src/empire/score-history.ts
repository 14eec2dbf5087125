/** Reads the scores of an empire by day. */
import { z } from 'zod';
import { integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';

const dayScoreRow = z.strictObject({ day: integer, score: integer });

const selectScoreHistory = statement(
  'selectScoreHistory',
  'SELECT day, score FROM score_history WHERE empire_id = $1 ORDER BY day',
  dayScoreRow,
);

/** Oldest first, at most some 400 rows. `day` counts days since 1970, in UTC. */
export function readScoreHistory(db: Db, empireId: string): Promise<z.infer<typeof dayScoreRow>[]> {
  return select(db, selectScoreHistory, [empireId]);
}
