/** The whole world at one look: squares by the number of cities in them, who plays and holds seats, battles, Hegemons. */
import type { Today } from '../../contract/today.ts';
import { readCitySquares, type CitySquare } from '../../map/queries.ts';
import type { BattleResult } from '../../contract/vocabulary.ts';
import { minuteMs } from '../../kernel/time.ts';
import { readToday } from '../../today/present.ts';
import { definePage } from '../framework/page.ts';
import { TimedCache } from '../shared/timed-cache.ts';
import { selectSeats } from '../../seats/queries.ts';
import { frameOf, sideFor, toDrawing } from './frame.ts';

const maxSeats = 200;
/** Readers of a minute share one statement. */
const cache = new TimedCache<{
  at: number;
  side: number;
  squares: CitySquare[];
  drawing: ReturnType<typeof toDrawing>;
  today: Today;
}>(minuteMs);

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
      const coarse = sideFor(2 * radius + 1);
      const [cities, seats, figures] = await Promise.all([
        readCitySquares(pool, coarse),
        selectSeats(pool, { limit: maxSeats }),
        readToday(pool, settings, now),
      ]);
      const { left, right } = frameOf(cities, coarse, radius);
      const fine = sideFor(right - left);
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
