/** SQL of an empire's neighbours in a ranking: the two above it and the one below. */
import { z } from 'zod';
import type { ScoreRanking } from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { entriesBeforeSql, isPlayer } from '../world/positions.ts';

const rival = z.strictObject({
  id: uuid,
  name: z.string(),
  alliance_tag: z.string().nullable(),
  rank: count,
  /** The rival's points minus those of the empire. */
  lead: integer,
});

export type Rival = z.infer<typeof rival>;

const above = 2;
const below = 1;
/** The limit of counted empires between two neighbours. Beyond it, the rank is looked up. */
const countedBetween = 128;

// Ids break ties: of equal scores, the lower id ranks first. A comparison of rows could not use the index, which sorts
// scores downwards and ids upwards.
function reachStatement(name: string, column: 'score' | 'military_score' | 'economic_score') {
  return statement(
    name,
    `WITH me AS MATERIALIZED (
       SELECT me.id, me.score, ${entriesBeforeSql(column, 'me.score')} + 1 AS rank
       FROM (SELECT id, ${column} AS score FROM empires WHERE id = $1 OFFSET 0) AS me
     )
     SELECT near.id, near.name, near.alliance_tag, near.score - me.score AS lead,
       CASE
         WHEN between_them.n >= ${countedBetween} THEN ${entriesBeforeSql(column, 'near.score')} + 1
         WHEN near.score > me.score THEN me.rank - between_them.n
         ELSE me.rank + between_them.n
       END AS rank
     FROM me
     CROSS JOIN LATERAL (
       (SELECT id, name, alliance_tag, score FROM (
          (SELECT id, name, alliance_tag, ${column} AS score FROM empires
           WHERE ${isPlayer} AND ${column} = me.score AND id < me.id
           ORDER BY id DESC LIMIT ${above})
          UNION ALL
          (SELECT id, name, alliance_tag, ${column} FROM empires
           WHERE ${isPlayer} AND ${column} > me.score
           ORDER BY ${column}, id DESC LIMIT ${above})
        ) AS higher ORDER BY score, id DESC LIMIT ${above})
       UNION ALL
       (SELECT id, name, alliance_tag, score FROM (
          (SELECT id, name, alliance_tag, ${column} AS score FROM empires
           WHERE ${isPlayer} AND ${column} = me.score AND id > me.id
           ORDER BY id LIMIT ${below})
          UNION ALL
          (SELECT id, name, alliance_tag, ${column} FROM empires
           WHERE ${isPlayer} AND ${column} < me.score
           ORDER BY ${column} DESC, id LIMIT ${below})
        ) AS lower ORDER BY score DESC, id LIMIT ${below})
     ) AS near
     CROSS JOIN LATERAL (
       SELECT count(*) AS n FROM (
         SELECT FROM empires e
         WHERE e.${isPlayer} AND e.${column} > least(me.score, near.score) AND e.${column} <= greatest(me.score, near.score)
         LIMIT ${countedBetween}
       ) AS counted
     ) AS between_them
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
} satisfies Record<ScoreRanking, unknown>;

/** In the order of the ranking; equal scores are ordered by id. */
export function selectReach(db: Db, type: ScoreRanking, empireId: string): Promise<Rival[]> {
  return select(db, statements[type], [empireId]);
}
