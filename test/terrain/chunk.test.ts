/** The decorative land: a pure function whose chunks join without seams. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { terrainChunk } from '../../src/shared-ui/terrain/chunk.ts';
import { chunkTiles, isLake, landAt, tileSize } from '../../src/shared-ui/terrain/land.ts';
import { pointsOf } from './support.ts';

const radius = 200;
const edgeChunk = Math.floor(radius / chunkTiles);
const chunkUnits = chunkTiles * tileSize;

it.each([
  [3, -2, '763bbf5875a01fcb'],
  [edgeChunk, 5, '9b78a949806e5826'],
])('is the same on every machine and call at %i, %i', (cx, cy, golden) => {
  const text = JSON.stringify(terrainChunk(cx, cy, radius));
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe(golden);
});

it('does not depend on the radius far from the edge', () => {
  expect(terrainChunk(1, 1, 1000)).toEqual(terrainChunk(1, 1, 2000));
});

describe('neighbours', () => {
  /** The points of a path within one tile of the border between two chunks. */
  const near = (path: string, border: number): string[] =>
    pointsOf(path)
      .filter(({ x }) => Math.abs(x - border) <= tileSize)
      .map(({ x, y }) => `${x},${y}`);

  it.each(['wood', 'h1', 'h2', 'lakes', 'sea'] as const)('agree about %s at their border', (layer) => {
    for (let cy = -edgeChunk - 1; cy <= edgeChunk + 1; cy++) {
      const west = terrainChunk(2, cy, radius)[layer];
      const east = terrainChunk(3, cy, radius)[layer];
      const border = 3 * chunkUnits;
      // Curves continue for a cell beyond the border; the neighbour has the same points inside.
      const crossing = pointsOf(west).filter(({ x, y }) => {
        const within = -y - cy * chunkUnits;
        return x > border && x < border + tileSize / 2 && within > 8 && within < chunkUnits - 8;
      });
      const known = new Set(near(east, border));
      expect(crossing.filter(({ x, y }) => !known.has(`${x},${y}`))).toEqual([]);
    }
  });

  it('draw each segment of a river once', () => {
    const steps = new Map<string, number>();
    for (let cy = -4; cy < 4; cy++) {
      for (let cx = -4; cx < 4; cx++) {
        const points = pointsOf(terrainChunk(cx, cy, radius).river);
        for (const { x, y } of new Set(points)) steps.set(`${x},${y}`, (steps.get(`${x},${y}`) ?? 0) + 1);
      }
    }
    // The end of a segment in one chunk is the start of a segment in the next: at most two.
    expect(Math.max(...steps.values())).toBe(2);
  });
});

describe('the edge of the world', () => {
  it('has no sea up to two tiles beyond the radius', () => {
    const tiles = Array.from({ length: 2 * radius + 5 }, (_, index) => index - radius - 2);
    const isSea = (y: number): boolean => tiles.some((x) => landAt(x, y, radius).sea >= 0);
    expect(tiles.filter(isSea)).toEqual([]);
  });

  it('has no sea path within the radius', () => {
    const inner = (radius + 1) * tileSize;
    for (let cy = -edgeChunk - 1; cy <= edgeChunk; cy++) {
      const points = pointsOf(terrainChunk(edgeChunk, cy, radius).sea);
      expect(points.filter(({ x, y }) => Math.abs(x) < inner && Math.abs(y) < inner)).toEqual([]);
    }
  });

  it('is all sea far out', () => {
    const west = (edgeChunk + 4) * chunkUnits;
    const points = pointsOf(terrainChunk(edgeChunk + 4, 0, radius).sea);
    expect(points).not.toHaveLength(0);
    for (const { x, y } of points) {
      expect(x < west || x > west + chunkUnits || y > 0 || y < -chunkUnits).toBe(true);
    }
  });

  it('has a shore that is open sea within 25 tiles', () => {
    for (let cy = -5; cy < 5; cy++) {
      const shores = [0, 1, 2].map((out) => terrainChunk(edgeChunk + out, cy, radius).shore);
      expect(shores.some((path) => path !== '')).toBe(true);
    }
  });
});

it('puts every label into exactly one chunk, the chunk of its anchor', () => {
  const labels: string[] = [];
  for (let cy = -6; cy < 6; cy++) {
    for (let cx = -6; cx < 6; cx++) {
      for (const { kind, text, x, y } of terrainChunk(cx, cy, radius).labels) {
        if (kind === 'region') {
          expect([Math.floor(x / chunkUnits), Math.floor(-y / chunkUnits)]).toEqual([cx, cy]);
        }
        labels.push(`${text} ${x} ${y}`);
      }
    }
  }
  expect(labels.length).toBeGreaterThan(10);
  expect(new Set(labels).size).toBe(labels.length);
});

it('has few lakes', () => {
  let wet = 0;
  for (let y = -100; y < 100; y += 2) for (let x = -100; x < 100; x += 2) if (isLake(x, y, radius)) wet++;
  expect(wet / 10_000).toBeGreaterThan(0.003);
  expect(wet / 10_000).toBeLessThan(0.04);
});

it('computes a chunk in less than 25 ms of CPU time', () => {
  for (let index = 0; index < 40; index++) terrainChunk(index, 3, radius);
  const before = process.cpuUsage();
  for (let index = 0; index < 40; index++) terrainChunk(index, 4, radius);
  // About 2 ms of CPU time, which other load does not change.
  expect(process.cpuUsage(before).user / 1_000 / 40).toBeLessThan(25);
});
