/** SQL of a window of the map: all cities and standing armies. */
import { z } from 'zod';
import { uuid, integer } from '../db/columns.ts';
import { selectOptional, statement, type Db } from '../db/pool.ts';
import { units } from '../world/shapes.ts';

const mapObject = {
  id: uuid,
  name: z.string(),
  x: integer,
  y: integer,
  empire_id: uuid,
  empire_name: z.string(),
  is_bot: z.boolean(),
};

const mapRow = z.strictObject({
  cities: z.array(z.strictObject({ ...mapObject, score: integer })),
  armies: z.array(z.strictObject({ ...mapObject, units, garrisoned: z.boolean() })),
});

const selectMapStatement = statement(
  'selectMap',
  `SELECT
     (SELECT coalesce(json_agg(seen ORDER BY seen.y, seen.x), '[]') FROM (
       SELECT c.id, c.name, c.x, c.y, e.id AS empire_id, e.name AS empire_name, e.score, u.is_bot
       FROM cities c JOIN empires e ON e.id = c.empire_id JOIN users u ON u.id = e.owner_id
       WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
           && box(point($1::int - $3::int, $2::int - $3::int), point($1::int + $3::int, $2::int + $3::int))
         AND c.x BETWEEN $1::int - $3::int AND $1::int + $3::int
         AND c.y BETWEEN $2::int - $3::int AND $2::int + $3::int
     ) seen) AS cities,
     (SELECT coalesce(json_agg(seen ORDER BY seen.y, seen.x, seen.id), '[]') FROM (
       SELECT a.id, a.name, a.x, a.y, a.units, a.empire_id, e.name AS empire_name, u.is_bot,
         EXISTS (SELECT FROM cities c WHERE c.x = a.x AND c.y = a.y AND c.empire_id = a.empire_id) AS garrisoned
       FROM armies a JOIN empires e ON e.id = a.empire_id JOIN users u ON u.id = e.owner_id
       WHERE a.march IS NULL
         AND a.x BETWEEN $1::int - $3::int AND $1::int + $3::int
         AND a.y BETWEEN $2::int - $3::int AND $2::int + $3::int
     ) seen) AS armies`,
  mapRow,
);

/** Cities and standing armies in the square that reaches `radius` tiles from (x, y) to each side. */
export async function selectMap(
  db: Db,
  x: number,
  y: number,
  radius: number,
): Promise<z.infer<typeof mapRow>> {
  const row = await selectOptional(db, selectMapStatement, [x, y, radius]);
  return row ?? { cities: [], armies: [] };
}
