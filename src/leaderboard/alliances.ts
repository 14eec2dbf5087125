/** SQL of the ranking of alliances by the sum of their members' scores (migrations/0035_alliance_scores.sql). */
import { z } from 'zod';
import type { AllianceRanking } from '../contract/leaderboard.ts';
import { count, integer, uuid } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';
import { crownScale } from '../game/reigns.ts';
import { crownPartsSql, reignAt } from '../seats/queries.ts';
import type { WorldSettings } from '../world/load.ts';

// $1 limit, $2 the reign's end, $3 speed x time of the reign so far. Each of the first alliances has one of the highest sums,
// or a change since the last fold; there are few of these. A dissolved alliance has a sum until the clock, within a second,
// has ended its memberships.
const selectAllianceRankings = statement(
  'selectAllianceRankings',
  `WITH
     changed AS MATERIALIZED (SELECT alliance_id, sum(score)::bigint AS score FROM alliance_changes GROUP BY alliance_id),
     -- An array: Postgres would estimate the rows of a LIMIT too high, and read all alliances.
     listed AS MATERIALIZED (
       SELECT ARRAY(
         (SELECT alliance_id FROM alliance_scores WHERE score > 0
          ORDER BY score DESC, alliance_id LIMIT $1 + (SELECT count(*) FROM changed))
         UNION SELECT alliance_id FROM changed
       ) AS ids
     ),
     top AS MATERIALIZED (
       SELECT a.id, a.name, a.tag, a.members, coalesce(s.score, 0) + coalesce(changed.score, 0) AS score
       FROM listed JOIN alliances a ON a.id = ANY (listed.ids) AND a.dissolved_at IS NULL
       LEFT JOIN alliance_scores s ON s.alliance_id = a.id
       LEFT JOIN changed ON changed.alliance_id = a.id
       ORDER BY score DESC, id LIMIT $1
     )
   SELECT rank() OVER (ORDER BY score DESC) AS rank, id AS alliance_id, name, tag, members, score, (
     SELECT coalesce(sum(${crownPartsSql('e.crown_offset', 'jsonb_array_length(e.seats)', '$3')}), 0)::bigint
     FROM empires e WHERE e.alliance_id = top.id AND e.reign_ends_at = $2
   ) AS parts
   FROM top ORDER BY rank, id`,
  z.strictObject({
    rank: count,
    alliance_id: uuid,
    name: z.string(),
    tag: z.string(),
    members: integer,
    score: integer,
    parts: integer,
  }),
);

/** The best `limit` alliances. Ties share a rank and are ordered by id. */
export async function selectBestAlliances(
  db: Db,
  settings: WorldSettings,
  { now, limit }: { now: number; limit: number },
): Promise<AllianceRanking[]> {
  const { endsAt, elapsedParts } = reignAt(settings, now);
  const rows = await select(db, selectAllianceRankings, [limit, endsAt, elapsedParts]);
  return rows.map(({ members, parts, ...row }) => ({
    ...row,
    member_count: members,
    crowns: Math.floor(parts / crownScale),
  }));
}
