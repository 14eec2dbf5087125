/** The three rankings, the caller's own entry in the same statement. */
import type { Leaderboard, Ranking, RankingType } from '../contract/leaderboard.ts';
import { select, statement } from '../db/pool.ts';
import type { Db } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import { isoOf } from '../kernel/clock.ts';

type RankingRow = Ranking & { mine: boolean };

function rankingStatement(column: 'score' | 'military_score' | 'economic_score') {
  return statement<RankingRow>(
    `selectRankings_${column}`,
    `WITH
       top AS (SELECT id, name, owner_id, ${column} AS score FROM empires ORDER BY ${column} DESC, id LIMIT $1),
       me AS (SELECT id, name, owner_id, ${column} AS score FROM empires WHERE id = $2)
     SELECT rank() OVER (ORDER BY top.score DESC) AS rank, top.id AS empire_id, top.name AS empire_name,
       top.score, u.username AS owner_username, u.is_bot, false AS mine
     FROM top JOIN users u ON u.id = top.owner_id
     UNION ALL
     SELECT (SELECT count(*) + 1 FROM empires e WHERE e.${column} > me.score), me.id, me.name,
       me.score, u.username, u.is_bot, true
     FROM me JOIN users u ON u.id = me.owner_id
     ORDER BY mine, rank, empire_id`,
  );
}

const statements = {
  score: rankingStatement('score'),
  military: rankingStatement('military_score'),
  economic: rankingStatement('economic_score'),
} satisfies Record<RankingType, unknown>;

/** The best `limit` empires; ties share a rank and stand in the order of their ids. */
export async function selectLeaderboard(
  db: Db,
  clock: Clock,
  { type, limit, empireId }: { type: RankingType; limit: number; empireId: string | null },
): Promise<Leaderboard> {
  const rows = await select(db, statements[type], [limit, empireId]);
  const toRanking = ({
    rank,
    empire_id,
    empire_name,
    score,
    owner_username,
    is_bot,
  }: RankingRow): Ranking => ({
    rank,
    empire_id,
    empire_name,
    score,
    owner_username,
    is_bot,
  });
  const mine = rows.find((row) => row.mine);
  return {
    rankings: rows.filter((row) => !row.mine).map(toRanking),
    updated_at: isoOf(clock.now()),
    me: mine === undefined ? null : toRanking(mine),
  };
}
