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
import type { LeaveView } from '../contract/leave.ts';
import { count, integer, moment } from '../db/columns.ts';
import { selectOne, statement } from '../db/pool.ts';
import { toLeaveView } from '../empire/leave.ts';
import { leaveEndsAt } from '../game/diplomacy/leave.ts';
import type { OrderedLeave } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import { selectCrowns, type StandingRow } from '../seats/queries.ts';
import type { WorldDeps } from '../world/deps.ts';
import { leave as leaveShape, namedEmpire } from '../world/rows/shapes.ts';
import { isPlayer, limitSql, entriesSql, type ScoreColumn } from '../world/figures/rankings.ts';
import { selectAllianceRankings } from './alliances.ts';

const entryRow = z.strictObject({
  position: count,
  rank: count,
  mine: z.boolean(),
  ...namedEmpire,
  score: integer,
  owner_username: z.string(),
  is_bot: z.boolean(),
  leave: leaveShape.nullable(),
});

export const scoreColumns = {
  score: 'score',
  military: 'military_score',
  economic: 'economic_score',
} satisfies Record<ScoreRanking, ScoreColumn>;

// $1 limit, $2 entries before the first one, $3 the own empire. The first page is live.
function rankingStatement(name: string, column: ScoreColumn) {
  const first = `SELECT row_number() OVER (ORDER BY ${column} DESC, id) AS position, rank() OVER (ORDER BY ${column} DESC) AS rank,
    id AS empire_id FROM empires WHERE $2::bigint = 0 AND ${isPlayer} ORDER BY ${column} DESC, id`;
  const later = `SELECT * FROM ranked_by_${column} WHERE $2 > 0 AND position > $2 ORDER BY position`;
  return statement(name, {
    sql: entriesSql(
      `ranked_by_${column}`,
      `SELECT position, rank, mine, e.id AS empire_id, e.name AS empire_name, alliance_tag, ${column} AS score,
         username AS owner_username, is_bot, leave
       FROM (
         SELECT *, false AS mine FROM ${limitSql(first, '$1')} AS first
         UNION ALL SELECT *, false FROM ${limitSql(later, '$1')} AS later
         UNION ALL SELECT *, true FROM ranked_by_${column} WHERE empire_id = $3
       ) AS shown JOIN empires e ON e.id = shown.empire_id JOIN users u ON u.id = owner_id`,
    ),
    row: z.strictObject({ refreshed_at: moment, entries: z.array(entryRow) }),
  });
}

const statements = {
  score: rankingStatement('selectRankings', scoreColumns.score),
  military: rankingStatement('selectMilitaryRankings', scoreColumns.military),
  economic: rankingStatement('selectEconomicRankings', scoreColumns.economic),
} satisfies Record<ScoreRanking, unknown>;

/** Null also for a leave that is over but not yet ended. */
const toCurrentLeave = (stored: OrderedLeave | null, now: number): LeaveView | null =>
  (leaveEndsAt(stored) ?? Infinity) <= now ? null : toLeaveView(stored);

type RankedRow = Omit<OwnRanking, 'leave'> & { leave: OrderedLeave | null; mine: boolean };

function toCrownRanking(row: StandingRow): RankedRow {
  const { rank, position, empire_id, empire_name, alliance_tag, crowns: score } = row;
  const { owner_username, is_bot, leave, mine } = row;
  return { rank, position, empire_id, empire_name, alliance_tag, score, owner_username, is_bot, leave, mine };
}

interface Request<Type extends RankingType> extends Omit<LeaderboardQuery, 'type'> {
  type: Type;
  /** Its own entry is read, too. */
  empireId: string | null;
}

type Deps = Pick<WorldDeps, 'pool' | 'clock' | 'settings'>;

async function selectRows(
  { pool, clock, settings }: Deps,
  { type, limit, from, empireId }: Request<EmpireRankingType>,
): Promise<{ rows: RankedRow[]; updatedAt: number }> {
  const offset = from - 1;
  if (type === 'crowns') {
    const now = clock.now();
    const rows = await selectCrowns(pool, settings, { now, limit, offset, empireId });
    return { rows: rows.map(toCrownRanking), updatedAt: now };
  }
  const { entries, refreshed_at } = await selectOne(pool, statements[type], [limit, offset, empireId]);
  return { rows: entries, updatedAt: refreshed_at };
}

/**
 * `limit` entries from position `from` on, best first. Ties share a rank and are ordered by id, in crowns by age. The
 * first page and all scores are live; other ranks are as old as `updated_at`. The own entry is null for a newer empire.
 */
export async function readLeaderboard(deps: Deps, request: Request<RankingType>): Promise<Leaderboard> {
  const { type, empireId } = request;
  const now = deps.clock.now();
  if (type === 'alliance') {
    const { refreshedAt, ...list } = await selectAllianceRankings(deps.pool, deps.settings, {
      ...request,
      now,
    });
    return { rankings: [], ...list, updated_at: isoOf(refreshedAt), me: null };
  }
  const { rows, updatedAt } = await selectRows(deps, { ...request, type });
  const rankings: Ranking[] = [];
  let me: OwnRanking | null = null;
  for (const { mine, position, leave: stored, ...row } of rows) {
    const ranking = { ...row, leave: toCurrentLeave(stored, now) };
    // Where it is listed, the own entry is the same.
    if (row.empire_id === empireId) me ??= { ...ranking, position };
    if (!mine) rankings.push(ranking);
  }
  return { rankings, alliances: [], updated_at: isoOf(updatedAt), me, alliance: null };
}
