/** A window of the map, and the number of empires. */
import { z } from 'zod';
import { battleListRow, latestBattlesSql } from '../../battle/queries.ts';
import { count, uuid, integer, moment } from '../../db/columns.ts';
import { defineQuery, selectOne, statement, type Db } from '../../db/pool.ts';
import type { Tile } from '../../game/types.ts';
import { ownedRow, ownerColumns } from '../../city/owned-row.ts';
import { isBotAmong } from '../../city/map-queries.ts';
import { usualZoom, widen } from '../../shared-ui/map-view.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import { seatOnMapRow, seatsOnMapSql } from '../../seats/queries.ts';
import { allegianceColumns } from '../../world/rows/allegiance.ts';
import type { WorldDeps } from '../../world/deps.ts';
import { isPlayer, totalSql } from '../../world/figures/rankings.ts';
import { guardOwnerSql } from '../../world/rows/guard-rows.ts';
import { march, units } from '../../world/rows/shapes.ts';

const countEmpiresStatement = statement('countEmpires', {
  sql: `SELECT ${totalSql('ranked_by_score')} AS empires`,
  row: z.strictObject({ empires: count }),
});

/** Players only, as of the last refresh of the rankings. */
export async function countEmpires({ pool }: Pick<WorldDeps, 'pool'>): Promise<number> {
  return (await selectOne(pool, countEmpiresStatement, [])).empires;
}

/** Tiles around the drawn area whose city names may extend into it. */
export const labelReach = 2;

const attackRow = z.strictObject({
  id: uuid,
  empire_name: z.string(),
  alliance_tag: z.string().nullable(),
  empire_id: uuid,
  march,
});

const windowRow = z.strictObject({
  /** `strength` is that of a village. */
  cities: z.array(
    ownedRow.extend({
      wall: integer,
      strength: integer.nullable(),
      is_capital: z.boolean(),
      sacked_until: moment.nullable(),
      is_guarded: z.boolean(),
    }),
  ),
  /** Outside their own cities. */
  armies: z.array(ownedRow.extend({ units })),
  seats: z.array(seatOnMapRow),
  /** On the viewer, at any distance. Strength is secret until contact, so it is not read. */
  attacks: z.array(attackRow),
  /** Of the viewer's allies on seats, at any distance. */
  ally_attacks: z.array(attackRow),
  battles: z.array(battleListRow),
});

export type WindowRow = z.infer<typeof windowRow>;

export const maxArmiesShown = 200;
const maxCitiesShown = 500;
/** The land is largest at the farthest zoom: a page stays below 60 kB. */
const maxCitiesFarthest = 350;

