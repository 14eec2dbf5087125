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
import { firstPageSql, maxRows, pageSql, placeSql } from '../world/positions.ts';
import { selectAllianceRankings } from './alliances.ts';

/** The columns of an empire in a ranking. */
export const rankedEmpire = {
  empire_id: uuid,
  empire_name: z.string(),
  alliance_tag: z.string().nullable(),
  score: integer,
  owner_username: z.string(),
  is_bot: z.boolean(),
};

const rankingRow = z.strictObject({
  ...rankedEmpire,
  mine: z.boolean(),
  /** The number of empires with a higher score: in the own row, and in the first one. */
  higher: count,
  /** The number of empires before it; of the own entry only. */
  before: count.nullable(),
});

export type ScoreColumn = 'score' | 'military_score' | 'economic_score';

const listed = (column: ScoreColumn): string => `id, name, alliance_tag, owner_id, ${column}`;

/** The CTEs of a page. $1 limit, and of later pages $3 entries before the first one. */
const pageOf = (column: ScoreColumn, isFirst: boolean): string => {
  const page = { columns: listed(column), limit: '$1', most: maxRows };
  return isFirst ? firstPageSql(column, page) : pageSql(column, { ...page, offset: '$3' });
};

const higherThanFirst = (column: ScoreColumn, isFirst: boolean): string =>
  isFirst ? '0::bigint' : `(SELECT higher_by_${column}(${column}, id, $3::bigint) FROM opening)`;

// $2 the own empire. Lateral: users are looked up one by one.
function rankingStatement(name: string, column: ScoreColumn, isFirst: boolean) {
  return statement(
    name,
    `WITH ${pageOf(column, isFirst)}
     SELECT shown.id AS empire_id, shown.name AS empire_name, alliance_tag, score, username AS owner_username, is_bot, mine,
       higher, before
     FROM (
       SELECT ${listed(column)} AS score, false AS mine, ${higherThanFirst(column, isFirst)} AS higher, NULL::bigint AS before
       FROM page
       UNION ALL
       SELECT me.*, true, place.higher, place.before
       FROM (SELECT ${listed(column)} AS score FROM empires WHERE id = $2) AS me
       CROSS JOIN LATERAL ${placeSql(column, 'me')} AS place
     ) AS shown CROSS JOIN LATERAL (SELECT username, is_bot FROM users WHERE users.id = owner_id OFFSET 0) AS owner
     ORDER BY mine, score DESC, shown.id`,
    rankingRow,
  );
}

const selectTopRankings = rankingStatement('selectTopRankings', 'score', true);
const selectTopMilitaryRankings = rankingStatement('selectTopMilitaryRankings', 'military_score', true);
const selectTopEconomicRankings = rankingStatement('selectTopEconomicRankings', 'economic_score', true);
const selectRankings = rankingStatement('selectRankings', 'score', false);
const selectMilitaryRankings = rankingStatement('selectMilitaryRankings', 'military_score', false);
const selectEconomicRankings = rankingStatement('selectEconomicRankings', 'economic_score', false);

const firstPages = {
  score: selectTopRankings,
  military: selectTopMilitaryRankings,
  economic: selectTopEconomicRankings,
} satisfies Record<ScoreRanking, unknown>;
const laterPages = {
  score: selectRankings,
  military: selectMilitaryRankings,
  economic: selectEconomicRankings,
} satisfies Record<ScoreRanking, unknown>;

type RankedRow = OwnRanking & { mine: boolean };

function toCrownRanking(row: StandingRow): RankedRow {
  const { rank, position, empire_id, empire_name, alliance_tag, owner_username, is_bot, mine } = row;
  const score = Math.floor(row.parts / crownScale);
  return { rank, position, empire_id, empire_name, alliance_tag, score, owner_username, is_bot, mine };
}

/** @param offset the number of entries before the first row */
function toRankings(rows: readonly z.infer<typeof rankingRow>[], offset: number): RankedRow[] {
  let rank = 0;
  return rows.map(({ higher, before, ...row }, index) => {
    const position = (before ?? offset + index) + 1;
    if (index === 0 || row.mine) rank = higher + 1;
    else if (row.score !== rows[index - 1]?.score) rank = position;
    return { rank, position, ...row };
  });
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
      : toRankings(
          offset === 0
            ? await select(db, firstPages[type], [limit, empireId])
            : await select(db, laterPages[type], [limit, empireId, offset]),
          offset,
        );
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
