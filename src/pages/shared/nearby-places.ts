/** Villages and seats near a tile by the beginning of their names, which repeat in other regions. */
import { z } from 'zod';
import { nameKey } from '../../contract/text.ts';
import { integer } from '../../db/columns.ts';
import { select, statement, type Db } from '../../db/pool.ts';
import { distance } from '../../game/march/map.ts';
import type { Tile } from '../../game/types.ts';
import { seatName } from './formatters.ts';

/** In tiles to each side: two regions. */
const reach = 96;
const maxListed = 10;

const near = `box(point(x - 1, y - 1), point(x + 1, y + 1))
  && box(point($1::int - ${reach}, $2::int - ${reach}), point($1::int + ${reach}, $2::int + ${reach}))`;

// $1 x, $2 y, $3 the key of the beginning. The names of seats are not stored.
const selectPlaces = statement('selectPlaces', {
  sql: `(SELECT 'village' AS type, name, x, y FROM cities
     WHERE ${near} AND id = empire_id AND starts_with(name_key, $3)
     ORDER BY (x - $1::int) ^ 2 + (y - $2::int) ^ 2 LIMIT ${maxListed})
   UNION ALL SELECT 'seat', '', x, y FROM seats WHERE ${near}`,
  row: z.strictObject({ type: z.enum(['village', 'seat']), name: z.string(), x: integer, y: integer }),
});

/** The nearest first, ten at most. */
export async function findNearbyPlaces(db: Db, around: Tile, text: string) {
  const key = nameKey(text);
  const rows = await select(db, selectPlaces, [around.x, around.y, key]);
  const isFound = (name: string): boolean =>
    [name, name.replace(/^Seat of /, '')].some((each) => nameKey(each).startsWith(key));
  return rows
    .map(({ x, y, ...row }) => ({
      ...row,
      name: row.type === 'seat' ? seatName({ x, y }) : row.name,
      tile: { x, y },
    }))
    .filter(({ type, name }) => type === 'village' || isFound(name))
    .sort((a, b) => distance(around, a.tile) - distance(around, b.tile))
    .slice(0, maxListed);
}
