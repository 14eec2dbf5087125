/** Where each alliance, or empire without one, has the most cities around. */
import type { CitySquare } from '../../city/map-queries.ts';
import { tileSize } from '../../shared-ui/terrain/land.ts';
import { contourPath, evenPoint } from './contour-path.ts';

/** Squares to each side in which a city counts. */
const reach = 4;
/** With less, nobody leads: three and a half squares from a single city. */
const least = 0.06;

/** 1 in the city's own square, 0 from `reach` on. */
const weightAt = (x: number, y: number): number => Math.max(0, 1 - (x * x + y * y) / (reach * reach)) ** 2;

function weigh(squares: readonly CitySquare[]): Map<string, Map<string, number>> {
  const weights = new Map<string, Map<string, number>>();
  for (const { x, y, cities, leader_id: leader } of squares)
    for (let dx = -reach; dx <= reach; dx += 1)
      for (let dy = -reach; dy <= reach; dy += 1) {
        const key = `${x + dx},${y + dy}`;
        const here = weights.get(key) ?? new Map<string, number>();
        weights.set(key, here.set(leader, (here.get(leader) ?? 0) + cities * weightAt(dx, dy)));
      }
  return weights;
}

/** Negative where another leads. */
function leadOf(leader: string, here: ReadonlyMap<string, number> | undefined): number {
  let most = least;
  for (const [other, weight] of here ?? []) if (other !== leader) most = Math.max(most, weight);
  return (here?.get(leader) ?? 0) - most;
}

/** In units of the land. */
function outline(own: readonly CitySquare[], side: number, leadAt: (x: number, y: number) => number): string {
  const [xs, ys] = [own.map(({ x }) => x), own.map(({ y }) => y)];
  const [left, bottom] = [Math.min(...xs) - reach, Math.min(...ys) - reach];
  const [width, height] = [Math.max(...xs) + reach - left + 1, Math.max(...ys) + reach - bottom + 1];
  const leads = Array.from({ length: width * height }, (_, index) =>
    leadAt(left + (index % width), bottom + Math.floor(index / width)),
  );
  // The middle of square (0, 0) is at (0.5, 0.5) of the tracer and of the squares alike.
  const unit = side * tileSize;
  return contourPath(
    {
      values: leads,
      width,
      height,
      toPoint: (column, row) => evenPoint((left + column) * unit, -(bottom + row) * unit),
    },
    0,
  );
}

/** Most cities first. */
export function washOf(squares: readonly CitySquare[], side: number) {
  const weights = weigh(squares);
  const led = new Map<string, CitySquare[]>();
  for (const square of squares) led.set(square.leader_id, [...(led.get(square.leader_id) ?? []), square]);
  return [...led]
    .map(([id, own]) => {
      const leadAt = (x: number, y: number): number => leadOf(id, weights.get(`${x},${y}`));
      const leads = own.map(({ x, y }) => leadAt(x, y));
      return {
        id,
        cities: own.reduce((sum, { cities }) => sum + cities, 0),
        outline: outline(own, side, leadAt),
        strongest: own[leads.indexOf(Math.max(...leads))] ?? { x: 0, y: 0 },
      };
    })
    .sort((a, b) => b.cities - a.cities || (a.id < b.id ? -1 : 1));
}
