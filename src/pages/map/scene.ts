/** What the map shows: cities of everybody, standing armies, and the marches the reader may see. */
import { sameTile } from '../../game/map.ts';
import { retaliationMs } from '../../game/protection.ts';
import type { Empire, Tile } from '../../game/types.ts';
import { graticulePath, frameSide } from '../../terrain/graticule.ts';
import { isLake, tileSize } from '../../terrain/land.ts';
import type { Realm } from '../../world/read.ts';
import { pieceOf } from '../armies/rows.ts';
import type { Piece } from '../armies/rows.ts';
import { countUnits } from '../../game/economy.ts';
import { bannerOf } from '../banner.ts';
import type { Banner } from '../banner.ts';
import { drawLand } from './land.ts';
import { toMarches } from './marches.ts';
import { placeNames, shortName } from './names.ts';
import type { WindowRow } from './queries.ts';
import { extentOf, mapAddress } from '../../terrain/view.ts';
import type { MapView } from '../../terrain/view.ts';

/** Tiles around the drawn part for which lines and frame are there already, when the map is pulled along. */
const margin = 30;
const strongWall = 10;
const defaultCapital = 'Capital';

interface Mark {
  id: string;
  x: number;
  y: number;
  tile: Tile;
  href: string;
  banner: Banner;
  isOwn: boolean;
  owner: string;
  score: number;
  /** The whole name, and as much of it as stands on the map. */
  name: string;
  shown: string | null;
}

export interface CityMark extends Mark {
  kind: 'city';
  isCapital: boolean;
  /** Whether its ruler attacked the reader lately or is on the way to. */
  isHostile: boolean;
  isInLake: boolean;
  bastions: 0 | 4 | 5;
}

export interface ArmyMark extends Mark {
  kind: 'army';
  piece: Piece;
  units: number;
}

function isHostile({ attackedBy }: Empire, attackers: ReadonlySet<string>, id: string, now: number): boolean {
  const last = attackedBy[id];
  return attackers.has(id) || (last !== undefined && now < last + retaliationMs);
}

type CityRow = WindowRow['cities'][number];

/** What a city is called on the map: capitals mostly bear one name, so that of the empire says more. */
function nameOf(row: CityRow, isOwn: boolean): string {
  return !isOwn && row.name === defaultCapital ? row.empire_name : row.name;
}

/** Everything that is drawn for a view, in the units of the drawing. */
export function toScene(realm: Realm, rows: WindowRow, view: MapView) {
  const { empire, world, now } = realm;
  const extent = extentOf(view);
  const { tiles, scale, signSize, detail } = extent;
  const attackers = new Set(rows.attacks.map(({ empire_id }) => empire_id));
  const mark = (row: CityRow | WindowRow['armies'][number]): Omit<Mark, 'name' | 'shown'> => {
    const isOwn = row.empire_id === empire.id;
    const tile = { x: row.x, y: row.y };
    return {
      ...{ id: row.id, x: row.x * tileSize, y: -row.y * tileSize, tile, isOwn },
      href: mapAddress({ ...view, at: tile }),
      banner: bannerOf(row.empire_id),
      owner: row.empire_name,
      score: row.score,
    };
  };
  const cities = rows.cities.map((row): CityMark => {
    const common = mark(row);
    const name = nameOf(row, common.isOwn);
    return {
      ...common,
      ...{ kind: 'city', name, shown: shortName(name), isCapital: row.is_capital },
      isHostile: isHostile(empire, attackers, row.empire_id, now),
      isInLake: isLake(row.x, row.y, world.radius),
      bastions: row.wall === 0 ? 0 : row.wall < strongWall ? 4 : 5,
    };
  });
  // Own names and those of enemies first; within each the mightier first, as they were read.
  const rank = (city: CityMark): number =>
    view.at !== null && sameTile(view.at, city.tile) ? 0 : city.isOwn ? 1 : city.isHostile ? 2 : 3;
  const byRank = [...cities].sort((a, b) => rank(a) - rank(b));
  const perUnit = (signSize * scale) / tileSize;
  const mayShow = placeNames(
    byRank.map(({ tile, name }) => ({ x: tile.x * scale, y: -tile.y * scale, name })),
    perUnit,
  );
  byRank.forEach((city, index) => {
    if (mayShow[index] !== true) city.shown = null;
  });
  const wide = {
    left: tiles.left - margin,
    right: tiles.right + margin,
    bottom: tiles.bottom - margin,
    top: tiles.top + margin,
  };
  return {
    ...extent,
    land: drawLand(world.radius, tiles, detail),
    graticule: graticulePath(wide),
    columns: frameSide(wide.left, wide.right, view.x, scale, 1),
    rows: frameSide(wide.bottom, wide.top, view.y, scale, -1),
    // From north to south, so that what is nearer lies over what is farther.
    cities: cities.sort((a, b) => a.y - b.y || a.x - b.x),
    armies: rows.armies.map((row): ArmyMark => ({
      ...mark(row),
      ...{ kind: 'army', name: row.name, shown: null },
      ...{ piece: pieceOf(row.units), units: countUnits(row.units) },
    })),
    marches: toMarches(realm, rows.attacks, signSize),
  };
}
