/** Draws the land of this world, and shades the legal tiles for a city on it. */
import { freeTileCheck } from '../../game/march/map.ts';
import type { Tile } from '../../game/types.ts';
import { createTerrainCache, type TerrainCache } from '../../shared-ui/terrain/cache.ts';
import { tileSize } from '../../shared-ui/terrain/land.ts';
import { terrainSvg, type TileRectangle } from '../../shared-ui/terrain/svg.ts';
import type { TerrainDetail } from '../../shared-ui/terrain/chunk.ts';

/** In units of the drawing; y points down. */
export interface Point {
  x: number;
  y: number;
}

export const toPoint = ({ x, y }: Tile): Point => ({ x: x * tileSize, y: -y * tileSize });

/** About 6 MB at most. */
const maxCachedChunks = 512;
const caches = new Map<number, TerrainCache>();

/** SVG groups. @param radius of the world, which sets the coast */
export function drawLand(radius: number, view: TileRectangle, detail: TerrainDetail): string {
  const cache = caches.get(radius) ?? createTerrainCache(radius, maxCachedChunks);
  caches.set(radius, cache);
  return terrainSvg(cache, view, detail);
}

/** @param occupied all cities and seats within two tiles of the rectangle */
export function legalTiles(area: TileRectangle, occupied: readonly Tile[], radius: number): Tile[] {
  const isFree = freeTileCheck(occupied, radius);
  const tiles: Tile[] = [];
  for (let y = area.top; y >= area.bottom; y -= 1)
    for (let x = area.left; x <= area.right; x += 1) if (isFree(x, y)) tiles.push({ x, y });
  return tiles;
}

/** One rectangle for each run in a row. @param tiles in order */
export function shadeOf(tiles: readonly Tile[]): string {
  const half = tileSize / 2;
  let path = '';
  let run = 0;
  tiles.forEach(({ x, y }, index) => {
    run += 1;
    const next = tiles[index + 1];
    if (next?.y === y && next.x === x + 1) return;
    path += `M${(x - run + 1) * tileSize - half} ${-y * tileSize - half}h${run * tileSize}v${tileSize}h${-run * tileSize}z`;
    run = 0;
  });
  return path;
}
