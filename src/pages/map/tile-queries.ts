import { z } from 'zod';
import { count, moment } from '../../db/columns.ts';
import { defineQuery } from '../../db/pool.ts';
import { cityDistance } from '../../game/balance.ts';
import type { Tile } from '../../game/types.ts';
import { ownedRow, ownerColumns } from '../../city/owned-row.ts';
import { seatAttackRow, seatAttacksAtSql } from '../../seats/attacks.ts';
import { seatOnMapRow, seatsOnMapSql } from '../../seats/queries.ts';
import { building, tile, units } from '../../world/rows/shapes.ts';

const standingRow = ownedRow.omit({ x: true, y: true }).extend({ username: z.string() });

const tileRow = z.strictObject({
  city: standingRow
    .extend({ buildings: z.array(building), is_capital: z.boolean(), sacked_until: moment.nullable() })
    .nullable(),
  /** Those of others first. A guard cannot be attacked itself. */
  armies: z.array(standingRow.extend({ units, is_guard: z.boolean() })),
  /** Within the minimum distance of cities. */
  closest: tile
    .extend({ name: z.string(), empire_name: z.string(), alliance_tag: z.string().nullable() })
    .nullable(),
  /** Of the owner of the city, else of the first army; null on open land, for a village and for a new empire. */
  rank: count.nullable(),
  /** On the tile, or so near that they bar cities from it. */
  seats: z.array(seatOnMapRow),
  /** On the seat of the tile, in their order. */
  seat_attacks: z.array(seatAttackRow),
});

export type TileRow = z.infer<typeof tileRow>;

const owner = `${ownerColumns}, u.username, u.is_bot`;

const reach = cityDistance - 1;
const seatsNearSql = seatsOnMapSql(
  `$1::int - ${reach}`,
  `$2::int - ${reach}`,
  `$1::int + ${reach}`,
  `$2::int + ${reach}`,
);

// $1 x, $2 y, $3 the viewer's empire. The boxes match the constraint that keeps cities apart.
export const selectMapTile = defineQuery('selectMapTile', {
  sql: `WITH city AS (
     SELECT c.id, c.name, c.buildings, c.sacked_until, ${owner},
       NOT EXISTS (
         SELECT FROM cities older
         WHERE older.empire_id = c.empire_id AND (older.founded_at, older.id) < (c.founded_at, c.id)
       ) AS is_capital
     FROM cities c JOIN empires e ON e.id = c.empire_id JOIN users u ON u.id = e.owner_id
     WHERE c.x = $1::int AND c.y = $2::int
   ), standing AS (
     SELECT a.id, a.name, a.units, a.guards IS NOT NULL AS is_guard, ${owner}
     FROM armies a JOIN empires e ON e.id = a.empire_id JOIN users u ON u.id = e.owner_id
     WHERE a.march IS NULL AND a.x = $1::int AND a.y = $2::int
     ORDER BY a.empire_id = $3::uuid, a.id LIMIT 100
   ), foremost AS (
     SELECT empire_id FROM city
     UNION ALL
     (SELECT empire_id FROM standing WHERE NOT EXISTS (SELECT FROM city)
      ORDER BY empire_id = $3::uuid, id LIMIT 1)
   )
   SELECT
     (SELECT to_json(city) FROM city) AS city,
     (SELECT coalesce(json_agg(standing ORDER BY empire_id = $3::uuid, id), '[]') FROM standing) AS armies,
     (SELECT rank FROM foremost JOIN ranked_by_score USING (empire_id)) AS rank,
     (SELECT to_json(seen) FROM (
       SELECT c.name, e.name AS empire_name, e.alliance_tag, c.x, c.y
       FROM cities c JOIN empires e ON e.id = c.empire_id
       WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
           && box(point($1::int - 1, $2::int - 1), point($1::int + 1, $2::int + 1))
       ORDER BY (c.x - $1::int) ^ 2 + (c.y - $2::int) ^ 2, c.id LIMIT 1
     ) seen) AS closest,
     ${seatsNearSql} AS seats,
     ${seatAttacksAtSql('$1::int', '$2::int')} AS seat_attacks`,
  row: tileRow,
  values: ({ x, y }: Tile, ownEmpireId: string) => [x, y, ownEmpireId],
}).oneRow;

/** Null for an empire that is gone. */
export const selectCapital = defineQuery('selectCapital', {
  sql: `SELECT x, y FROM cities WHERE empire_id = $1::uuid ORDER BY founded_at, id LIMIT 1`,
  row: tile,
  values: (empireId: string) => [empireId],
}).optionalRow;
