/** Tiles: distances, the edge of the world, and legal tiles for a capital. */
import { GameError } from '../../kernel/errors.ts';
import { cityDistance } from '../balance.ts';
import type { Tile } from '../types.ts';

/** In tiles. */
export const foundingSearchRadius = 30;

export function sameTile(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Euclidean distance in tiles. */
export function distance(a: Tile, b: Tile): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

/** Measures the distance between cities and the reach of a map window. */
export function axisDistance(a: Tile, b: Tile): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}

/** New empires start this x sqrt(number of empires) tiles from the centre. */
export const tilesAnEmpire = 4;

/** @param turns direction as a fraction of a full turn, 0 to 1 */
export function tileTowards(from: Tile, turns: number, tiles: number): Tile {
  const angle = 2 * Math.PI * turns;
  return { x: Math.round(from.x + tiles * Math.cos(angle)), y: Math.round(from.y + tiles * Math.sin(angle)) };
}

/** Throws VALIDATION_ERROR. `field` is the prefix of the axis in the details. */
export function requireInWorld(tile: Tile, radius: number, field: string | null): void {
  for (const axis of ['x', 'y'] as const) {
    if (Math.abs(tile[axis]) > radius) {
      const name = field === null ? axis : `${field}.${axis}`;
      throw new GameError('VALIDATION_ERROR', `${name}: must be from ${-radius} to ${radius}`);
    }
  }
}

export function freeTileCheck(cities: readonly Tile[], radius: number): (x: number, y: number) => boolean {
  const blocked = new Set<number>();
  const width = 2 * radius + 1;
  const keyOf = (x: number, y: number): number => (y + radius) * width + x + radius;
  for (const city of cities) {
    for (let y = city.y - cityDistance + 1; y < city.y + cityDistance; y++) {
      for (let x = city.x - cityDistance + 1; x < city.x + cityDistance; x++) {
        if (Math.abs(x) <= radius && Math.abs(y) <= radius) blocked.add(keyOf(x, y));
      }
    }
  }
  return (x, y) => Math.abs(x) <= radius && Math.abs(y) <= radius && !blocked.has(keyOf(x, y));
}

/**
 * The legal tile nearest to the wish, by (squared distance, y, x), within `reach` tiles; null if there is none.
 * `cities` must contain all within `reach` plus `cityDistance`.
 * @param reach at most `foundingSearchRadius`
 */
export function nearestFreeTile(
  wish: Tile,
  cities: readonly Tile[],
  radius: number,
  reach = foundingSearchRadius,
): Tile | null {
  const isFree = freeTileCheck(cities, radius);
  for (const { x: dx, y: dy } of offsetsByDistance) {
    if (dx * dx + dy * dy > reach * reach) break;
    if (isFree(wish.x + dx, wish.y + dy)) return { x: wish.x + dx, y: wish.y + dy };
  }
  return null;
}

/** Nearest first. */
const offsetsByDistance: readonly Tile[] = (() => {
  const offsets: Tile[] = [];
  for (let y = -foundingSearchRadius; y <= foundingSearchRadius; y++) {
    for (let x = -foundingSearchRadius; x <= foundingSearchRadius; x++) {
      if (x * x + y * y <= foundingSearchRadius ** 2) offsets.push({ x, y });
    }
  }
  return offsets.sort((a, b) => a.x * a.x + a.y * a.y - (b.x * b.x + b.y * b.y) || a.y - b.y || a.x - b.x);
})();
