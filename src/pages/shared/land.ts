/** Draws the land of this world for the pages, with a cache of chunks. */
import type { Tile } from '../../game/types.ts';
import { TerrainCache } from '../../terrain/cache.ts';
import { tileSize } from '../../terrain/land.ts';
import { terrainSvg, type TileRectangle } from '../../terrain/svg.ts';
import type { TerrainDetail } from '../../terrain/chunk.ts';

/** A position in units of the drawing; y points down. */
export interface Point {
  x: number;
  y: number;
}

export const toPoint = ({ x, y }: Tile): Point => ({ x: x * tileSize, y: -y * tileSize });

/** About 6 MB at most. */
const maxCachedChunks = 512;
const caches = new Map<number, TerrainCache>();

/** The land below a rectangle of tiles, as SVG groups. @param radius of the world, which sets the coast */
export function drawLand(radius: number, view: TileRectangle, detail: TerrainDetail): string {
  const cache = caches.get(radius) ?? new TerrainCache(radius, maxCachedChunks);
  caches.set(radius, cache);
  return terrainSvg(cache, view, detail);
}
