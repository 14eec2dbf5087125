/** A window of the map, and the cities of players in the whole world. */
import { z } from 'zod';
import { empireKinds } from '../contract/vocabulary.ts';
import { count, uuid, integer, moment } from '../db/columns.ts';
import { defineQuery } from '../db/pool.ts';
import { namedEmpire, units } from '../world/rows/shapes.ts';

const mapObject = {
  id: uuid,
  name: z.string(),
  x: integer,
  y: integer,
  ...namedEmpire,
  is_bot: z.boolean(),
};

const mapRow = z.strictObject({
  cities: z.array(
    z.strictObject({
      ...mapObject,
      kind: z.enum(empireKinds),
      score: integer,
      sacked_until: moment.nullable(),
    }),
  ),
  armies: z.array(z.strictObject({ ...mapObject, units, garrisoned: z.boolean() })),
});

/** One pass through the index of the bots finds all. @param rows a CTE with `owner_id` */
export const isBotAmong = (rows: string): string =>
  `owner_id IN (SELECT id FROM users WHERE is_bot AND id = ANY (ARRAY(SELECT owner_id FROM ${rows})))`;

/** The square reaches `radius` tiles from (x, y) to each side. */
export const selectMap = defineQuery('selectMap', {
  // Armies are read column by column, because the index on (x, y) would read whole columns for a range of both.
  sql: `WITH near AS MATERIALIZED (
     SELECT c.id, c.name, c.x, c.y, c.empire_id, c.sacked_until FROM cities c
     WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
         && box(point($1::int - $3::int, $2::int - $3::int), point($1::int + $3::int, $2::int + $3::int))
       AND c.x BETWEEN $1::int - $3::int AND $1::int + $3::int
       AND c.y BETWEEN $2::int - $3::int AND $2::int + $3::int
   ), seen_cities AS MATERIALIZED (
     SELECT near.id, near.name, near.x, near.y, near.sacked_until, e.id AS empire_id, e.name AS empire_name, e.alliance_tag, e.kind,
       e.score, e.owner_id
     FROM near JOIN empires e ON e.id = near.empire_id
   ), seen_armies AS MATERIALIZED (
     SELECT a.id, a.name, a.x, a.y, a.units, a.empire_id, e.name AS empire_name, e.alliance_tag, e.owner_id
     FROM generate_series($1::int - $3::int, $1::int + $3::int) AS tiles (x)
     CROSS JOIN LATERAL (
       SELECT * FROM armies
       WHERE march IS NULL AND armies.x = tiles.x AND y BETWEEN $2::int - $3::int AND $2::int + $3::int OFFSET 0
     ) AS a
     JOIN empires e ON e.id = a.empire_id
   )
   SELECT
     (SELECT coalesce(json_agg(seen ORDER BY seen.y, seen.x), '[]') FROM (
       SELECT id, name, x, y, sacked_until, empire_id, empire_name, alliance_tag, kind, score,
         ${isBotAmong('seen_cities')} AS is_bot
       FROM seen_cities
     ) seen) AS cities,
     (SELECT coalesce(json_agg(seen ORDER BY seen.y, seen.x, seen.id), '[]') FROM (
       SELECT id, name, x, y, units, empire_id, empire_name, alliance_tag, ${isBotAmong('seen_armies')} AS is_bot,
         (x, y, empire_id) IN (SELECT x, y, empire_id FROM near) AS garrisoned
       FROM seen_armies
     ) seen) AS armies`,
  row: mapRow,
  values: (x: number, y: number, radius: number) => [x, y, radius],
}).oneRow;

const boundsRow = z.strictObject({
  left: integer.nullable(),
  right: integer.nullable(),
  bottom: integer.nullable(),
  top: integer.nullable(),
});

/** Null in an empty world. */
export const selectCityBounds = defineQuery('selectCityBounds', {
  sql: `SELECT min(x) AS left, max(x) AS right, min(y) AS bottom, max(y) AS top FROM cities WHERE id <> empire_id`,
  row: boundsRow,
  values: () => [],
}).oneRow;

const squareRow = z.strictObject({
  x: integer,
  y: integer,
  cities: count,
  leader_id: uuid,
  /** One city of them. */
  city_x: integer,
  city_y: integer,
});
export type CitySquare = z.infer<typeof squareRow>;

/** The leader is the empire with most of the cities in the square, or its alliance. */
export const selectCitySquares = defineQuery('selectCitySquares', {
  // Reads an index of the cities, and an empire for each square, once a minute.
  sql: `SELECT x, y, cities, city_x, city_y,
     coalesce((SELECT alliance_id FROM empires WHERE empires.id = first_id), first_id) AS leader_id
   FROM (
     SELECT DISTINCT ON (y, x) x, y, (sum(led) OVER (PARTITION BY y, x))::int AS cities, empire_id AS first_id, city_x, city_y
     FROM (
       SELECT floor(x / $1::float8)::int AS x, floor(y / $1::float8)::int AS y, empire_id, count(*) AS led,
         min(x) AS city_x, min(y) AS city_y
       FROM cities WHERE id <> empire_id GROUP BY 1, 2, 3
     ) AS counted
     ORDER BY y DESC, x, led DESC, empire_id
   ) AS led`,
  row: squareRow,
  values: (side: number) => [side],
}).rows;

export const selectLeaders = defineQuery('selectLeaders', {
  sql: `SELECT id, name, tag, true AS is_alliance FROM alliances WHERE id = ANY ($1::uuid[])
   UNION ALL SELECT id, name, NULL, false FROM empires WHERE id = ANY ($1::uuid[])`,
  row: z.strictObject({ id: uuid, name: z.string(), tag: z.string().nullable(), is_alliance: z.boolean() }),
  values: (ids: readonly string[]) => [ids],
}).rows;
