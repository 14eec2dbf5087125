/** The map of the whole world: a drawing with squares by their number of cities, and the signs of seats. */
import type { Db } from '../../db/pool.ts';
import type { EmpireState } from '../../world/read.ts';
import { selectCitySquares, type CitySquare } from '../../city/map-queries.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { Services } from '../../world/services.ts';
import type { SeatListRow } from '../../seats/queries.ts';
import type { TileRectangle } from '../../shared-ui/terrain/svg.ts';
import { tagged } from '../shared/formatters.ts';
import { drawLand } from '../shared/land.ts';
import { shareReads } from '../shared/shared-reads.ts';

/** Squares to each side of the drawing, at most. */
const maxSquares = 40;
/** The side of a square is a multiple of so many tiles. */
const sideStep = 5;
/** The least width of the drawing in tiles. */
const leastSpan = 60;
/** Land of more tiles takes too many bytes. */
const maxLandSpan = 140;
/** Height of the sign of a seat, as a part of the drawing. */
const signPart = 1 / 1100;

/** The side of squares of which at most `maxSquares` cover this many tiles. */
export function sideFor(span: number): number {
  return sideStep * Math.ceil(span / sideStep / maxSquares);
}

/** The tiles around all cities of players, as a square inside the world; the whole world if there are none. */
export function frameOf(squares: readonly CitySquare[], side: number, radius: number): TileRectangle {
  if (squares.length === 0) return { left: -radius, right: radius, bottom: -radius, top: radius };
  const [xs, ys] = [squares.map(({ x }) => x), squares.map(({ y }) => y)];
  const middle = (values: readonly number[]): number =>
    ((Math.min(...values) + Math.max(...values) + 1) * side) / 2;
  const reach = (values: readonly number[]): number =>
    ((Math.max(...values) - Math.min(...values) + 1) * side) / 2;
  const half = Math.min(radius, Math.max(leastSpan / 2, Math.round(1.1 * Math.max(reach(xs), reach(ys)))));
  const within = (value: number): number => Math.max(half - radius, Math.min(radius - half, value));
  const [x, y] = [within(middle(xs)), within(middle(ys))];
  return {
    left: Math.floor(x - half),
    right: Math.ceil(x + half),
    bottom: Math.floor(y - half),
    top: Math.ceil(y + half),
  };
}

/** The side of squares that cover the inhabited part of the world. */
async function readSide(db: Db, radius: number): Promise<number> {
  const coarse = sideFor(2 * radius + 1);
  const { left, right } = frameOf(await selectCitySquares(db, coarse), coarse, radius);
  return sideFor(right - left);
}

/** The squares and the land, as all readers of a minute see them. */
export const readSquares = shareReads(minuteMs, async ({ pool, settings: { radius } }) => {
  const side = await readSide(pool, radius);
  const squares = await selectCitySquares(pool, side);
  const frame = frameOf(squares, side, radius);
  const span = frame.right - frame.left;
  /** Units of the land, which has 24 per tile; empty for a great world. */
  const land = span > maxLandSpan ? '' : drawLand(radius, frame, 'plain');
  return { side, squares, frame, span, land };
});

type Squares = Awaited<ReturnType<typeof readSquares>>;

/** What the drawing shows of the world at present. */
export function toWorldMap(
  { settings: { radius } }: Services,
  { side, squares, frame, span, land }: Squares,
  { seats, viewer }: { seats: readonly SeatListRow[]; viewer: EmpireState | null },
) {
  const { left, right, bottom, top } = frame;
  const clamp = (tile: number): number => Math.max(-radius, Math.min(radius, Math.round(tile)));
  return {
    radius,
    side,
    squares,
    frame,
    span,
    land,
    signSize: span * signPart,
    seats: seats
      .filter(({ x, y }) => x >= left && x <= right && y >= bottom && y <= top)
      .map((seat) => ({
        ...seat,
        holder: seat.is_held ? tagged(seat.empire_name, seat.alliance_tag) : null,
      })),
    cityCount: squares.reduce((sum, { cities }) => sum + cities, 0),
    most: Math.max(1, ...squares.map(({ cities }) => cities)),
    /** The middle of a square, which may reach beyond the world. */
    middleOf: ({ x, y }: CitySquare) => ({ x: clamp((x + 0.5) * side), y: clamp((y + 0.5) * side) }),
    own: viewer?.empire.cities ?? [],
  };
}
