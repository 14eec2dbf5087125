/** The grid lines of the map, and the black and white segments of its frame. */
import { tileSize } from './land.ts';
import type { TileRectangle } from './svg.ts';

/** Between labels. */
const lineTiles = 10;
const segmentTiles = 5;

/** Both ends included. */
function multiplesOf(step: number, from: number, to: number): number[] {
  const multiples: number[] = [];
  for (let value = Math.ceil(from / step) * step; value <= to; value += step) multiples.push(value);
  return multiples;
}

/** Through the centres of the tiles, in units of the drawing. */
export function graticulePath({ left, right, bottom, top }: TileRectangle, step = lineTiles): string {
  const columns = multiplesOf(step, left, right).map(
    (x) => `M${x * tileSize} ${-top * tileSize}v${(top - bottom) * tileSize}`,
  );
  const rows = multiplesOf(step, bottom, top).map(
    (y) => `M${left * tileSize} ${-y * tileSize}h${(right - left) * tileSize}`,
  );
  return [...columns, ...rows].join('');
}

/**
 * In pixels from the tile `centre`: the black segments, and the labels of every tenth tile.
 * @param direction -1 if pixels run against tile numbers
 */
export function frameSide(from: number, to: number, centre: number, scale: number, direction: 1 | -1) {
  const positionOf = (tile: number): number => (tile - centre) * scale * direction;
  return {
    segments: multiplesOf(2 * segmentTiles, from, to).map((tile) => ({
      from: Math.min(positionOf(tile), positionOf(tile + segmentTiles)),
      length: segmentTiles * scale,
    })),
    marks: multiplesOf(lineTiles, from, to).map((tile) => ({ tile, at: positionOf(tile) })),
  };
}
