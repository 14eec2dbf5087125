/** SQL of the whole world: where cities of players are, by square of blocks. */
import { z } from 'zod';
import { integer } from '../db/columns.ts';
import { select, statement, type Db } from '../db/pool.ts';

/** Side of a block of `city_blocks`, in tiles. */
export const blockTiles = 20;

const squareRow = z.strictObject({ x: integer, y: integer, cities: integer });
export type CitySquare = z.infer<typeof squareRow>;

const selectCitySquares = statement(
  'selectCitySquares',
  `SELECT floor(x / $1::numeric)::int AS x, floor(y / $1::numeric)::int AS y, sum(cities)::int AS cities
   FROM city_blocks WHERE cities > 0 GROUP BY 1, 2 ORDER BY 2 DESC, 1`,
  squareRow,
);

/** The squares with cities; x and y count squares of `blocks` blocks to each side. */
export function readCitySquares(db: Db, blocks: number): Promise<CitySquare[]> {
  return select(db, selectCitySquares, [blocks]);
}
