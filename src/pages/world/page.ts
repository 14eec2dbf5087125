/** The page of the world: a drawing with squares by their number of cities, leaders, the reign, the latest fight. */
import type { Db } from '../../db/pool.ts';
import { readLeaderboard } from '../../leaderboard/queries.ts';
import { selectCitySquares, type CitySquare } from '../../map/queries.ts';
import { minuteMs } from '../../kernel/time.ts';
import { definePage } from '../framework/page.ts';
import { shareReads } from '../shared/shared-reads.ts';
import { selectReigns, selectSeats, type SeatListRow } from '../../seats/queries.ts';
import type { TileRectangle } from '../../terrain/svg.ts';
import { tagged } from '../shared/formatters.ts';
import { drawLand } from '../shared/land.ts';
import { selectLatestFight, showFight } from '../shared/latest-fight.ts';

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
const topRanks = 5;

/** The side of squares that cover the inhabited part of the world. */
async function readSide(db: Db, radius: number): Promise<number> {
  const coarse = sideFor(2 * radius + 1);
  const { left, right } = frameOf(await selectCitySquares(db, coarse), coarse, radius);
  return sideFor(right - left);
}

/** What all readers of a minute see. */
const readWorld = shareReads(minuteMs, async (services, now) => {
  const { pool, settings } = services;
  const { radius } = settings;
  const [side, seats, { rankings: leaders }, reign, fight] = await Promise.all([
    readSide(pool, radius),
    selectSeats(pool, { limit: maxSeats }),
    readLeaderboard(services, { type: 'score', limit: topRanks, from: 1, empireId: null }),
    selectReigns(services, { now, limit: topRanks }),
    selectLatestFight(pool, now),
  ]);
  const squares = await selectCitySquares(pool, side);
  const drawing = toDrawing(frameOf(squares, side, radius), seats, radius);
  return { readAt: now, side, squares, drawing, leaders, reign, fight };
});

export const worldPage = definePage('/world', {
  section: 'map',
  readers: 'guest',
  read: async ({ services, empireState }) => {
    const { radius } = services.settings;
    const world = await readWorld(services);
    const { side, squares, leaders, fight } = world;
    const ownId = empireState?.empire.id ?? null;
    const clamp = (tile: number): number => Math.max(-radius, Math.min(radius, Math.round(tile)));
    return {
      title: 'The world',
      values: {
        description:
          'Where the cities of this world are, who plays, who holds seats, and how the reign goes.',
        radius,
        ...world,
        ownId,
        ownRank: leaders.find(({ empire_id: id }) => id === ownId) ?? null,
        fight: showFight(fight, ownId),
        cityCount: squares.reduce((sum, { cities }) => sum + cities, 0),
        most: Math.max(1, ...squares.map(({ cities }) => cities)),
        /** The middle of a square, which may reach beyond the world. */
        middleOf: ({ x, y }: CitySquare) => ({ x: clamp((x + 0.5) * side), y: clamp((y + 0.5) * side) }),
        own: empireState?.empire.cities ?? [],
      },
    };
  },
});
