/** A least-recently-used cache of terrain chunks, for the server and the browser. */
import { terrainChunk, type TerrainChunk, type TerrainDetail } from './chunk.ts';

export class TerrainCache {
  /** In order of last use, oldest first. */
  private readonly chunks = new Map<string, TerrainChunk>();

  private readonly worldRadius: number;
  private readonly limit: number;

  /** @param limit maximum number of chunks; a chunk has 5 to 20 kB */
  constructor(worldRadius: number, limit: number) {
    this.worldRadius = worldRadius;
    this.limit = limit;
  }

  get size(): number {
    return this.chunks.size;
  }

  has(cx: number, cy: number, detail: TerrainDetail): boolean {
    return this.chunks.has(`${cx},${cy},${detail}`);
  }

  chunkAt(cx: number, cy: number, detail: TerrainDetail = 'full'): TerrainChunk {
    const key = `${cx},${cy},${detail}`;
    const chunk = this.chunks.get(key) ?? terrainChunk(cx, cy, this.worldRadius, detail);
    this.chunks.delete(key);
    this.chunks.set(key, chunk);
    for (const oldest of this.chunks.keys()) {
      if (this.chunks.size <= this.limit) break;
      this.chunks.delete(oldest);
    }
    return chunk;
  }
}
