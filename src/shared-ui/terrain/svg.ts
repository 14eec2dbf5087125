/**
 * The chunks under a rectangle of tiles as SVG groups, one per layer. The content is numbers and names of our own, so
 * it needs no escaping.
 */
import type { TerrainCache } from './cache.ts';
import type { TerrainChunk, TerrainDetail } from './chunk.ts';
import type { TerrainLabel } from './labels.ts';
import { chunkTiles, tileSize } from './land.ts';

/** Whole tiles, edges included. */
export interface TileRectangle {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const pathOf = (path: string): string => (path === '' ? '' : `<path d="${path}"/>`);

function groupOf(name: string, content: string): string {
  return content === '' ? '' : `<g class="${name}">${content}</g>`;
}

/** Region names are capitals in the text itself, independent of styles. */
function labelText({ kind, text, x, y, along }: TerrainLabel): string {
  const matrix = [along.x, along.y, -along.y, along.x, x, y].join(' ');
  return `<text class="${kind}" transform="matrix(${matrix})">${kind === 'region' ? text.toUpperCase() : text}</text>`;
}

/** In rows from the south. */
export function chunksUnder({ left, right, bottom, top }: TileRectangle): { cx: number; cy: number }[] {
  const chunks: { cx: number; cy: number }[] = [];
  // Chunk borders run through tile centres, so a tile at a border extends half a tile into the next chunk.
  for (let cy = Math.floor((bottom - 0.5) / chunkTiles); cy <= Math.floor((top + 0.5) / chunkTiles); cy++) {
    for (let cx = Math.floor((left - 0.5) / chunkTiles); cx <= Math.floor((right + 0.5) / chunkTiles); cx++) {
      chunks.push({ cx, cy });
    }
  }
  return chunks;
}

/** From bottom to top. */
export function terrainSvg(cache: TerrainCache, view: TileRectangle, detail: TerrainDetail): string {
  const chunks = chunksUnder(view).map(({ cx, cy }) => cache.chunkAt(cx, cy, detail));
  const layer = (name: string, path: (chunk: TerrainChunk) => string): string =>
    groupOf(name, chunks.map((chunk) => pathOf(path(chunk))).join(''));
  const corner = { x: (view.left - 0.5) * tileSize, y: -(view.top + 0.5) * tileSize };
  const width = (view.right - view.left + 1) * tileSize;
  const height = (view.top - view.bottom + 1) * tileSize;
  return [
    `<rect class="land" x="${corner.x}" y="${corner.y}" width="${width}" height="${height}"/>`,
    layer('wood', ({ wood }) => wood),
    layer('h1', ({ h1 }) => h1),
    layer('h2', ({ h2 }) => h2),
    ...[0, 1, 2].map((index) => layer(`hachures s${index + 1}`, ({ hachures }) => hachures[index] ?? '')),
    layer('trees', (chunk) => chunk.trees),
    layer('river', ({ river }) => river),
    layer('river broad', ({ broadRiver }) => broadRiver),
    layer('lake', ({ lakes }) => lakes),
    layer('sea', ({ sea }) => sea),
    ...[0, 1, 2].map((index) =>
      layer(`waterline w${index + 1}`, ({ waterlines }) => waterlines[index] ?? ''),
    ),
    layer('shore', ({ shore }) => shore),
    groupOf('labels', chunks.flatMap(({ labels }) => labels.map(labelText)).join('')),
  ].join('');
}
