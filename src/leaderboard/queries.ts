/** SQL of the rankings by score, with the caller's own entry in the same statement. */
import { z } from 'zod';
import type {
  EmpireRankingType,
  Leaderboard,
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
import { higherScoresSql, isPlayer } from '../world/positions.ts';
import { selectBestAlliances } from './alliances.ts';

const rankingRow = z.strictObject({
  rank: count,
  empire_id: uuid,
  empire_name: z.string(),
  alliance_tag: z.string().nullable(),
  score: integer,
  owner_username: z.string(),
  is_bot: z.boolean(),
  mine: z.boolean(),
});

function rankingStatement(name: string, column: 'score' | 'military_score' | 'economic_score') {
  return statement(
    name,
    // An array: Postgres would estimate the rows of a LIMIT too high, and read all users.
    `WITH
       listed AS MATERIALIZED (
         SELECT ARRAY(SELECT id FROM empires WHERE ${isPlayer} ORDER BY ${column} DESC, id LIMIT $1) AS ids
       ),
       top AS (SELECT e.id, name, alliance_tag, owner_id, ${column} AS score FROM listed JOIN empires e ON e.id = ANY (listed.ids)),
       me AS (SELECT id, name, alliance_tag, owner_id, ${column} AS score FROM empires WHERE id = $2)
     SELECT rank() OVER (ORDER BY top.score DESC) AS rank, top.id AS empire_id, top.name AS empire_name, top.alliance_tag,
       top.score, u.username AS owner_username, u.is_bot, false AS mine
     FROM top JOIN users u ON u.id = top.owner_id
     UNION ALL
     SELECT ${higherScoresSql(column, 'me.score')} + 1, me.id, me.name, me.alliance_tag,
       me.score, u.username, u.is_bot, true
     FROM me JOIN users u ON u.id = me.owner_id
     ORDER BY mine, rank, empire_id`,
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
  const { rank, empire_id, empire_name, alliance_tag, owner_username, is_bot, mine } = row;
  const score = Math.floor(row.parts / crownScale);
  return { rank, empire_id, empire_name, alliance_tag, score, owner_username, is_bot, mine };
}

/** The best `limit` empires. Ties share a rank and are ordered by id. */
export async function selectLeaderboard(
  db: Db,
  { clock, settings }: Pick<WorldDeps, 'clock' | 'settings'>,
  { type, limit, empireId }: { type: EmpireRankingType; limit: number; empireId: string | null },
): Promise<Omit<Leaderboard, 'alliances'>> {
  const rows =
    type === 'crowns'
      ? (await selectCrowns(db, settings, { now: clock.now(), limit, empireId })).map(toCrownRanking)
      : await select(db, statements[type], [limit, empireId]);
  const rankings: Ranking[] = [];
  let me: Ranking | null = null;
  for (const { mine, ...ranking } of rows) {
    if (mine) me = ranking;
    else rankings.push(ranking);
  }
  return { rankings, updated_at: isoOf(clock.now()), me };
}

/** A ranking of any type. */
export async function readLeaderboard(
  { pool, clock, settings }: Pick<WorldDeps, 'pool' | 'clock' | 'settings'>,
  { type, limit, empireId }: { type: RankingType; limit: number; empireId: string | null },
): Promise<Leaderboard> {
  if (type !== 'alliance') {
    const list = await selectLeaderboard(pool, { clock, settings }, { type, limit, empireId });
    return { ...list, alliances: [] };
  }
  const now = clock.now();
  const alliances = await selectBestAlliances(pool, settings, { now, limit });
  return { rankings: [], alliances, updated_at: isoOf(now), me: null };
}
