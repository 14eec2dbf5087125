/** The own place in a ranking by a score: the neighbours there, and the ranks in all rankings by a score. */
import { z } from 'zod';
import type { ScoreRanking } from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { selectOptional, statement } from '../db/pool.ts';
import type { WorldDeps } from '../world/deps.ts';
import {
  beforeSql,
  isPlayer,
  renewMarks,
  totalSql,
  type ScoreOrdering,
} from '../world/figures/rank-marks.ts';
import { orderingOf } from './queries.ts';

const rival = z.strictObject({
  id: uuid,
  name: z.string(),
  alliance_tag: z.string().nullable(),
  rank: integer,
  /** The rival's points minus those of the empire. */
  lead: integer,
});

const ownPlaceRow = z.strictObject({
  score: count,
  military: count,
  economic: count,
  /** The two empires above it and the one below, in the order of the ranking; equal scores are ordered by id. */
  rivals: z.array(rival),
  /** The number of empires of players. */
  empires: count,
});

const rivalsSql = (column: ScoreOrdering, operator: string, order: string, limit: number): string =>
  `(SELECT id, name, alliance_tag, ${column} AS score FROM empires
    WHERE ${isPlayer} AND (-${column}, id) ${operator} (-me.own, me.id) ORDER BY ${order} LIMIT ${limit})`;

// $1 the empire. Of equal scores, the lower id is above.
function ownPlaceStatement(name: string, column: ScoreOrdering) {
  return statement(name, {
    sql: `WITH me AS MATERIALIZED (
       SELECT id, ${column} AS own, score, military_score, economic_score FROM empires WHERE id = $1 AND ${isPlayer}
     ),
     near AS (
       SELECT rival.*, rival.score - own AS lead FROM me CROSS JOIN LATERAL (
         ${rivalsSql(column, '<', `-${column} DESC, id DESC`, 2)}
         UNION ALL ${rivalsSql(column, '>', `-${column}, id`, 1)}
       ) AS rival
     )
     SELECT 1 + ${beforeSql('score', 'me.score')} AS score,
       1 + ${beforeSql('military_score', 'me.military_score')} AS military,
       1 + ${beforeSql('economic_score', 'me.economic_score')} AS economic,
       (SELECT coalesce(json_agg(json_build_object(
          'id', near.id, 'name', near.name, 'alliance_tag', near.alliance_tag, 'lead', near.lead,
          'rank', 1 + ${beforeSql(column, 'near.score')}
        ) ORDER BY near.score DESC, near.id), '[]') FROM near) AS rivals,
       ${totalSql('score')} AS empires
     FROM me`,
    row: ownPlaceRow,
  });
}

const statements = {
  score: ownPlaceStatement('selectOwnPlace', 'score'),
  military: ownPlaceStatement('selectOwnMilitaryPlace', 'military_score'),
  economic: ownPlaceStatement('selectOwnEconomicPlace', 'economic_score'),
} satisfies Record<ScoreRanking, unknown>;

/** Reads the place of an empire in a ranking by a score, in one snapshot. Null if no player has this empire. */
export async function readOwnPlace(
  deps: Pick<WorldDeps, 'pool' | 'clock'>,
  type: ScoreRanking,
  empireId: string,
) {
  await Promise.all(Object.values(orderingOf).map((ordering) => renewMarks(deps, ordering)));
  const row = await selectOptional(deps.pool, statements[type], [empireId]);
  if (row === null) return null;
  const { rivals, empires, ...ranks } = row;
  return { ranks, rivals, empires };
}
