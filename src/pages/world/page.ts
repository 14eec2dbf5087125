/** The whole world at one look: squares by the number of cities in them. */
import { blockTiles, readCitySquares, type CitySquare } from '../../map/block-queries.ts';
import { minuteMs } from '../../kernel/time.ts';
import { definePage, type Visit } from '../framework/page.ts';
import { countOf, tileText } from '../shared/formatters.ts';
import { TimedCache } from '../shared/timed-cache.ts';

/** Squares to each side of the drawing, at most. */
const maxSquares = 40;
/** Readers of a minute share one statement. */
const cache = new TimedCache<{ at: number; squares: CitySquare[] }>(minuteMs);

/** Where a square leads: to the map, or for a player without an empire to the founding there. */
function linkTo({ empireState, viewer }: Visit, x: number, y: number): string | null {
  if (empireState !== null) return `/map?x=${x}&y=${y}&zoom=1`;
  return viewer === null ? null : `/dashboard?around=${x},${y}`;
}

export const worldPage = definePage({
  path: '/world',
  section: 'map',
  readers: 'everybody',
  read: async (visit) => {
    const { pool, settings, clock } = visit.services;
    const { radius } = settings;
    const blocks = Math.ceil((2 * radius + 1) / blockTiles / maxSquares);
    const side = blocks * blockTiles;
    const now = clock.now();
    const { at, squares } = await cache.get(pool, now, async () => ({
      at: now,
      squares: await readCitySquares(pool, blocks),
    }));
    const most = Math.max(1, ...squares.map(({ cities }) => cities));
    const clamp = (tile: number): number => Math.max(-radius, Math.min(radius, tile));
    return {
      view: 'world',
      title: 'The world',
      values: {
        wrapped: true,
        description: 'Where the cities of this world are.',
        radius,
        side,
        readAt: at,
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
