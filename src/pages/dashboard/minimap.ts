/** The minimap: cities, standing armies and the viewer's marches. Units of the drawing: 24 per tile, y down. */
import { distance, sameTile } from '../../game/march/map.ts';
import { tileOf } from '../../game/march/marching.ts';
import type { Army, Empire, Tile } from '../../game/types.ts';
import { bannerOf, sideOf } from '../shared/sides.ts';
import type { BattleSummary } from '../shared/battle-summary.ts';
import { widen } from '../../shared-ui/map-view.ts';
import { graticulePath } from '../../shared-ui/terrain/graticule.ts';
import { tileSize } from '../../shared-ui/terrain/land.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import { drawLand, legalTiles, shadeOf, toPoint, type Point } from '../shared/land.ts';
import { placeNames } from '../shared/map-labels.ts';
import type { MapWindow } from '../shared/map-queries.ts';
import { shorten, tagged, tileText } from '../shared/formatters.ts';

const width = 25;
const height = 17;
const graticuleTiles = 5;
const panTiles = 12;
const maxNameLength = 22;
/** placeNames measures with the letter size of the map, which is smaller. */
const nameScale = 12 / 19;

function areaAround({ x, y }: Tile): TileRectangle {
  const [across, up] = [(width - 1) / 2, (height - 1) / 2];
  return { left: x - across, right: x + across, bottom: y - up, top: y + up };
}

function marchOf(army: Army, now: number): { from: Point; at: Point; to: Point }[] {
  if (army.march === null) return [];
  const { from, to } = army.march;
  return [{ from: toPoint(from), at: toPoint(tileOf(army, now)), to: toPoint(to) }];
}

export function foundingMap(
  nearby: MapWindow,
  { around, chosen, occupied }: { around: Tile; chosen: Tile; occupied: readonly Tile[] },
  radius: number,
) {
  const legal = legalTiles(areaAround(around), occupied, radius);
  const clamp = (tile: number): number => Math.max(-radius, Math.min(radius, tile));
  const pan = (name: string, dx: number, dy: number) => ({
    name,
    href: `/dashboard?around=${clamp(around.x + dx * panTiles)},${clamp(around.y + dy * panTiles)}#sketch`,
  });
  return {
    ...toMinimap(nearby, around, radius, null),
    chosen: toPoint(chosen),
    founding: {
      shade: shadeOf(legal),
      tiles: legal.map((tile) => ({
        ...toPoint(tile),
        href: `/dashboard?at=${tile.x},${tile.y}&around=${around.x},${around.y}#sketch`,
      })),
      pans: [pan('North', 0, 1), pan('West', -1, 0), pan('East', 1, 0), pan('South', 0, -1)],
    },
  };
}

/** Drops names that overlap, are cut, or are there already. */
function withRoomForNames<City extends Point & { name: string; plan: string }>(
  cities: readonly City[],
  area: TileRectangle,
) {
  const scaled = (tile: number): number => tile * tileSize * nameScale;
  const { left, right, bottom, top } = widen(area, 0.5);
  const mayShow = placeNames(
    cities.map(({ x, y, name, plan }) => ({
      x: x * nameScale,
      y: y * nameScale,
      name,
      hasFlag: plan !== 'village',
    })),
    nameScale,
    { left: scaled(left), right: scaled(right), top: scaled(-top), bottom: scaled(-bottom) },
  );
  return cities.map((city, index) => (mayShow[index] === true ? city : { ...city, name: null }));
}

type CityRow = MapWindow['cities'][number];

const isVillage = ({ empire_kind: kind }: CityRow): boolean => kind === 'village';

/** Of other empires, their names say more than those of their cities. */
function nameOf(row: CityRow, isOwn: boolean): string {
  if (isVillage(row)) return '';
  return isOwn
    ? shorten(row.name, maxNameLength)
    : tagged(shorten(row.empire_name, maxNameLength), row.alliance_tag);
}

/** @param reader null without an empire */
export function toMinimap(
  nearby: MapWindow,
  centre: Tile,
  radius: number,
  reader: { empire: Empire; now: number; battles: readonly BattleSummary[] } | null,
) {
  const own = reader?.empire ?? null;
  const { left, right, bottom, top } = areaAround(centre);
  const isInside = ({ x, y }: Tile): boolean => x >= left && x <= right && y <= top && y >= bottom;
  const threats = (reader?.battles ?? []).filter(
    ({ role, phase }) => role === 'defender' && phase === 'marching',
  );
  const isOwn = (row: CityRow): boolean => row.empire_id === own?.id;
  return {
    left: (left - 0.5) * tileSize,
    top: -(top + 0.5) * tileSize,
    width: width * tileSize,
    height: height * tileSize,
    centre,
    caption: tileText(centre),
    land: drawLand(radius, { left, right, bottom, top }, 'full'),
    graticule: graticulePath(widen({ left, right, bottom, top }, 0.5), graticuleTiles),
    cities: withRoomForNames(
      nearby.cities
        .filter(isInside)
        .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || distance(centre, a) - distance(centre, b))
        .map((row) => ({
          ...toPoint(row),
          name: nameOf(row, isOwn(row)),
          side: sideOf(own, row),
          isThreatened: threats.some((battle) => sameTile(battle, row)),
          banner: bannerOf(row.empire_id),
          plan: isVillage(row) ? 'village' : isOwn(row) ? '1' : '0',
        })),
      { left, right, bottom, top },
    ),
    armies: nearby.armies.filter(isInside).map((row) => ({ ...toPoint(row), side: sideOf(own, row) })),
    marches: reader === null ? [] : reader.empire.armies.flatMap((army) => marchOf(army, reader.now)),
  };
}
