/** SQL of the ranking of alliances by the sum of their members' scores. Their order is that of the marks; sums are live. Ranks and positions of rows. */
import { z } from 'zod';
import type { AllianceRanking, OwnAllianceRanking } from '../contract/leaderboard.ts';
import { count, integer, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { crownScale } from '../game/reigns.ts';
import { crownPartsSql, reignAt } from '../seats/queries.ts';
import type { WorldSettings } from '../world/rows/load.ts';
import { alliancePageSql, beforeSql } from '../world/figures/rank-marks.ts';

/**
 * Ranks and positions of a page, and of the own entry.
 * @param offset the number of entries before the first row
 */
export function numberRows<
  Row extends { score: number; mine: boolean; higher: number; before: number | null },
>(
  rows: readonly Row[],
  offset: number,
): (Omit<Row, 'higher' | 'before'> & { rank: number; position: number })[] {
  let rank = 0;
  return rows.map(({ higher, before, ...row }, index) => {
    const position = (before ?? offset + index) + 1;
    if (index === 0 || row.mine) rank = higher + 1;
    else if (row.score !== rows[index - 1]?.score) rank = position;
    return { rank, position, ...row };
  });
}

// $1 limit, $2 the own empire, $3 entries before the first one, $4 the reign's end, $5 speed x time of the reign so far.
// A dissolved alliance has a position until the next marks, and without marks until the clock has ended its memberships.
const selectAlliancesPage = statement('selectAlliancesPage', {
  sql: `WITH
     page AS MATERIALIZED (${alliancePageSql({ limit: '$1::bigint', offset: '$3::bigint' })}),
     own AS MATERIALIZED (
       SELECT me.alliance_id AS id, sum(e.score)::bigint AS score
       FROM empires me JOIN empires e ON e.alliance_id = me.alliance_id WHERE me.id = $2 GROUP BY me.alliance_id
     ),
     shown AS (
       SELECT id, -number AS score, false AS mine, first.higher, NULL::bigint AS before FROM page CROSS JOIN (
         SELECT ${beforeSql('alliance_score', 'best.score')} AS higher FROM (SELECT max(-number) AS score FROM page) AS best
       ) AS first
       UNION ALL
       SELECT id, score, true, ${beforeSql('alliance_score', 'own.score')}, ${beforeSql('alliance_score', 'own.score', 'own.id')}
       FROM own WHERE score > 0
     )
   SELECT shown.score, mine, higher, before, a.id AS alliance_id, a.name, a.tag, a.members, sums.sum, sums.parts
   FROM shown JOIN alliances a ON a.id = shown.id AND a.dissolved_at IS NULL
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(e.score), 0)::bigint AS sum, coalesce(
       sum(${crownPartsSql('e.crown_offset', 'e.seat_count', '$5')}) FILTER (WHERE e.reign_ends_at = $4), 0
     )::bigint AS parts
     FROM empires e WHERE e.alliance_id = a.id
   ) AS sums
   ORDER BY mine, shown.score DESC, a.id`,
  row: z.strictObject({
    /** By which it is sorted. */
    score: integer,
    mine: z.boolean(),
    higher: count,
    before: count.nullable(),
    alliance_id: uuid,
    name: z.string(),
    tag: z.string(),
    members: integer,
    sum: integer,
    parts: integer,
  }),
});

/** `limit` alliances from position `from` on, best first, and that of an empire. Ties share a rank and are ordered by id. */
export async function selectAllianceRankings(
  db: Db,
  settings: WorldSettings,
  { now, limit, from, empireId }: { now: number; limit: number; from: number; empireId: string | null },
): Promise<{ alliances: AllianceRanking[]; alliance: OwnAllianceRanking | null }> {
  const { endsAt, elapsedParts } = reignAt(settings, now);
  const rows = await select(db, selectAlliancesPage, [limit, empireId, from - 1, endsAt, elapsedParts]);
  const alliances: AllianceRanking[] = [];
  let ownAlliance: OwnAllianceRanking | null = null;
  for (const { members, sum, parts, mine, position, ...row } of numberRows(rows, from - 1)) {
    const ranking = { ...row, member_count: members, score: sum, crowns: Math.floor(parts / crownScale) };
    if (mine) ownAlliance = { ...ranking, position };
    else alliances.push(ranking);
  }
  return { alliances, alliance: ownAlliance };
}
