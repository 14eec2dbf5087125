/** What is read of the chosen tile, and of a name that is looked for. */
import { nameKey } from '../../contract/text.ts';
import { selectOptional, statement } from '../../db/pool.ts';
import type { Db } from '../../db/pool.ts';
import type { Building, Tile, Units } from '../../game/types.ts';

/** Whoever owns what stands on the tile, with what protection asks of him. */
interface OwnerRow {
  empire_id: string;
  empire_name: string;
  username: string;
  score: number;
  created_at: number;
  protection_ended: boolean;
  last_command_at: number;
  is_bot: boolean;
}

export interface TileRow {
  city: (OwnerRow & { id: string; name: string; buildings: Building[]; is_capital: boolean }) | null;
  /** All that stand here, those of others first. */
  armies: (OwnerRow & { id: string; name: string; units: Units })[];
  /** The nearest city of anybody, within the distance cities keep. */
  closest: { name: string; empire_name: string; x: number; y: number } | null;
  /** By score, of whoever owns the city or else the first of the armies; null on open land. */
  rank: number | null;
}

const owner = `e.id AS empire_id, e.name AS empire_name, u.username, e.score, e.created_at, e.protection_ended,
  e.last_command_at, u.is_bot`;

// $1 x, $2 y, $3 the reader's empire. Boxes as in the constraint that keeps cities apart.
const selectMapTileStatement = statement<TileRow>(
  'selectMapTile',
  `WITH city AS (
     SELECT c.id, c.name, c.buildings, ${owner},
       NOT EXISTS (
         SELECT FROM cities older
         WHERE older.empire_id = c.empire_id AND (older.founded_at, older.id) < (c.founded_at, c.id)
       ) AS is_capital
     FROM cities c JOIN empires e ON e.id = c.empire_id JOIN users u ON u.id = e.owner_id
     WHERE c.x = $1::int AND c.y = $2::int
   ), standing AS (
     SELECT a.id, a.name, a.units, ${owner}
     FROM armies a JOIN empires e ON e.id = a.empire_id JOIN users u ON u.id = e.owner_id
     WHERE a.march IS NULL AND a.x = $1::int AND a.y = $2::int
     ORDER BY a.empire_id = $3::uuid, a.id LIMIT 100
   ), foremost AS (
     SELECT coalesce(
       (SELECT score FROM city),
       (SELECT score FROM standing ORDER BY empire_id = $3::uuid, id LIMIT 1)
     ) AS score
   )
   SELECT
     (SELECT to_json(city) FROM city) AS city,
     (SELECT coalesce(json_agg(standing ORDER BY empire_id = $3::uuid, id), '[]') FROM standing) AS armies,
     (SELECT CASE WHEN score IS NOT NULL
        THEN (SELECT count(*) + 1 FROM empires better WHERE better.score > foremost.score) END
      FROM foremost) AS rank,
     (SELECT to_json(seen) FROM (
       SELECT c.name, e.name AS empire_name, c.x, c.y
       FROM cities c JOIN empires e ON e.id = c.empire_id
       WHERE box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
           && box(point($1::int - 1, $2::int - 1), point($1::int + 1, $2::int + 1))
       ORDER BY (c.x - $1::int) ^ 2 + (c.y - $2::int) ^ 2, c.id LIMIT 1
     ) seen) AS closest`,
);

export async function selectMapTile(db: Db, { x, y }: Tile, ownEmpireId: string): Promise<TileRow> {
  const row = await selectOptional(db, selectMapTileStatement, [x, y, ownEmpireId]);
  return row ?? { city: null, armies: [], closest: null, rank: null };
}

const selectCapitalStatement = statement<Tile>(
  'selectCapitalByEmpireName',
  `SELECT c.x, c.y FROM empires e JOIN cities c ON c.empire_id = e.id
   WHERE e.name_key = $1 ORDER BY c.founded_at, c.id LIMIT 1`,
);

/** The capital of the empire with this name, in any case; null when there is none. */
export function selectCapitalByName(db: Db, name: string): Promise<Tile | null> {
  return selectOptional(db, selectCapitalStatement, [nameKey(name)]);
}
