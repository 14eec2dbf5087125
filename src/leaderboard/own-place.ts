/** The own place in a ranking by a score: the own entry, its neighbours, and the ranks in all rankings by a score. */
import { z } from 'zod';
import type { OwnRanking, ScoreRanking } from '../contract/leaderboard.ts';
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
import { orderingOf, rankedEmpire, toCurrentLeave } from './queries.ts';

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
  position: count,
  score_rank: count,
  military_rank: count,
  economic_rank: count,
  rivals: z.array(rival),
  empires: count,
});

const rivalsSql = (column: ScoreOrdering, operator: string, order: string, limit: number): string =>
  `(SELECT id, name, alliance_tag, ${column} AS score FROM empires
    WHERE ${isPlayer} AND (-${column}, id) ${operator} (-me.own, me.id) ORDER BY ${order} LIMIT ${limit})`;

// $1 the empire. Of equal scores, the lower id is above.
function ownPlaceStatement(name: string, column: ScoreOrdering) {
  return statement(name, {
    sql: `WITH me AS MATERIALIZED (
       SELECT e.id, e.name, e.alliance_tag, e.leave, e.${column} AS own, score, military_score, economic_score, username, is_bot
       FROM empires e JOIN users u ON u.id = owner_id WHERE e.id = $1 AND ${isPlayer}
     ),
     near AS (
       SELECT rival.*, rival.score - own AS lead FROM me CROSS JOIN LATERAL (
         ${rivalsSql(column, '<', `-${column} DESC, id DESC`, 2)}
         UNION ALL ${rivalsSql(column, '>', `-${column}, id`, 1)}
       ) AS rival
     )
     SELECT id AS empire_id, name AS empire_name, alliance_tag, own AS score, username AS owner_username, is_bot, leave,
       1 + ${beforeSql(column, 'me.own', 'me.id')} AS position,
       1 + ${beforeSql('score', 'me.score')} AS score_rank,
       1 + ${beforeSql('military_score', 'me.military_score')} AS military_rank,
       1 + ${beforeSql('economic_score', 'me.economic_score')} AS economic_rank,
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

export interface OwnPlace {
  me: OwnRanking;
  ranks: Record<ScoreRanking, number>;
  /** The two empires above it and the one below, in the order of the ranking; equal scores are ordered by id. */
  rivals: Rival[];
  /** The number of empires of players. */
  empires: number;
}

/** Reads the place of an empire in a ranking by a score, in one snapshot. Null if no player has this empire. */
export async function readOwnPlace(
  deps: Pick<WorldDeps, 'pool' | 'clock'>,
  type: ScoreRanking,
  empireId: string,
): Promise<OwnPlace | null> {
  await Promise.all(Object.values(orderingOf).map((ordering) => renewMarks(deps, ordering)));
  const row = await selectOptional(deps.pool, statements[type], [empireId]);
  if (row === null) return null;
  const {
    score_rank: score,
    military_rank: military,
    economic_rank: economic,
    rivals,
    empires,
    leave,
    ...own
  } = row;
  const ranks = { score, military, economic };
  return {
    me: { rank: ranks[type], ...own, leave: toCurrentLeave(leave, deps.clock.now()) },
    ranks,
    rivals,
    empires,
  };
}
