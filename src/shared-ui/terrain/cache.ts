/** A least-recently-used cache of terrain chunks. */
import { terrainChunk, type TerrainChunk, type TerrainDetail } from './chunk.ts';

export type TerrainCache = ReturnType<typeof createTerrainCache>;

/** @param limit chunks of 5 to 20 kB */
export function createTerrainCache(worldRadius: number, limit: number) {
  /** In order of last use, oldest first. */
  const chunks = new Map<string, TerrainChunk>();
  const keyOf = (cx: number, cy: number, detail: TerrainDetail): string => `${cx},${cy},${detail}`;
  return {
    has: (cx: number, cy: number, detail: TerrainDetail): boolean => chunks.has(keyOf(cx, cy, detail)),
    chunkAt(cx: number, cy: number, detail: TerrainDetail = 'full'): TerrainChunk {
      const key = keyOf(cx, cy, detail);
      const chunk = chunks.get(key) ?? terrainChunk(cx, cy, worldRadius, detail);
      chunks.delete(key);
      chunks.set(key, chunk);
      const [oldest] = chunks.keys();
      if (chunks.size > limit && oldest !== undefined) chunks.delete(oldest);
      return chunk;
    },
  };
}
