/** SQL of the own place in a ranking by a score: the own entry, its neighbours, and the ranks in the other rankings. */
import { z } from 'zod';
import type { OwnRanking, ScoreRanking } from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import { higherSql, higherThanEntrySql, isPlayer, placeSql, totalSql } from '../world/positions.ts';
import { rankedEmpire, type ScoreColumn } from './queries.ts';

const rival = z.strictObject({
  id: uuid,
  name: z.string(),
  alliance_tag: z.string().nullable(),
  rank: integer,
  /** The rival's points minus those of the empire. */
  lead: integer,
});

export type Rival = z.infer<typeof rival>;

const ownPlaceRow = z.strictObject({
  ...rankedEmpire,
  rank: count,
  position: count,
  score_rank: count,
  military_rank: count,
  economic_rank: count,
  rivals: z.array(rival),
  empires: count,
});

const above = 2;
const below = 1;

const shown = (column: ScoreColumn): string => `id, name, alliance_tag, ${column} AS score`;

/** The rank in a ranking, as SQL. @param column that of the statement @param score name of its column in `me` */
const rankIn = (other: ScoreColumn, column: ScoreColumn, score: string): string =>
  `1 + ${other === column ? 'me.higher' : higherSql(other, `me.${score}`)}`;

// Ids break ties: of equal scores, the lower id ranks first. A comparison of rows could not use the index, which sorts
// scores downwards and ids upwards. Of those above, the nearest one is the last before the empire. $1 the empire.
function ownPlaceStatement(name: string, column: ScoreColumn) {
  return statement(
    name,
    `WITH me AS MATERIALIZED (
       SELECT e.*, place.higher, place.before
       FROM (
         SELECT id, name, alliance_tag, owner_id, ${column} AS score, score AS total, military_score, economic_score
         FROM empires WHERE id = $1 AND ${isPlayer}
       ) AS e
       CROSS JOIN LATERAL ${placeSql(column, 'e')} AS place
     ),
     near AS (
       SELECT near.*, me.before - row_number() OVER (ORDER BY near.score, near.id DESC) AS before
       FROM me CROSS JOIN LATERAL (
         (SELECT ${shown(column)} FROM empires WHERE ${isPlayer} AND ${column} = me.score AND id < me.id
          ORDER BY id DESC LIMIT ${above})
         UNION ALL
         (SELECT ${shown(column)} FROM empires WHERE ${isPlayer} AND ${column} > me.score
          ORDER BY ${column}, id DESC LIMIT ${above})
         ORDER BY score, id DESC LIMIT ${above}
       ) AS near
       UNION ALL
       SELECT near.*, me.before + 1
       FROM me CROSS JOIN LATERAL (
         (SELECT ${shown(column)} FROM empires WHERE ${isPlayer} AND ${column} = me.score AND id > me.id
          ORDER BY id LIMIT ${below})
         UNION ALL
         (SELECT ${shown(column)} FROM empires WHERE ${isPlayer} AND ${column} < me.score
          ORDER BY ${column} DESC, id LIMIT ${below})
         ORDER BY score DESC, id LIMIT ${below}
       ) AS near
     )
     SELECT me.id AS empire_id, me.name AS empire_name, me.alliance_tag, me.score, u.username AS owner_username, u.is_bot,
       1 + me.higher AS rank, 1 + me.before AS position, ${rankIn('score', column, 'total')} AS score_rank,
       ${rankIn('military_score', column, 'military_score')} AS military_rank, ${rankIn('economic_score', column, 'economic_score')} AS economic_rank, (
         SELECT coalesce(json_agg(json_build_object(
           'id', near.id, 'name', near.name, 'alliance_tag', near.alliance_tag, 'lead', near.score - me.score,
           'rank', 1 + CASE WHEN near.score = me.score THEN me.higher ELSE ${higherThanEntrySql(column, 'near')} END
         ) ORDER BY near.score DESC, near.id), '[]') FROM near
       ) AS rivals, ${totalSql} AS empires
     FROM me JOIN users u ON u.id = me.owner_id`,
    ownPlaceRow,
  );
}

const selectOwnPlaceStatement = ownPlaceStatement('selectOwnPlace', 'score');
const selectOwnMilitaryPlace = ownPlaceStatement('selectOwnMilitaryPlace', 'military_score');
const selectOwnEconomicPlace = ownPlaceStatement('selectOwnEconomicPlace', 'economic_score');

const statements = {
  score: selectOwnPlaceStatement,
  military: selectOwnMilitaryPlace,
  economic: selectOwnEconomicPlace,
} satisfies Record<ScoreRanking, unknown>;

export interface OwnPlace {
  me: OwnRanking;
  ranks: Record<ScoreRanking, number>;
  /** The two empires above it and the one below, in the order of the ranking; equal scores are ordered by id. */
  rivals: Rival[];
  /** The number of empires of players. */
  empires: number;
}

/** Reads the place of an empire in a ranking by a score, in one snapshot. Null if no player has this empire. */
export async function selectOwnPlace(db: Db, type: ScoreRanking, empireId: string): Promise<OwnPlace | null> {
  const row = await selectOptional(db, statements[type], [empireId]);
  if (row === null) return null;
  const { score_rank: score, military_rank: military, economic_rank: economic, rivals, empires, ...me } = row;
  return { me, ranks: { score, military, economic }, rivals, empires };
}
