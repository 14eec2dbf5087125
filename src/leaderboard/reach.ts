/** SQL of an empire's neighbours in a ranking: the two above it and the one below. */
import { z } from 'zod';
import type { RankingType } from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';

const rival = z.strictObject({
  id: uuid,
  name: z.string(),
  rank: count,
  /** The rival's points minus those of the empire. */
  lead: integer,
});

export type Rival = z.infer<typeof rival>;

const above = 2;
const below = 1;

function reachStatement(name: string, column: 'score' | 'military_score' | 'economic_score') {
  return statement(
    name,
    `WITH me AS (SELECT id, ${column} AS score FROM empires WHERE id = $1)
     SELECT near.id, near.name, near.score - me.score AS lead,
       (SELECT count(*) + 1 FROM empires e WHERE e.${column} > near.score) AS rank
     FROM me CROSS JOIN LATERAL (
       (SELECT id, name, ${column} AS score FROM empires e
        WHERE e.${column} >= me.score AND (e.${column}, me.id) > (me.score, e.id)
        ORDER BY e.${column}, e.id DESC LIMIT ${above})
       UNION ALL
       (SELECT id, name, ${column} FROM empires e
        WHERE e.${column} <= me.score AND (e.${column}, me.id) < (me.score, e.id)
        ORDER BY e.${column} DESC, e.id LIMIT ${below})
     ) near
     ORDER BY near.score DESC, near.id`,
    rival,
  );
}

const selectRivals = reachStatement('selectRivals', 'score');
const selectMilitaryRivals = reachStatement('selectMilitaryRivals', 'military_score');
const selectEconomicRivals = reachStatement('selectEconomicRivals', 'economic_score');

const statements = {
  score: selectRivals,
  military: selectMilitaryRivals,
  economic: selectEconomicRivals,
} satisfies Record<RankingType, unknown>;

/** In the order of the ranking; equal scores are ordered by id. */
export function selectReach(db: Db, type: RankingType, empireId: string): Promise<Rival[]> {
  return select(db, statements[type], [empireId]);
}
