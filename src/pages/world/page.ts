/** The whole world at one look: squares by the number of cities in them, who plays and holds seats, battles, Hegemons. */
import type { Today } from '../../contract/today.ts';
import { readCitySquares, type CitySquare } from '../../map/queries.ts';
import type { BattleResult } from '../../contract/vocabulary.ts';
import { minuteMs } from '../../kernel/time.ts';
import { readToday } from '../../today/present.ts';
import { definePage, type Visit } from '../framework/page.ts';
import { countOf, tileText } from '../shared/formatters.ts';
import { TimedCache } from '../shared/timed-cache.ts';

/** Squares to each side of the drawing, at most. */
const maxSquares = 40;
/** The side of a square is a multiple of so many tiles. */
const sideStep = 20;
/** Readers of a minute share one statement. */
const cache = new TimedCache<{ at: number; squares: CitySquare[]; today: Today }>(minuteMs);

/** Where a square leads: to the map, or for a player without an empire to the founding there. */
function linkTo({ empireState, viewer }: Visit, x: number, y: number): string | null {
  if (empireState !== null) return `/map?x=${x}&y=${y}&zoom=1`;
  return viewer === null ? null : `/dashboard?around=${x},${y}`;
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
    const side = sideStep * Math.ceil((2 * radius + 1) / sideStep / maxSquares);
    const now = clock.now();
    const { at, squares, today } = await cache.get(pool, now, async () => {
      const [cities, figures] = await Promise.all([
        readCitySquares(pool, side),
        readToday(pool, settings, now),
      ]);
      return { at: now, squares: cities, today: figures };
    });
    const ownId = visit.empireState?.empire.id ?? null;
    const most = Math.max(1, ...squares.map(({ cities }) => cities));
    const clamp = (tile: number): number => Math.max(-radius, Math.min(radius, tile));
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
        squares: squares.map(({ x, y, cities }) => {
          const middle = { x: clamp(Math.round((x + 0.5) * side)), y: clamp(Math.round((y + 0.5) * side)) };
          return {
            left: x * side,
            top: -(y + 1) * side,
            /** 1 to 5, for the shade. */
            shade: Math.ceil(5 * Math.sqrt(cities / most)),
            text: `${countOf(cities, 'cities', 'city')} around ${tileText(middle)}`,
            href: linkTo(visit, middle.x, middle.y),
          };
        }),
        own: (visit.empireState?.empire.cities ?? []).map(({ x, y }) => ({ x, y: -y })),
      },
    };
  },
});
