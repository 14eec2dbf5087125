/** The drawing of the world: the inhabited part of it, with land, squares of cities, and seats. */
import type { CitySquare } from '../../map/queries.ts';
import type { SeatListRow } from '../../seats/queries.ts';
import type { TileRectangle } from '../../terrain/svg.ts';
import { tagged } from '../shared/formatters.ts';
import { drawLand } from '../shared/land.ts';

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

/** The drawing of a frame; y points down. */
export function toDrawing(frame: TileRectangle, seats: readonly SeatListRow[], radius: number) {
  const { left, right, bottom, top } = frame;
  const span = right - left;
  return {
    frame,
    span,
    /** Units of the land, which has 24 per tile; empty for a great world. */
    land: span > maxLandSpan ? '' : drawLand(radius, frame, 'plain'),
    signSize: span * signPart,
    seats: seats
      .filter(({ x, y }) => x >= left && x <= right && y >= bottom && y <= top)
      .map((seat) => ({
        ...seat,
        holder: seat.is_held ? tagged(seat.empire_name, seat.alliance_tag) : null,
      })),
  };
}
