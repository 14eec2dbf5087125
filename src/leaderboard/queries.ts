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
import type { LeaveView } from '../contract/leave.ts';
import { count, integer } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { toLeaveView } from '../empire/leave.ts';
import { leaveEndsAt } from '../game/leave.ts';
import type { Leave } from '../game/types.ts';
import { isoOf } from '../kernel/time.ts';
import { selectCrowns, type StandingRow } from '../seats/queries.ts';
import type { WorldDeps } from '../world/deps.ts';
import { leave as leaveShape, namedEmpire } from '../world/rows/shapes.ts';
import {
  beforeSql,
  pageSql,
  renewMarks,
  type Ordering,
  type ScoreOrdering,
} from '../world/figures/rank-marks.ts';
import { selectAllianceRankings, numberRows } from './alliances.ts';

const rankingRow = z.strictObject({
  ...namedEmpire,
  score: integer,
  owner_username: z.string(),
  is_bot: z.boolean(),
  leave: leaveShape.nullable(),
  mine: z.boolean(),
  /** The number of empires with a higher score than the own one, or than the first one of the page. */
  higher: count,
  /** The number of empires before it; of the own entry only. */
  before: count.nullable(),
});

const ranked = (column: ScoreOrdering): string =>
  `id, name, alliance_tag, owner_id, leave, ${column} AS score`;

// $1 limit, $2 the own empire, $3 entries before the first one. Lateral: users are looked up one by one.
function rankingStatement(name: string, column: ScoreOrdering) {
  return statement(name, {
    sql: `WITH page AS MATERIALIZED (${pageSql(column, { columns: ranked(column), limit: '$1', offset: '$3' })}),
     first AS MATERIALIZED (
       SELECT ${beforeSql(column, 'best.score')} AS higher FROM (SELECT max(score) AS score FROM page) AS best
     )
     SELECT shown.id AS empire_id, shown.name AS empire_name, alliance_tag, score, username AS owner_username, is_bot, leave,
       mine, higher, before
     FROM (
       SELECT page.*, false AS mine, higher, NULL::bigint AS before FROM page CROSS JOIN first
       UNION ALL
       SELECT me.*, true, ${beforeSql(column, 'me.score')}, ${beforeSql(column, 'me.score', 'me.id')}
       FROM (SELECT ${ranked(column)} FROM empires WHERE id = $2) AS me
     ) AS shown CROSS JOIN LATERAL (SELECT username, is_bot FROM users WHERE users.id = owner_id OFFSET 0) AS owner
     ORDER BY mine, score DESC, shown.id`,
    row: rankingRow,
  });
}

const statements = {
  score: rankingStatement('selectRankings', 'score'),
  military: rankingStatement('selectMilitaryRankings', 'military_score'),
  economic: rankingStatement('selectEconomicRankings', 'economic_score'),
} satisfies Record<ScoreRanking, unknown>;

/** The orderings of the rankings by a score. */
export const orderingOf = {
  score: 'score',
  military: 'military_score',
  economic: 'economic_score',
} satisfies Record<ScoreRanking, Ordering>;

/** A stored leave as players see it; null also for one that is over and will be ended. */
const toCurrentLeave = (stored: Leave | null, now: number): LeaveView | null =>
  (leaveEndsAt(stored) ?? Infinity) <= now ? null : toLeaveView(stored);

type RankedRow = Omit<OwnRanking, 'leave'> & { leave: Leave | null; mine: boolean };

function toCrownRanking(row: StandingRow): RankedRow {
  const { rank, position, empire_id, empire_name, alliance_tag, crowns: score } = row;
  const { owner_username, is_bot, leave, mine } = row;
  return { rank, position, empire_id, empire_name, alliance_tag, score, owner_username, is_bot, leave, mine };
}

interface Request<Type extends RankingType> extends Omit<LeaderboardQuery, 'type'> {
  type: Type;
  /** The empire whose own entry is read, too. */
  empireId: string | null;
}

type Deps = Pick<WorldDeps, 'pool' | 'clock' | 'settings'>;

async function selectRows(
  { pool, clock, settings }: Deps,
  { type, limit, from, empireId }: Request<EmpireRankingType>,
): Promise<RankedRow[]> {
  const offset = from - 1;
  if (type !== 'crowns') {
    return numberRows(await select(pool, statements[type], [limit, empireId, offset]), offset);
  }
  const now = clock.now();
  return (await selectCrowns(pool, settings, { now, limit, offset, empireId })).map(toCrownRanking);
}

/** `limit` entries from position `from` on, best first. Ties share a rank and are ordered by id, in crowns by age. */
export async function readLeaderboard(deps: Deps, request: Request<RankingType>): Promise<Leaderboard> {
  const { type, from, empireId } = request;
  const now = deps.clock.now();
  const ordering = type === 'crowns' ? null : type === 'alliance' ? 'alliance_score' : orderingOf[type];
  // The first page by a score has no positions of before.
  const isLive = ordering === null || (type !== 'alliance' && from === 1 && empireId === null);
  const updatedAt = isLive ? null : await renewMarks(deps, ordering);
  const updated_at = isoOf(updatedAt ?? now);
  if (type === 'alliance') {
    const list = await selectAllianceRankings(deps.pool, deps.settings, { ...request, now });
    return { rankings: [], ...list, updated_at, me: null };
  }
  const rankings: Ranking[] = [];
  let me: OwnRanking | null = null;
  for (const { mine, position, leave: stored, ...row } of await selectRows(deps, { ...request, type })) {
    const ranking = { ...row, leave: toCurrentLeave(stored, now) };
    if (mine) me = { ...ranking, position };
    else rankings.push(ranking);
  }
  return { rankings, alliances: [], updated_at, me, alliance: null };
}
