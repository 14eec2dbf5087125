/** The neighbours of an empire in a ranking by a score, and its ranks. */
import { z } from 'zod';
import type { ScoreRanking } from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import { totalSql } from '../world/figures/rankings.ts';
import { scoreColumns } from './queries.ts';

const rival = z.strictObject({
  id: uuid,
  name: z.string(),
  alliance_tag: z.string().nullable(),
  rank: integer,
  /** The rival's points minus those of the empire. */
  lead: integer,
});

const ownRanksRow = z.strictObject({
  /** Null for an empire newer than the rankings. */
  ranks: z.strictObject({ score: count, military: count, economic: count }).nullable(),
  /** Two above and one below, in the order of the ranking. */
  rivals: z.array(rival),
  /** Those of players. */
  empires: count,
});

// $1 the empire.
function ownRanksStatement(name: string, type: ScoreRanking) {
  const column = scoreColumns[type];
  return statement(name, {
    sql: `SELECT CASE WHEN num_nulls(score.rank, military.rank, economic.rank) = 0 THEN json_build_object(
         'score', score.rank, 'military', military.rank, 'economic', economic.rank) END AS ranks,
       ${totalSql('ranked_by_score')} AS empires, (
       SELECT coalesce(json_agg(json_build_object('id', e.id, 'name', e.name, 'alliance_tag', e.alliance_tag,
         'rank', near.rank, 'lead', e.${column} - me.${column}) ORDER BY near.position), '[]')
       FROM (
         SELECT * FROM ranked_by_${column}
         WHERE position BETWEEN ${type}.position - 2 AND ${type}.position + 1 AND empire_id <> me.id
         ORDER BY position LIMIT 3
       ) AS near JOIN empires e ON e.id = near.empire_id
     ) AS rivals
     FROM empires me
     LEFT JOIN ranked_by_score score ON score.empire_id = me.id
     LEFT JOIN ranked_by_military_score military ON military.empire_id = me.id
     LEFT JOIN ranked_by_economic_score economic ON economic.empire_id = me.id
     WHERE me.id = $1`,
    row: ownRanksRow,
  });
}

const statements = {
  score: ownRanksStatement('selectOwnRanks', 'score'),
  military: ownRanksStatement('selectOwnMilitaryRanks', 'military'),
  economic: ownRanksStatement('selectOwnEconomicRanks', 'economic'),
} satisfies Record<ScoreRanking, unknown>;

export const readOwnRanks = ({ pool }: { pool: Db }, type: ScoreRanking, empireId: string) =>
  selectOptional(pool, statements[type], [empireId]);
