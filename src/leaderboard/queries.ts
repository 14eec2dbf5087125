/** SQL of the rankings by score, with the caller's own entry in the same statement. */
import { z } from 'zod';
import type {
  EmpireRankingType,
  Leaderboard,
  LeaderboardQuery,
  OwnRanking,
  Ranking,
  RankingType,
  ScoreRanking,
} from '../contract/leaderboard.ts';
import { count, uuid, integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { crownScale } from '../game/reigns.ts';
import { isoOf } from '../kernel/time.ts';
import { selectCrowns, type StandingRow } from '../seats/queries.ts';
import type { WorldDeps } from '../world/deps.ts';
import { entriesBeforeSql, pageSql } from '../world/positions.ts';
import { selectAllianceRankings } from './alliances.ts';

const rankingRow = z.strictObject({
  rank: count,
  position: count.nullable(),
  empire_id: uuid,
  empire_name: z.string(),
  alliance_tag: z.string().nullable(),
  score: integer,
  owner_username: z.string(),
  is_bot: z.boolean(),
  mine: z.boolean(),
});

// $1 limit, $2 the own empire, $3 entries before the first one.
function rankingStatement(name: string, column: 'score' | 'military_score' | 'economic_score') {
  return statement(
    name,
    `WITH
       ${pageSql(column, false, { limit: '$1', offset: '$3' })},
       top AS MATERIALIZED (SELECT id, name, alliance_tag, owner_id, ${column} AS score FROM page),
       first AS MATERIALIZED (
         -- Its ties can be on the page before.
         SELECT score, CASE WHEN $3 > 0 THEN ${entriesBeforeSql(column, 'best.score')} ELSE 0 END AS higher
         FROM (SELECT max(score) AS score FROM top OFFSET 0) AS best
       ),
       me AS (SELECT id, name, alliance_tag, owner_id, ${column} AS score FROM empires WHERE id = $2)
     SELECT CASE WHEN top.score = first.score THEN first.higher + 1 ELSE $3 + rank() OVER (ORDER BY top.score DESC) END AS rank,
       $3 + row_number() OVER (ORDER BY top.score DESC, top.id) AS position, top.id AS empire_id, top.name AS empire_name,
       top.alliance_tag, top.score, u.username AS owner_username, u.is_bot, false AS mine
     FROM top JOIN users u ON u.id = top.owner_id CROSS JOIN first
     UNION ALL
     SELECT ${entriesBeforeSql(column, 'me.score')} + 1, ${entriesBeforeSql(column, 'me.score', 'me.id')} + 1, me.id, me.name,
       me.alliance_tag, me.score, u.username, u.is_bot, true
     FROM me JOIN users u ON u.id = me.owner_id
     ORDER BY mine, position`,
    rankingRow,
  );
}

const selectRankings = rankingStatement('selectRankings', 'score');
const selectMilitaryRankings = rankingStatement('selectMilitaryRankings', 'military_score');
const selectEconomicRankings = rankingStatement('selectEconomicRankings', 'economic_score');

const statements = {
  score: selectRankings,
  military: selectMilitaryRankings,
  economic: selectEconomicRankings,
} satisfies Record<ScoreRanking, unknown>;

function toCrownRanking(row: StandingRow): z.infer<typeof rankingRow> {
  const { rank, position, empire_id, empire_name, alliance_tag, owner_username, is_bot, mine } = row;
  const score = Math.floor(row.parts / crownScale);
  return { rank, position, empire_id, empire_name, alliance_tag, score, owner_username, is_bot, mine };
}

interface Request<Type extends RankingType> extends Omit<LeaderboardQuery, 'type'> {
  type: Type;
  /** The empire whose own entry is read, too. */
  empireId: string | null;
}

/** `limit` empires from position `from` on, best first. Ties share a rank and are ordered by id, in crowns by age. */
export async function selectLeaderboard(
  db: Db,
  { clock, settings }: Pick<WorldDeps, 'clock' | 'settings'>,
  { type, limit, from, empireId }: Request<EmpireRankingType>,
): Promise<Omit<Leaderboard, 'alliances' | 'own_alliance'>> {
  const offset = from - 1;
  const rows =
    type === 'crowns'
      ? (await selectCrowns(db, settings, { now: clock.now(), limit, offset, empireId })).map(toCrownRanking)
      : await select(db, statements[type], [limit, empireId, offset]);
  const rankings: Ranking[] = [];
  let me: OwnRanking | null = null;
  for (const { mine, position, ...ranking } of rows) {
    if (mine) me = { ...ranking, position };
    else rankings.push(ranking);
  }
  return { rankings, updated_at: isoOf(clock.now()), me };
}

/** A ranking of any type. */
export async function readLeaderboard(
  { pool, clock, settings }: Pick<WorldDeps, 'pool' | 'clock' | 'settings'>,
  request: Request<RankingType>,
): Promise<Leaderboard> {
  const { type } = request;
  if (type !== 'alliance') {
    const list = await selectLeaderboard(pool, { clock, settings }, { ...request, type });
    return { ...list, alliances: [], own_alliance: null };
  }
  const now = clock.now();
  const list = await selectAllianceRankings(pool, settings, { ...request, now });
  return { rankings: [], ...list, updated_at: isoOf(now), me: null };
}
