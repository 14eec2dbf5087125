/** The invariant of the map of the whole world: its counts are those of the cities of players. */
import { z } from 'zod';
import { integer } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import type { Violation, WholeWorld } from './invariant.ts';

const selectWrongBlocks = statement(
  'selectWrongBlocks',
  `SELECT x, y, coalesce(stored.cities, 0) AS stored, coalesce(counted.cities, 0) AS counted
   FROM (SELECT * FROM city_blocks WHERE cities > 0) AS stored
   FULL JOIN (
     SELECT floor(x / 20.0)::int AS x, floor(y / 20.0)::int AS y, count(*)::int AS cities
     FROM cities WHERE id <> empire_id GROUP BY 1, 2
   ) AS counted USING (x, y)
   WHERE stored.cities IS DISTINCT FROM counted.cities ORDER BY x, y LIMIT 100`,
  z.strictObject({ x: integer, y: integer, stored: integer, counted: integer }),
);

export async function checkCityBlocks({ db }: WholeWorld): Promise<Violation[]> {
  const rows = await select(db, selectWrongBlocks, []);
  return rows.map(({ x, y, stored, counted }) => ({
    id: `${x}, ${y}`,
    sentence: `block ${x}, ${y} has ${counted} cities, but its count is ${stored}.`,
  }));
}
