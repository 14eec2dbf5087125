/** The scene of the map: all that the viewer may see. */
import { sameTile } from '../../game/march/map.ts';
import { retaliationMs } from '../../game/diplomacy/protection.ts';
import type { Empire, Tile } from '../../game/types.ts';
import { graticulePath, frameSide } from '../../shared-ui/terrain/graticule.ts';
import { isLake, tileSize } from '../../shared-ui/terrain/land.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import {
  chosenAddress,
  drawnHeight,
  drawnWidth,
  extentOf,
  isInside,
  widen,
  type MapView,
} from '../../shared-ui/map-view.ts';
import { symbolOf } from './army-details.ts';
import { countUnits } from '../../game/counts.ts';
import { bannerOf, sideOf, type Side } from './sides.ts';
import { drawLand, toPoint } from './land.ts';
import { toMarches, type MapReader } from './map-marches.ts';
import { maxNameLength, placeNames } from './map-labels.ts';
import { labelReach, maxArmiesShown, type MapWindow, type WindowRow } from './map-queries.ts';
import { seatName, seatStateText, shorten, tagged } from './formatters.ts';
import type { SeatOnMap } from '../../seats/queries.ts';

/** Tiles around the drawn area that already have lines and frame, for when the map is dragged. */
const marginTiles = 30;
/** From the middle of the drawing; the window of a phone ends there. */
const farPixels = 300;
const strongWall = 10;
const defaultCapital = 'Capital';
/** By zoom, relative to the usual one. */
const signSizes = [1.5, 1.2, 1, 0.85, 0.75] as const;

function toSeat({ empire, world, now }: MapReader, seat: SeatOnMap, view: MapView) {
  const tile = { x: seat.x, y: seat.y };
  return {
    ...seat,
    ...toPoint(seat),
    tile,
    side: sideOf(empire, seat),
    href: chosenAddress({ ...view, at: tile }),
    name: seatName(tile),
    label: seatName(tile) as string | null,
    /** Null for its keeper, like its score. */
    owner: seat.is_held ? tagged(seat.empire_name, seat.alliance_tag) : null,
    score: seat.is_held ? seat.score : null,
    state: seatStateText(seat.held_since, now, world.speed),
  };
}

function isHostile(reader: Empire | null, attackers: ReadonlySet<string>, id: string, now: number): boolean {
  const last = reader?.attackedBy[id];
  return attackers.has(id) || (last !== undefined && now < last + retaliationMs);
}

type CityRow = WindowRow['cities'][number];

/** Most capitals have the default name, so the name of the empire says more. */
function namesOf(row: CityRow, side: Side): { name: string; label: string | null } {
  const isCalledByEmpire = side !== 'own' && row.name === defaultCapital;
  const name = isCalledByEmpire ? row.empire_name : row.name;
  const tag = isCalledByEmpire ? row.alliance_tag : null;
  const label = tagged(shorten(name, maxNameLength), tag);
  return { name: tagged(name, tag), label };
}

/** The smallest takes its room first. */
function rankOfLabel(
  place: { tile: Tile; side: Side; state?: string; isHostile?: boolean; strength?: number | null },
  view: MapView,
): number {
  const isChosen = view.at !== null && sameTile(view.at, place.tile);
  const isSeat = place.state !== undefined;
  const groups = [isChosen, place.side === 'own', isSeat, place.isHostile, place.strength === null];
  return groups.includes(true) ? groups.indexOf(true) : groups.length;
}

/** In units of the drawing, y down. */
function drawingOf({ x, y }: MapView, scale: number) {
  const [width, height] = [(drawnWidth * tileSize) / scale, (drawnHeight * tileSize) / scale];
  return { left: x * tileSize - width / 2, top: -y * tileSize - height / 2, width, height };
}

/**
 * @param shown the tiles whose land is drawn, null if the browser draws it; spare tiles on each side for when the map
 * is dragged
 */
export function toScene(
  reader: MapReader,
  rows: Omit<MapWindow, 'battles'>,
  view: MapView,
  shown: { land: TileRectangle | null; list: boolean; spare?: number },
) {
  const { empire, world, now } = reader;
  const { tiles, scale, detail } = extentOf(view);
  const signSize = signSizes[view.zoom - 1] ?? 1;
  const attackers = new Set(empire === null ? [] : rows.attacks.map(({ empire_id }) => empire_id));
  const toItem = <Row extends CityRow | WindowRow['armies'][number]>(row: Row) => {
    const tile = { x: row.x, y: row.y };
    return {
      ...row,
      ...toPoint(row),
      tile,
      side: sideOf(empire, row),
      href: chosenAddress({ ...view, at: tile }),
      banner: bannerOf(row.empire_id),
      owner: tagged(row.empire_name, row.alliance_tag),
    };
  };
  const cities = rows.cities.map((row) => {
    const common = toItem(row);
    const { name, label } = namesOf(row, common.side);
    return {
      ...common,
      /** `label` is the shown text; null if there is no room. */
      name,
      label,
      /** Its owner attacked the viewer recently or is on the way. */
      isHostile: isHostile(empire, attackers, row.empire_id, now),
      isSacked: row.sacked_until !== null && row.sacked_until > now,
      /** Whether a phone shows it only after the map has moved. */
      isFar: Math.abs(row.x - view.x) * scale > farPixels,
      isInLake: isLake(row.x, row.y, world.radius),
      bastions: row.wall === 0 ? 0 : row.wall < strongWall ? 4 : 5,
    };
  });
  const seats = rows.seats.map((seat) => toSeat(reader, seat, view));
  // The sort keeps the order of score within each group.
  const byRank = [...cities, ...seats].sort((a, b) => rankOfLabel(a, view) - rankOfLabel(b, view));
  const perUnit = (signSize * scale) / tileSize;
  const mayShow = placeNames(
    byRank.map(({ tile, label, ...place }) => ({
      x: tile.x * scale,
      y: -tile.y * scale,
      name: label ?? '',
      hasFlag: 'strength' in place && place.strength === null,
    })),
    perUnit,
  );
  byRank.forEach((place, index) => {
    if (mayShow[index] !== true) place.label = null;
  });
  const ruledTiles = widen(tiles, marginTiles + (shown.spare ?? 0));
  // Southern signs cover northern ones.
  cities.sort((a, b) => a.y - b.y || a.x - b.x);
  const armies = rows.armies.map((row) => ({
    ...toItem(row),
    symbol: symbolOf(row.units),
    unitCount: countUnits(row.units),
  }));
  const marches = toMarches(reader, rows, signSize);
  // More is drawn than the view, so that a script can move it.
  const isInView = ({ tile }: { tile: Tile }): boolean => isInside(widen(tiles, labelReach), tile);
  const inView = {
    armies: armies.filter(isInView),
    cities: cities.filter(isInView),
    seats: seats.filter(isInView),
  };
  return {
    ...drawingOf(view, scale),
    signSize,
    land: shown.land === null ? '' : drawLand(world.radius, shown.land, detail),
    graticule: graticulePath(ruledTiles),
    columns: frameSide(ruledTiles.left, ruledTiles.right, view.x, scale, 1),
    rows: frameSide(ruledTiles.bottom, ruledTiles.top, view.y, scale, -1),
    cities,
    armies,
    marches,
    seats,
    list: shown.list ? [...inView.armies, ...inView.cities, ...inView.seats] : null,
    counts: { armies: inView.armies.length, cities: inView.cities.length, marches: marches.length },
    /** The most cities and armies; null if nothing is left out. */
    cut: rows.isCut ? { cities: rows.maxCities, armies: maxArmiesShown } : null,
  };
}
