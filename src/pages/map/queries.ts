/** What the pages read beside what the features read: the surroundings of an empire. */
import { select, selectOptional, statement } from '../../db/pool.ts';
import type { Db } from '../../db/pool.ts';
import type { Tile, Units } from '../../game/types.ts';

/** How many tiles to each side the surroundings of a tile reach. */
const seenRadius = 20;

/** A city, or an army that stands in none of its own cities, with what protection asks of its owner. */
export interface SeenRow {
  kind: 'city' | 'army';
  id: string;
  name: string;
  x: number;
  y: number;
  /** null for a city. */
  units: Units | null;
  empire_id: string;
  empire_name: string;
  score: number;
  created_at: number;
  protection_ended: boolean;
  last_command_at: number;
}

const selectSurroundingsStatement = statement<SeenRow>(
  'selectSurroundings',
  `SELECT seen.*, e.name AS empire_name, e.score, e.created_at, e.protection_ended, e.last_command_at
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
   ) seen JOIN empires e ON e.id = seen.empire_id`,
);

/** What stands within `seenRadius` tiles of any of these tiles, one's own included. */
export function selectSurroundings(db: Db, centres: readonly Tile[]): Promise<SeenRow[]> {
  const values = [centres.map(({ x }) => x), centres.map(({ y }) => y), seenRadius];
  return select(db, selectSurroundingsStatement, values);
}

const countEmpiresStatement = statement<{ empires: number }>(
  'countEmpires',
  'SELECT count(*) AS empires FROM empires',
);

export async function countEmpires(db: Db): Promise<number> {
  return (await selectOptional(db, countEmpiresStatement, []))?.empires ?? 0;
}
