/** The map of the whole world. */
import type { Empire } from '../../game/types.ts';
import type { EmpireState } from '../../world/read.ts';
import {
  selectCityBounds,
  selectCitySquares,
  selectLeaders,
  type CitySquare,
} from '../../city/map-queries.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { SeatListRow } from '../../seats/queries.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import { seatName, tagged } from '../shared/formatters.ts';
import { drawLand } from '../shared/land.ts';
import { placeNames } from '../shared/map-labels.ts';
import { shareReads } from '../shared/shared-reads.ts';
import { distinctPigments, pigmentCount } from '../shared/sides.ts';
import { drawRelief } from './relief.ts';
import { washOf } from './wash.ts';

/** To each side of the drawing. In squares of 2 tiles, each city has its own. */
const maxSquares = 40;
const linksAcross = 8;
/** Tiles. */
const leastSpan = 60;
/** In a wider world, the land of the map takes too many bytes. */
const maxLandSpan = 140;
/** On a desktop: the sizes of signs and names fit to it. */
const drawnPixels = 770;
/** As many as there are pigments. */
const maxLeaders = pigmentCount;
/** The list below the map has longer names. */
const maxNameLength = 24;

export function sideFor(span: number): number {
  return Math.ceil(span / maxSquares);
}

/** Square; the whole world if there are no cities. */
export function frameOf(bounds: Record<keyof TileRectangle, number | null>, radius: number): TileRectangle {
  const { left, right, bottom, top } = bounds;
  if (left === null || right === null || bottom === null || top === null)
    return { left: -radius, right: radius, bottom: -radius, top: radius };
  const reach = Math.max(right - left, top - bottom) / 2;
  const half = Math.min(radius, Math.max(leastSpan / 2, Math.round(1.1 * reach + 2)));
  const within = (value: number): number => Math.max(half - radius, Math.min(radius - half, value));
  const [x, y] = [within((left + right) / 2), within((bottom + top) / 2)];
  return {
    left: Math.floor(x - half),
    right: Math.ceil(x + half),
    bottom: Math.floor(y - half),
    top: Math.ceil(y + half),
  };
}

function toLinks(squares: readonly CitySquare[], side: number, { left, top, right }: TileRectangle) {
  const step = (right - left) / linksAcross;
  const links = new Map<string, { left: number; top: number; cities: number }>();
  for (const { x, y, cities } of squares) {
    const column = Math.floor(((x + 0.5) * side - left) / step);
    const row = Math.floor((top - (y + 0.5) * side) / step);
    const key = `${column},${row}`;
    const link = links.get(key) ?? { left: left + column * step, top: row * step - top, cities: 0 };
    links.set(key, { ...link, cities: link.cities + cities });
  }
  return { step, places: [...links.values()] };
}

/** By the number of cities in a square: few, some, many. */
function toDots(squares: readonly CitySquare[]): string[] {
  const most = Math.max(3, ...squares.map(({ cities }) => cities));
  const paths: [string, string, string] = ['', '', ''];
  for (const { city_x: x, city_y: y, cities } of squares) {
    const size = cities > (2 * most) / 3 ? 2 : cities > most / 3 ? 1 : 0;
    paths[size] += `M${x} ${-y}h0`;
  }
  return paths;
}

export const readWorldMap = shareReads(minuteMs, async ({ pool, settings: { radius } }) => {
  const frame = frameOf(await selectCityBounds(pool), radius);
  const span = frame.right - frame.left;
  const side = sideFor(span);
  const squares = await selectCitySquares(pool, side);
  const wash = washOf(squares, side);
  const named = await selectLeaders(
    pool,
    wash.slice(0, maxLeaders).map(({ id }) => id),
  );
  const colours = distinctPigments(wash.slice(0, maxLeaders).map(({ id }) => id));
  return {
    radius,
    frame,
    span,
    /** 24 units per tile. */
    land: span > maxLandSpan ? drawRelief(radius, frame) : drawLand(radius, frame, 'plain'),
    side,
    wash: wash.map((part, index) => ({
      ...part,
      pigment: colours[index] ?? null,
      name: named.find(({ id }) => id === part.id) ?? null,
    })),
    dots: toDots(squares),
    links: toLinks(squares, side, frame),
    cityCount: squares.reduce((sum, { cities }) => sum + cities, 0),
  };
});

type SharedMap = Awaited<ReturnType<typeof readWorldMap>>;

const isOwn = (id: string, empire: Empire | null): boolean =>
  empire !== null && id === (empire.membership?.allianceId ?? empire.id);

/** In tiles. Holders of seats come first. */
function toNames(
  { wash, frame, span, side }: SharedMap,
  seats: readonly { x: number; y: number; holder: string }[],
) {
  const scale = drawnPixels / span;
  const names = [
    ...seats.map(({ x, y, holder }) => ({ x, y, text: holder, kind: 'holder' })),
    ...wash.flatMap(({ name, strongest: { x, y } }) => {
      const text = name === null ? '' : (name.tag ?? name.name);
      if (text === '' || text.length > maxNameLength) return [];
      return [{ x: (x + 0.5) * side, y: (y + 0.5) * side, kind: 'leader', text }];
    }),
  ];
  const [left, right] = [frame.left * scale, frame.right * scale];
  const box = { left, right, top: -frame.top * scale, bottom: -frame.bottom * scale };
  const labels = names.map(({ x, y, text }) => ({ x: x * scale, y: -y * scale, name: text, hasFlag: false }));
  const mayShow = placeNames(labels, 1, box);
  return names.filter((_, index) => mayShow[index]);
}

export function toWorldMap(map: SharedMap, seatRows: readonly SeatListRow[], viewer: EmpireState | null) {
  const { left, right, bottom, top } = map.frame;
  const clamp = (tile: number): number => Math.max(-map.radius, Math.min(map.radius, Math.round(tile)));
  const empire = viewer?.empire ?? null;
  const seats = seatRows
    .filter(({ x, y }) => x >= left && x <= right && y >= bottom && y <= top)
    .map((seat) => ({
      ...{ x: seat.x, y: seat.y, name: seatName(seat) },
      holder: seat.is_held ? tagged(seat.empire_name, seat.alliance_tag) : '',
    }));
  return {
    ...map,
    /** Tiles per pixel. */
    pixel: map.span / drawnPixels,
    wash: map.wash.map((part) => ({ ...part, isOwn: isOwn(part.id, empire) })),
    links: map.links.places.map((place) => ({
      ...place,
      middle: { x: clamp(place.left + map.links.step / 2), y: clamp(-place.top - map.links.step / 2) },
    })),
    linkSide: map.links.step,
    seats,
    names: toNames(map, seats),
    own: empire?.cities ?? [],
  };
}
