/**
 * SQL of the ranking of alliances by the sum of their members' scores. The list is that of migrations/0007_rankings.sql
 * at its last fold; the few alliances that have changed since are taken out and entered again at their present sums.
 */
import { z } from 'zod';
import type { AllianceRanking, OwnAllianceRanking } from '../contract/leaderboard.ts';
import { count, integer, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { crownScale } from '../game/reigns.ts';
import { crownPartsSql, reignAt } from '../seats/queries.ts';
import type { WorldSettings } from '../world/load.ts';
import { higherSql, pageSql, placeSql } from '../world/positions.ts';

/** The score and the id of an entry, as SQL. */
interface Entry {
  score: string;
  id: string;
}
const edge: Entry = { score: 'edge.score', id: 'edge.id' };
const own: Entry = { score: 'own.score', id: 'own.id' };

/** SQL condition: a changed alliance with this score is before an entry of the list. */
const isBefore = (score: string, entry: Entry): string =>
  `(${score} > ${entry.score} OR ${score} = ${entry.score} AND changed.id < ${entry.id})`;

/** What the changed alliances add to the number of entries that meet a condition on their score, as SQL. */
const shiftSql = (condition: (score: string) => string): string =>
  `(SELECT count(*) FILTER (WHERE changed.score > 0 AND ${condition('changed.score')})
     - count(*) FILTER (WHERE changed.folded > 0 AND ${condition('changed.folded')}) FROM changed)`;

/** What they add to the number of alliances with a higher sum, as SQL. */
const higherShift = (score: string): string => shiftSql((each) => `${each} > ${score}`);

// $1 limit, $2 the own empire, $3 entries before the first one, $4 the reign's end, $5 speed x time of the reign so far.
// A dissolved alliance has a sum, and a position, until the clock, within a second, has ended its memberships.
const selectAlliancesPage = statement(
  'selectAlliancesPage',
  `WITH
     changed AS MATERIALIZED (
       SELECT alliance_id AS id, coalesce(s.score, 0) AS folded, coalesce(s.score, 0) + c.score AS score
       FROM (SELECT alliance_id, sum(score)::bigint AS score FROM alliance_changes GROUP BY alliance_id) AS c
       LEFT JOIN alliance_scores s USING (alliance_id)
     ),
     -- The changed ones can have moved every other entry by their number.
     ${pageSql('alliance_score', {
       columns: 'alliance_id, score',
       limit: '$1::bigint + 2 * (SELECT count(*) FROM changed)',
       offset: 'greatest($3::bigint - (SELECT count(*) FROM changed), 0)',
     })},
     read AS MATERIALIZED (SELECT alliance_id AS id, score FROM page),
     -- The first entry of the list at its last fold, unless the list is read from its beginning.
     edge AS MATERIALIZED (
       SELECT edge.*, edge.start + ${shiftSql((score) => isBefore(score, edge))} AS before
       FROM (
         SELECT wanted.start, best.score, best.id FROM wanted
         LEFT JOIN LATERAL (SELECT * FROM read ORDER BY score DESC, id LIMIT 1) AS best ON wanted.start > 0
       ) AS edge
     ),
     entries AS (
       SELECT id, score FROM read WHERE id NOT IN (SELECT id FROM changed)
       UNION ALL
       SELECT changed.id, changed.score FROM changed CROSS JOIN edge
       WHERE changed.score > 0 AND (edge.start = 0 OR NOT ${isBefore('changed.score', edge)})
     ),
     numbered AS (
       SELECT entries.id, entries.score, edge.before + row_number() OVER (ORDER BY entries.score DESC, entries.id) AS position
       FROM entries CROSS JOIN edge
     ),
     top AS MATERIALIZED (SELECT * FROM numbered WHERE position > $3 AND position <= $3 + $1),
     first AS MATERIALIZED (
       SELECT score, ${higherSql('alliance_score', 'best.score')} + ${higherShift('best.score')} AS higher FROM (SELECT max(score) AS score FROM top OFFSET 0) AS best
     ),
     own AS MATERIALIZED (
       SELECT alliance_id AS id, coalesce(changed.score, s.score) AS score
       FROM empires e LEFT JOIN alliance_scores s USING (alliance_id) LEFT JOIN changed ON changed.id = alliance_id
       WHERE e.id = $2
     ),
     shown AS (
       SELECT CASE WHEN top.score = first.score THEN first.higher + 1 ELSE $3 + rank() OVER (ORDER BY top.score DESC) END AS rank,
         top.position, top.id, top.score, false AS mine
       FROM top CROSS JOIN first
       UNION ALL
       SELECT 1 + place.higher + ${higherShift(own.score)}, 1 + place.before + ${shiftSql((score) => isBefore(score, own))},
         own.id, own.score, true
       FROM own CROSS JOIN LATERAL ${placeSql('alliance_score', 'own')} AS place WHERE own.score > 0
     )
   SELECT shown.rank, shown.position, a.id AS alliance_id, a.name, a.tag, a.members, shown.score, shown.mine, (
     SELECT coalesce(sum(${crownPartsSql('e.crown_offset', 'jsonb_array_length(e.seats)', '$5')}), 0)::bigint
     FROM empires e WHERE e.alliance_id = a.id AND e.reign_ends_at = $4
   ) AS parts
   FROM shown JOIN alliances a ON a.id = shown.id AND a.dissolved_at IS NULL
   ORDER BY mine, position`,
  z.strictObject({
    rank: count,
    position: count,
    alliance_id: uuid,
    name: z.string(),
    tag: z.string(),
    members: integer,
    score: integer,
    mine: z.boolean(),
    parts: integer,
  }),
);

/** `limit` alliances from position `from` on, best first, and that of an empire. Ties share a rank and are ordered by id. */
export async function selectAllianceRankings(
  db: Db,
  settings: WorldSettings,
  { now, limit, from, empireId }: { now: number; limit: number; from: number; empireId: string | null },
): Promise<{ alliances: AllianceRanking[]; own_alliance: OwnAllianceRanking | null }> {
  const { endsAt, elapsedParts } = reignAt(settings, now);
  const rows = await select(db, selectAlliancesPage, [limit, empireId, from - 1, endsAt, elapsedParts]);
  const alliances: AllianceRanking[] = [];
  let ownAlliance: OwnAllianceRanking | null = null;
  for (const { members, parts, mine, position, ...row } of rows) {
    const ranking = { ...row, member_count: members, crowns: Math.floor(parts / crownScale) };
    if (mine) ownAlliance = { ...ranking, position };
    else alliances.push(ranking);
  }
  return { alliances, own_alliance: ownAlliance };
}