// $1 to $4 left, bottom, right, top; $5 the viewer's empire; $6 and $7 the limits. Own rows come first. An empire that
// has paid for no further city has only its capital. Armies are read column by column, because the index on (x, y)
// would read whole columns for a range of both. The boxes of cities reach one tile to each side, and touch the smaller
// box exactly if the city is inside the window.
const selectMapWindowStatement = statement('selectMapWindow', {
  sql: `WITH near AS MATERIALIZED (
     SELECT c.id, c.name, c.x, c.y, c.empire_id, c.founded_at, c.buildings, c.sacked_until FROM cities c
     WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
       && box(point($1::int + 1, $2::int + 1), point($3::int - 1, $4::int - 1))
   ), shown AS MATERIALIZED (
     SELECT near.id, near.name, near.x, near.y, near.founded_at, near.buildings, near.sacked_until, ${ownerColumns},
       e.owner_id, e.founding_paid
     FROM near JOIN empires e ON e.id = near.empire_id
     ORDER BY near.empire_id = $5::uuid DESC, e.score DESC, near.id LIMIT $6::int
   ), camps AS MATERIALIZED (
     SELECT a.id, a.name, a.x, a.y, a.units, ${ownerColumns}, e.owner_id
     FROM generate_series($1::int, $3::int) AS tiles (x)
     CROSS JOIN LATERAL (
       SELECT * FROM armies WHERE march IS NULL AND armies.x = tiles.x AND y BETWEEN $2::int AND $4::int OFFSET 0
     ) AS a
     JOIN empires e ON e.id = a.empire_id
     WHERE (a.x, a.y, a.empire_id) NOT IN (SELECT x, y, empire_id FROM near)
     ORDER BY a.empire_id = $5::uuid DESC, e.score DESC, a.id LIMIT $7::int
   )
   SELECT
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT id, name, x, y, sacked_until, empire_id, empire_name, empire_kind, score, created_at,
         protection_ended, last_active_at, ${allegianceColumns('shown')}, ${isBotAmong('shown')} AS is_bot,
         coalesce((jsonb_path_query_first(buildings, '$[*] ? (@.type == "wall").level'))::int, 0) AS wall,
         CASE WHEN empire_kind = 'village'
           THEN (jsonb_path_query_first(buildings, '$[*] ? (@.type == "warehouse").level'))::int END AS strength,
         founding_paid = 0 OR NOT EXISTS (
           SELECT FROM cities older
           WHERE older.empire_id = shown.empire_id AND (older.founded_at, older.id) < (shown.founded_at, shown.id)
         ) AS is_capital,
         shown.alliance_id IS NOT NULL AND ${guardOwnerSql('shown.id::text')} IS NOT NULL AS is_guarded
       FROM shown
     ) seen) AS cities,
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT id, name, x, y, units, empire_id, empire_name, empire_kind, score, created_at, protection_ended,
         last_active_at, ${allegianceColumns('camps')}, ${isBotAmong('camps')} AS is_bot
       FROM camps
     ) seen) AS armies,
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT b.id, b.attacker_id AS empire_id, e.name AS empire_name, e.alliance_tag, a.march
       FROM battles b JOIN armies a ON a.id = b.army_id JOIN empires e ON e.id = b.attacker_id
       WHERE (b.defender_id = $5::uuid OR b.ally_id = $5::uuid) AND b.attacker_id <> $5::uuid AND b.outcome IS NULL
         AND a.march ->> 'battleId' = b.id::text
       ORDER BY b.contact_at, b.attack_value DESC, b.number
     ) seen) AS attacks,
     (SELECT coalesce(json_agg(seen), '[]') FROM (
       SELECT b.id, e.id AS empire_id, e.name AS empire_name, e.alliance_tag, a.march
       FROM empires own JOIN empires e ON e.alliance_id = own.alliance_id AND e.id <> own.id
       JOIN battles b ON b.attacker_id = e.id AND b.outcome IS NULL AND b.target_type = 'seat'
       JOIN armies a ON a.id = b.army_id
       WHERE own.id = $5::uuid AND b.defender_id <> own.id AND a.march ->> 'battleId' = b.id::text ORDER BY b.contact_at, b.number
     ) seen) AS ally_attacks,
     ${latestBattlesSql('$5::uuid')} AS battles,
     ${seatsOnMapSql('$1::int', '$2::int', '$3::int', '$4::int')} AS seats`,
  row: windowRow,
});

/** @param ownEmpireId null without an empire */
export async function selectMapWindow(
  db: Db,
  { left, bottom, right, top }: TileRectangle,
  zoom: number,
  ownEmpireId: string | null,
) {
  const maxCities = zoom === 1 ? maxCitiesFarthest : maxCitiesShown;
  // One more row than shown reveals whether there are more.
  const limits = [maxCities + 1, maxArmiesShown + 1];
  const values = [left, bottom, right, top, ownEmpireId, ...limits];
  const { cities, armies, ...others } = await selectOne(db, selectMapWindowStatement, values);
  return {
    maxCities,
    cities: cities.slice(0, maxCities),
    armies: armies.slice(0, maxArmiesShown),
    ...others,
    isCut: cities.length > maxCities || armies.length > maxArmiesShown,
  };
}

export type MapWindow = Awaited<ReturnType<typeof selectMapWindow>>;

/** The tile of the seat that is fought over next; null without one. */
export const selectContestedSeat = defineQuery('selectContestedSeat', {
  sql: `SELECT seats.x, seats.y FROM battles JOIN seats ON seats.id = target_id
   WHERE outcome IS NULL AND target_type = 'seat' ORDER BY contact_at, battles.number LIMIT 1`,
  row: z.strictObject({ x: integer, y: integer }),
  values: () => [],
}).optionalRow;

/** Null in an empty world. */
export const selectForemostCity = defineQuery('selectForemostCity', {
  sql: `SELECT c.x, c.y FROM (
     SELECT id, created_at FROM empires e WHERE ${isPlayer} ORDER BY score DESC, created_at, id LIMIT 1
   ) AS first JOIN cities c ON c.empire_id = first.id ORDER BY c.founded_at, c.id LIMIT 1`,
  row: z.strictObject({ x: integer, y: integer }),
  values: () => [],
}).optionalRow;

/** In tiles to each side. */
const nearbyRadius = 20;

export function selectSurroundings(db: Db, { x, y }: Tile, ownEmpireId: string | null): Promise<MapWindow> {
  const area = widen({ left: x, right: x, bottom: y, top: y }, nearbyRadius);
  return selectMapWindow(db, area, usualZoom, ownEmpireId);
}
