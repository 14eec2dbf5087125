/** Tiles: distances, the world's edge, and where a city may stand. */
import { GameError } from '../kernel/errors.ts';
import { cityDistance } from './balance.ts';
import type { Tile } from './types.ts';

/** How far from the wish the nearest legal tile is looked for. */
export const foundingSearchRadius = 30;

export function sameTile(a: Tile, b: Tile): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Euclidean distance in tiles. */
export function distance(a: Tile, b: Tile): number {
  return Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2);
}

/** The larger of the two axis distances: what keeps cities apart, and what a window of the map reaches. */
export function axisDistance(a: Tile, b: Tile): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}

/** How far from the centre newcomers are led, a root of the empires there are. */
export const tilesAnEmpire = 4;

/** The tile so far from another. @param turns the direction, from 0 to 1 all the way round */
export function tileTowards(from: Tile, turns: number, away: number): Tile {
  const angle = 2 * Math.PI * turns;
  return { x: Math.round(from.x + away * Math.cos(angle)), y: Math.round(from.y + away * Math.sin(angle)) };
}

/** Throws VALIDATION_ERROR for a tile outside the world; `field` names it in the details, null where it has no name. */
export function requireInWorld(tile: Tile, radius: number, field: string | null): void {
  for (const axis of ['x', 'y'] as const) {
    if (Math.abs(tile[axis]) > radius) {
      const name = field === null ? axis : `${field}.${axis}`;
      throw new GameError('VALIDATION_ERROR', `${name}: must be from ${-radius} to ${radius}`);
    }
  }
}

/**
 * The legal tile nearest to the wish, by (squared distance, y, x), within `foundingSearchRadius` tiles; null when
 * there is none. `cities` are the tiles of all cities within that radius plus `cityDistance`.
 */
export function nearestFreeTile(wish: Tile, cities: readonly Tile[], radius: number): Tile | null {
  const barred = new Set<number>();
  const width = 2 * radius + 1;
  const keyOf = (x: number, y: number): number => (y + radius) * width + x + radius;
  for (const city of cities) {
    for (let y = city.y - cityDistance + 1; y < city.y + cityDistance; y++) {
      for (let x = city.x - cityDistance + 1; x < city.x + cityDistance; x++) {
        if (Math.abs(x) <= radius && Math.abs(y) <= radius) barred.add(keyOf(x, y));
      }
    }
  }
  for (const { x: dx, y: dy } of offsetsByDistance) {
    const x = wish.x + dx;
    const y = wish.y + dy;
    if (Math.abs(x) <= radius && Math.abs(y) <= radius && !barred.has(keyOf(x, y))) return { x, y };
  }
  return null;
}

/** All offsets within `foundingSearchRadius`, nearest first. */
const offsetsByDistance: readonly Tile[] = (() => {
  const offsets: Tile[] = [];
  for (let y = -foundingSearchRadius; y <= foundingSearchRadius; y++) {
    for (let x = -foundingSearchRadius; x <= foundingSearchRadius; x++) {
      if (x * x + y * y <= foundingSearchRadius ** 2) offsets.push({ x, y });
    }
  }
  return offsets.sort((a, b) => a.x * a.x + a.y * a.y - (b.x * b.x + b.y * b.y) || a.y - b.y || a.x - b.x);
})();
