/** SQL of the crowns of alliances. */
import { allianceCrowns } from '../contract/seats.ts';
import { crownScale } from '../game/diplomacy/reigns.ts';

export const allianceCrownsRow = allianceCrowns.strict();

/**
 * SQL: `alliance_id` and `parts` in the reign that ends at a moment. @param elapsed SQL of speed x time of the reign so
 * far
 */
export const allianceParts = (endsAt: string, elapsed: string): string => `
  SELECT alliance_id, sum(parts)::bigint AS parts FROM (
    SELECT alliance_id, seat_count * ${elapsed}::bigint AS parts FROM empires
    WHERE reign_ends_at = ${endsAt} AND alliance_id IS NOT NULL AND seat_count > 0
    UNION ALL
    SELECT key::uuid, value::bigint FROM empires CROSS JOIN LATERAL jsonb_each_text(alliance_crowns) WHERE reign_ends_at = ${endsAt}
  ) AS earned GROUP BY alliance_id`;

/** Most first. @param parts SQL of rows of `alliance_id` and `parts` */
export const allianceCrownsSql = (parts: string, limit: string): string => `
  SELECT coalesce(json_agg(json_build_object('alliance_id', alliance_id, 'tag', tag, 'name', name,
    'crowns', parts / ${crownScale}) ORDER BY parts DESC, alliance_id), '[]') FROM (
    SELECT earned.alliance_id, a.tag, a.name, earned.parts
    FROM (${parts}) AS earned JOIN alliances a ON a.id = earned.alliance_id
    WHERE earned.parts > 0 ORDER BY earned.parts DESC, earned.alliance_id LIMIT ${limit}
  ) AS listed`;
