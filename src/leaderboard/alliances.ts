/** SQL of the ranking of alliances by their members' scores: ranks are those of the last refresh, sums are live. */
import { z } from 'zod';
import type { AllianceRanking, OwnAllianceRanking } from '../contract/leaderboard.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { selectOne, statement, type Db } from '../db/pool.ts';
import { crownScale } from '../game/diplomacy/reigns.ts';
import { crownPartsSql, reignAt } from '../seats/queries.ts';
import { limitSql, entriesSql } from '../world/figures/rankings.ts';
import type { WorldSettings } from '../world/rows/load.ts';

const entryRow = z.strictObject({
  position: count,
  rank: count,
  mine: z.boolean(),
  alliance_id: uuid,
  name: z.string(),
  tag: z.string(),
  members: integer,
  score: integer,
  parts: integer,
});
// $1 limit, $2 entries before the first one, $3 the own empire, $4 the reign's end, $5 speed x time of the reign so far.
const selectAlliancesPage = statement('selectAlliancesPage', {
  sql: entriesSql(
    'ranked_by_alliance_score',
    `SELECT position, rank, mine, sums.score, a.id AS alliance_id, a.name, a.tag, a.members, sums.parts
     FROM (
       SELECT *, false AS mine
       FROM ${limitSql('SELECT * FROM ranked_by_alliance_score WHERE position > $2 ORDER BY position', '$1')} AS page
       UNION ALL
       SELECT ranked.*, true FROM empires me JOIN ranked_by_alliance_score ranked USING (alliance_id) WHERE me.id = $3
     ) AS shown
     JOIN alliances a ON a.id = shown.alliance_id AND a.dissolved_at IS NULL
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(e.score), 0)::bigint AS score, coalesce(
         sum(${crownPartsSql('e.crown_offset', 'e.seat_count', '$5')}) FILTER (WHERE e.reign_ends_at = $4), 0
       )::bigint AS parts
       FROM empires e WHERE e.alliance_id = a.id
     ) AS sums`,
  ),
  row: z.strictObject({ refreshed_at: moment, entries: z.array(entryRow) }),
});

/**
 * From position `from` on, best first, and the own one. Ties share a rank and are ordered by id. New alliances are
 * missing until the next refresh.
 */
export async function selectAllianceRankings(
  db: Db,
  settings: WorldSettings,
  { now, limit, from, empireId }: { now: number; limit: number; from: number; empireId: string | null },
): Promise<{ alliances: AllianceRanking[]; alliance: OwnAllianceRanking | null; refreshedAt: number }> {
  const { endsAt, elapsedParts } = reignAt(settings, now);
  const values = [limit, from - 1, empireId, endsAt, elapsedParts];
  const { entries, refreshed_at: refreshedAt } = await selectOne(db, selectAlliancesPage, values);
  const alliances: AllianceRanking[] = [];
  let alliance: OwnAllianceRanking | null = null;
  for (const { members, parts, mine, position, ...row } of entries) {
    const ranking = { ...row, member_count: members, crowns: Math.floor(parts / crownScale) };
    if (mine) alliance = { ...ranking, position };
    else alliances.push(ranking);
  }
  return { alliances, alliance, refreshedAt };
}
