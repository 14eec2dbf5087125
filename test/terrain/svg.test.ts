/** The land under a view as SVG: order of layers, size, and the cache of chunks. */
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createTerrainCache } from '../../src/shared-ui/terrain/cache.ts';
import { chunksUnder, terrainSvg } from '../../src/shared-ui/terrain/svg.ts';

const view = { left: 100, right: 159, bottom: -167, top: -134 };
const svg = terrainSvg(createTerrainCache(1000, 100), view, 'full');

it('draws water over land, and names over everything', () => {
  const layers = ['land', 'wood', 'h1', 'h2', 'hachures', 'river', 'lake', 'shore', 'labels'];
  const places = layers.map((name) => svg.indexOf(`class="${name}"`)).filter((place) => place >= 0);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

it('contains only expected elements, numbers and names', () => {
  expect(svg.replace(/<(?:\/?g|\/?text|path|rect)(?: [a-z]+="[\w .()-]*")*\/?>/g, '')).toMatch(
    /^[A-Za-z ]*$/,
  );
});

it('omits hachures and trees in plain detail', () => {
  expect(terrainSvg(createTerrainCache(1000, 100), view, 'plain')).not.toMatch(/hachures|trees/);
});

it('is smaller than 20 kB compressed', () => {
  expect(brotliCompressSync(svg).length).toBeLessThan(20_000);
});

it('is smaller than 8 kB compressed for a small map', () => {
  const small = { left: 110, right: 134, bottom: -160, top: -144 };
  expect(brotliCompressSync(terrainSvg(createTerrainCache(1000, 100), small, 'full')).length).toBeLessThan(
    8_000,
  );
});

it('includes chunks that only half a tile extends into', () => {
  expect(chunksUnder({ left: 0, right: 15, bottom: 1, top: 2 })).toEqual([
    { cx: -1, cy: 0 },
    { cx: 0, cy: 0 },
  ]);
});

it('keeps no more chunks than its limit', () => {
  const cache = createTerrainCache(1000, 3);
  for (let cx = 0; cx < 6; cx++) cache.chunkAt(cx, 0);
  const kept = Array.from({ length: 6 }, (_, cx) => cache.has(cx, 0, 'full'));
  expect(kept).toEqual([false, false, false, true, true, true]);
});

it('returns the cached chunk', () => {
  const cache = createTerrainCache(1000, 3);
  expect(cache.chunkAt(1, 1)).toBe(cache.chunkAt(1, 1));
});
