/** The ruled lines of a map and the alternating black and white of its frame. */
import { tileSize } from './land.ts';
import type { TileRectangle } from './svg.ts';

const lineTiles = 10;
const segmentTiles = 5;

/** Whole multiples of `step` from one number to another. */
function multiplesOf(step: number, from: number, to: number): number[] {
  const found: number[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) found.push(value);
  return found;
}

/** Every tenth row and column, through the middles of the tiles, in units of the drawing. */
export function graticulePath({ left, right, bottom, top }: TileRectangle): string {
  const columns = multiplesOf(lineTiles, left, right).map(
    (x) => `M${x * tileSize} ${-top * tileSize}v${(top - bottom) * tileSize}`,
  );
  const rows = multiplesOf(lineTiles, bottom, top).map(
    (y) => `M${left * tileSize} ${-y * tileSize}h${(right - left) * tileSize}`,
  );
  return [...columns, ...rows].join('');
}

/** One side of the frame: the black segments, and where every tenth tile is written. */
export interface FrameSide {
  segments: { from: number; length: number }[];
  marks: { tile: number; at: number }[];
}

/** Along one axis, in pixels from the tile `centre`. @param direction -1 where pixels count against the tiles */
export function frameSide(
  from: number,
  to: number,
  centre: number,
  scale: number,
  direction: 1 | -1,
): FrameSide {
  const place = (tile: number): number => (tile - centre) * scale * direction;
  return {
    segments: multiplesOf(2 * segmentTiles, from, to).map((tile) => ({
      from: Math.min(place(tile), place(tile + segmentTiles)),
      length: segmentTiles * scale,
    })),
    marks: multiplesOf(lineTiles, from, to).map((tile) => ({ tile, at: place(tile) })),
  };
}
