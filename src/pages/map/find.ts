/** What is looked for on the map: a tile, an own city, or an empire by its name. */
import { name, nameKey } from '../../contract/text.ts';
import type { Db } from '../../db/pool.ts';
import { requireInWorld } from '../../game/map.ts';
import type { Tile } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import type { EmpireState } from '../../world/read.ts';
import { selectCapitalByName } from './tile-queries.ts';
import { parseTile } from './view.ts';

const anyName = name(1, 100);

/**
 * The tile of what is looked for. Throws VALIDATION_ERROR for a tile outside the world, NOT_FOUND for a name that
 * nobody bears or can bear.
 */
export async function findTile(db: Db, { empire, world }: EmpireState, wish: string): Promise<Tile> {
  const tile = parseTile(wish);
  if (tile !== null) {
    requireInWorld(tile, world.radius, null);
    return tile;
  }
  const { data: wanted } = anyName.safeParse(wish);
  const isWanted = (city: { name: string }): boolean =>
    wanted !== undefined && nameKey(city.name) === nameKey(wanted);
  const own = empire.cities.find(isWanted);
  const found = own ?? (wanted === undefined ? null : await selectCapitalByName(db, wanted));
  if (found === null) throw new GameError('NOT_FOUND', 'no city of yours and no empire bears this name');
  return { x: found.x, y: found.y };
}
