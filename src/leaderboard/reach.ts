/** Who stands next to an empire in a ranking: the two above it and the one below. */
import type { RankingType } from '../contract/leaderboard.ts';
import { select, statement } from '../db/pool.ts';
import type { Db } from '../db/pool.ts';

export interface Rival {
  id: string;
  name: string;
  rank: number;
  /** How many points it has more than the empire; negative for less. */
  lead: number;
}

const above = 2;
const below = 1;

function reachStatement(column: 'score' | 'military_score' | 'economic_score') {
  return statement<Rival>(
    `selectReach_${column}`,
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
  );
}

const statements = {
  score: reachStatement('score'),
  military: reachStatement('military_score'),
  economic: reachStatement('economic_score'),
} satisfies Record<RankingType, unknown>;

/** In the order of the ranking; equal scores stand in the order of their ids. */
export function selectReach(db: Db, type: RankingType, empireId: string): Promise<Rival[]> {
  return select(db, statements[type], [empireId]);
}
