/** The search of the map: a tile, an own city, or an empire by name. */
import { name, nameKey } from '../../contract/text.ts';
import type { Db } from '../../db/pool.ts';
import { requireInWorld } from '../../game/map.ts';
import type { Tile } from '../../game/types.ts';
import { GameError } from '../../kernel/errors.ts';
import type { EmpireState } from '../../world/read.ts';
import { parseTile } from '../shared/forms.ts';
import { selectCapitalByName } from './tile-queries.ts';

const anyName = name(1, 100);

/** Throws VALIDATION_ERROR for a tile outside the world, NOT_FOUND for an unknown or impossible name. */
export async function findTile(db: Db, { empire, world }: EmpireState, text: string): Promise<Tile> {
  const tile = parseTile(text);
  if (tile !== null) {
    requireInWorld(tile, world.radius, null);
    return tile;
  }
  const { data: searchedName } = anyName.safeParse(text);
  const hasSearchedName = (city: { name: string }): boolean =>
    searchedName !== undefined && nameKey(city.name) === nameKey(searchedName);
  const own = empire.cities.find(hasSearchedName);
  const found = own ?? (searchedName === undefined ? null : await selectCapitalByName(db, searchedName));
  if (found === null) throw new GameError('NOT_FOUND', 'no empire and no city of yours has this name');
  return { x: found.x, y: found.y };
}
