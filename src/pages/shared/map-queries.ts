/** Statements that several pages share: the surroundings of tiles, windows of the map, and the number of empires. */
import { z } from 'zod';
import { count, uuid, integer, moment } from '../../db/columns.ts';
import { select, selectOptional, statement, type Db } from '../../db/pool.ts';
import type { Tile } from '../../game/types.ts';
import { march, units } from '../../world/shapes.ts';

/** Reach of the surroundings of a tile, in tiles to each side. */
const nearbyRadius = 20;

/** A city or army on a tile, with the owner's data that protection depends on. */
const ownedRow = z.strictObject({
  id: uuid,
  name: z.string(),
  x: integer,
  y: integer,
  empire_id: uuid,
  empire_name: z.string(),
  score: integer,
  created_at: moment,
  protection_ended: z.boolean(),
  last_command_at: moment,
  is_bot: z.boolean(),
});

/** A city, or an army outside its own cities. */
const nearbyRow = ownedRow.extend({
  kind: z.enum(['city', 'army']),
  /** null for a city. */
  units: units.nullable(),
});

export type NearbyRow = z.infer<typeof nearbyRow>;

const selectSurroundingsStatement = statement(
  'selectSurroundings',
  `SELECT seen.*, e.name AS empire_name, e.score, e.created_at, e.protection_ended, e.last_command_at, u.is_bot
   FROM (
     SELECT DISTINCT ON (near.kind, near.id) near.*
     FROM unnest($1::int[], $2::int[]) AS centre (x, y)
     CROSS JOIN LATERAL (
       SELECT 'city' AS kind, c.id, c.name, c.x, c.y, NULL::jsonb AS units, c.empire_id
       FROM cities c
       WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
           && box(point(centre.x - $3::int, centre.y - $3::int), point(centre.x + $3::int, centre.y + $3::int))
       UNION ALL
       (SELECT 'army', a.id, a.name, a.x, a.y, a.units, a.empire_id
        FROM armies a
        WHERE a.march IS NULL
          AND a.x BETWEEN centre.x - $3::int AND centre.x + $3::int
          AND a.y BETWEEN centre.y - $3::int AND centre.y + $3::int
          AND NOT EXISTS (SELECT FROM cities c WHERE c.x = a.x AND c.y = a.y AND c.empire_id = a.empire_id)
        LIMIT 100)
     ) near
     ORDER BY near.kind, near.id
   ) seen JOIN empires e ON e.id = seen.empire_id JOIN users u ON u.id = e.owner_id`,
  nearbyRow,
);

/** Cities and standing armies within `nearbyRadius` tiles of any of these tiles, the viewer's own included. */
export function selectSurroundings(db: Db, centres: readonly Tile[]): Promise<NearbyRow[]> {
  const values = [centres.map(({ x }) => x), centres.map(({ y }) => y), nearbyRadius];
  return select(db, selectSurroundingsStatement, values);
}

const countEmpiresStatement = statement(
  'countEmpires',
  'SELECT count(*) AS empires FROM empires',
  z.strictObject({ empires: count }),
);

export async function countEmpires(db: Db): Promise<number> {
  return (await selectOptional(db, countEmpiresStatement, []))?.empires ?? 0;
}

const windowRow = z.strictObject({
  cities: z.array(ownedRow.extend({ wall: integer, is_capital: z.boolean() })),
  /** Standing armies outside their own cities. */
  armies: z.array(ownedRow.extend({ units })),
  /** Attacks on the march to the viewer, at any distance. Strength is secret until contact, so it is not read. */
  attacks: z.array(z.strictObject({ id: uuid, empire_name: z.string(), empire_id: uuid, march })),
});

export type WindowRow = z.infer<typeof windowRow>;

/** Limits of the rows per window. */
export const maxCitiesShown = 500;
export const maxArmiesShown = 200;

/** A window of the map. `isCut` tells that rows were left out. */
export interface MapWindow extends WindowRow {
  isCut: boolean;
}

// $1 to $4 left, bottom, right, top; $5 the viewer's empire; $6 and $7 the limits. Own rows come first, then those
// with the highest scores.
const selectMapWindowStatement = statement(
  'selectMapWindow',
  `SELECT
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT c.id, c.name, c.x, c.y, c.empire_id, e.name AS empire_name, e.score, e.created_at,
         e.protection_ended, e.last_command_at, u.is_bot,
         coalesce((jsonb_path_query_first(c.buildings, '$[*] ? (@.type == "wall").level'))::int, 0) AS wall,
         NOT EXISTS (
           SELECT FROM cities older
           WHERE older.empire_id = c.empire_id AND (older.founded_at, older.id) < (c.founded_at, c.id)
         ) AS is_capital
       FROM cities c JOIN empires e ON e.id = c.empire_id JOIN users u ON u.id = e.owner_id
       WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1)) && box(point($1::int, $2::int), point($3::int, $4::int))
         AND c.x BETWEEN $1::int AND $3::int AND c.y BETWEEN $2::int AND $4::int
       ORDER BY c.empire_id = $5::uuid DESC, e.score DESC, c.id LIMIT $6::int
     ) seen) AS cities,
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT a.id, a.name, a.x, a.y, a.units, a.empire_id, e.name AS empire_name, e.score, e.created_at,
         e.protection_ended, e.last_command_at, u.is_bot
       FROM armies a JOIN empires e ON e.id = a.empire_id JOIN users u ON u.id = e.owner_id
       WHERE a.march IS NULL
         AND a.x BETWEEN $1::int AND $3::int AND a.y BETWEEN $2::int AND $4::int
         AND NOT EXISTS (SELECT FROM cities c WHERE c.x = a.x AND c.y = a.y AND c.empire_id = a.empire_id)
       ORDER BY a.empire_id = $5::uuid DESC, e.score DESC, a.id LIMIT $7::int
     ) seen) AS armies,
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT b.id, b.attacker_id AS empire_id, e.name AS empire_name, a.march
       FROM battles b JOIN armies a ON a.id = b.army_id JOIN empires e ON e.id = b.attacker_id
       WHERE b.defender_id = $5::uuid AND b.outcome IS NULL AND a.march ->> 'battleId' = b.id::text
       ORDER BY b.contact_at, b.number
     ) seen) AS attacks`,
  windowRow,
);

/** The cities and standing armies in a rectangle of tiles, and the incoming attacks on the viewer. */
export async function selectMapWindow(
  db: Db,
  { left, bottom, right, top }: { left: number; bottom: number; right: number; top: number },
  ownEmpireId: string,
): Promise<MapWindow> {
  // One row more than is shown reveals whether there are more.
  const values = [left, bottom, right, top, ownEmpireId, maxCitiesShown + 1, maxArmiesShown + 1];
  const row = await selectOptional(db, selectMapWindowStatement, values);
  const { cities, armies, attacks } = row ?? { cities: [], armies: [], attacks: [] };
  return {
    cities: cities.slice(0, maxCitiesShown),
    armies: armies.slice(0, maxArmiesShown),
    attacks,
    isCut: cities.length > maxCitiesShown || armies.length > maxArmiesShown,
  };
}
