/** The whole world at one look: squares by the number of cities in them, who plays and holds seats, battles, Hegemons. */
import type { Today } from '../../contract/today.ts';
import type { Db } from '../../db/pool.ts';
import { readCitySquares, type CitySquare } from '../../map/queries.ts';
import type { BattleResult } from '../../contract/vocabulary.ts';
import { minuteMs } from '../../kernel/time.ts';
import { readToday } from '../../today/present.ts';
import { definePage } from '../framework/page.ts';
import { TimedCache } from '../shared/timed-cache.ts';
import { selectSeats, type SeatListRow } from '../../seats/queries.ts';
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
function toDrawing(frame: TileRectangle, seats: readonly SeatListRow[], radius: number) {
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

const maxSeats = 200;
/** Readers of a minute share one statement. */
const cache = new TimedCache<{
  at: number;
  side: number;
  squares: CitySquare[];
  drawing: ReturnType<typeof toDrawing>;
  today: Today;
}>(minuteMs);

/** The side of the squares, which changes hardly ever: finding it reads all cities once more. */
const sides = new TimedCache<number>(10 * minuteMs);

/** The side of squares that cover the inhabited part of the world. */
async function readSide(db: Db, radius: number): Promise<number> {
  const coarse = sideFor(2 * radius + 1);
  const { left, right } = frameOf(await readCitySquares(db, coarse), coarse, radius);
  return sideFor(right - left);
}

/** Who won, as a verb between both names. */
const verbs = {
  attacker_won: 'defeated',
  defender_won: 'lost to',
  draw: 'fought without a winner against',
  called_off: 'did not fight',
} satisfies Record<BattleResult, string>;

export const worldPage = definePage({
  path: '/world',
  section: 'map',
  readers: 'guest',
  read: async (visit) => {
    const { pool, settings, clock } = visit.services;
    const { radius } = settings;
    const now = clock.now();
    const { at, side, squares, drawing, today } = await cache.get(pool, now, async () => {
      const [fine, seats, figures] = await Promise.all([
        sides.get(pool, now, () => readSide(pool, radius)),
        selectSeats(pool, { limit: maxSeats }),
        readToday(pool, settings, now),
      ]);
      const inhabited = await readCitySquares(pool, fine);
      const picture = toDrawing(frameOf(inhabited, fine, radius), seats, radius);
      return { at: now, side: fine, squares: inhabited, drawing: picture, today: figures };
    });
    const ownId = visit.empireState?.empire.id ?? null;
    const clamp = (tile: number): number => Math.max(-radius, Math.min(radius, Math.round(tile)));
    return {
      view: 'world',
      title: 'The world',
      values: {
        wrapped: true,
        description: 'Where the cities of this world are, who plays, who holds seats, and the great battles.',
        radius,
        side,
        readAt: at,
        today,
        ownId,
        verbs,
        cityCount: squares.reduce((sum, { cities }) => sum + cities, 0),
        squares,
        drawing,
        /** The most cities in one square. */
        most: Math.max(1, ...squares.map(({ cities }) => cities)),
        /** The middle of a square, which may reach beyond the world. */
        middleOf: ({ x, y }: CitySquare) => ({ x: clamp((x + 0.5) * side), y: clamp((y + 0.5) * side) }),
        own: visit.empireState?.empire.cities ?? [],
      },
    };
  },
});
