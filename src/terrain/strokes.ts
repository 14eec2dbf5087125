/**
 * Hachures after Lehmann (strokes down the slope, longer and denser on steeper ground) and the small trees of the woods.
 * The path of hachures is the contour: a wide line whose dashes are the strokes (map.css). They are grouped by block, so
 * that a view includes only its blocks.
 */
import { first, latticeSide, runsOf, trace, type Edge, type Tracing } from './contour.ts';
import { chunkTiles, latticeStep, riverBed, tileSize, upland, woodland, type Land } from './land.ts';
import { hashAt } from './noise.ts';
import { midpointOf } from './outline.ts';
import { Pen } from './pen.ts';

/** Side of a block in tiles, and side of a chunk in blocks. */
export const blockTiles = 4;
export const chunkBlocks = chunkTiles / blockTiles;

const hachureLevels = 12;
const hachureStep = 0.024;
const lowestHachure = upland - 0.014;
/** Minimum slopes, in height per tile, of gentle, middling and steep ground; below them it is flat. */
const slopeLimits = [0.011, 0.028, 0.044];

/** Rows and columns of trees in a fully wooded chunk. */
const treeRows = 22;
/** Path of one tree, from the left end of its crown to the foot of its trunk. */
const tree = 'q3-8 6 0m-3 0v3';

interface Point {
  x: number;
  y: number;
}

/** One pen for each block of a chunk, in rows from its north-west corner. */
function makeBlocks(corner: Point) {
  const pens = Array.from({ length: chunkBlocks * chunkBlocks }, () => new Pen());
  const size = blockTiles * tileSize;
  const clamp = (place: number): number => Math.max(0, Math.min(chunkBlocks - 1, place));
  return {
    penAt({ x, y }: Point): Pen {
      const column = clamp(Math.floor((x - corner.x) / size));
      const row = clamp(Math.floor((y - corner.y) / size) + chunkBlocks);
      return pens[row * chunkBlocks + column] ?? new Pen();
    },
    paths: (): string[] => pens.map(({ path }) => path),
  };
}

/** The steepness at the lattice point of an edge: 0 to 2, -1 for flat ground. */
function steepnessAt({ height }: Land, edge: Edge): number {
  const point = edge >> 1;
  const at = (step: number): number => height[point + step] ?? 0;
  const east = at(1) - at(-1);
  const north = at(latticeSide) - at(-latticeSide);
  const slope = (Math.sqrt(east * east + north * north) * tileSize) / (2 * latticeStep);
  return slopeLimits.filter((limit) => slope >= limit).length - 1;
}

function isDry(land: Land, point: number): boolean {
  return (land.lake[point] ?? 0) < -0.4 && (land.sea[point] ?? 0) < -0.4;
}

/** Draws the parts of one contour that are steep enough and dry, each into the pen of its steepness and block. */
function hatchContour(
  slopes: readonly ReturnType<typeof makeBlocks>[],
  land: Land,
  tracing: Tracing,
  edges: readonly Edge[],
): void {
  let last: Pen | null = null;
  for (let index = 0; index < edges.length; index += 2) {
    const edge = edges[index] ?? 0;
    const next = edges[index + 1] ?? edge;
    const steepness = steepnessAt(land, edge);
    const start = midpointOf(tracing, tracing.previous[edge] ?? -1, edge);
    const end = midpointOf(tracing, next, tracing.next[next] ?? -1);
    const pen = isDry(land, edge >> 1) ? (slopes[steepness]?.penAt(start) ?? null) : null;
    if (pen !== last) pen?.moveTo(start.x, start.y);
    pen?.lineTo(end.x, end.y);
    last = pen;
  }
}

/**
 * Hachures of a chunk, from gentle to steep slopes, by block. `corner` is its south-west corner, `origin` lattice point
 * (0, 0), both in units.
 */
export function hachures(land: Land, origin: Point, corner: Point): string[][] {
  const slopes = slopeLimits.map(() => makeBlocks(corner));
  for (let level = 0; level < hachureLevels; level++) {
    const tracing = trace(land.height, lowestHachure + level * hachureStep, origin);
    for (const { edges } of runsOf(tracing)) hatchContour(slopes, land, tracing, edges);
  }
  return slopes.map((blocks) => blocks.paths());
}

/** Bilinear interpolation of a field; the position is in tiles from the chunk's south-west corner. */
function interpolate(field: Float64Array, tileX: number, tileY: number): number {
  const x = (tileX * tileSize) / latticeStep;
  const y = (tileY * tileSize) / latticeStep;
  const i = Math.floor(x);
  const j = Math.floor(y);
  const point = (j + first) * latticeSide + i + first;
  const at = (step: number): number => field[point + step] ?? 0;
  const south = at(0) + (at(1) - at(0)) * (x - i);
  const north = at(latticeSide) + (at(latticeSide + 1) - at(latticeSide)) * (x - i);
  return south + (north - south) * (y - j);
}

/** Trees of a chunk by block, in ragged rows. */
export function trees(land: Land, corner: Point): string[] {
  const blocks = makeBlocks(corner);
  const spacing = chunkTiles / treeRows;
  for (let row = 0; row < treeRows; row++) {
    for (let column = 0; column < treeRows; column++) {
      const treeX = corner.x + column;
      const treeY = corner.y + row;
      const shift = (seed: number): number => (hashAt(treeX, treeY, seed) - 0.5) * 0.5;
      const x = Math.max(
        0,
        Math.min(chunkTiles - 0.01, (column + 0.25 + (row % 2) * 0.5 + shift(91)) * spacing),
      );
      const y = Math.max(0, Math.min(chunkTiles - 0.01, (row + 0.5 + shift(92)) * spacing));
      if (interpolate(land.growth, x, y) < woodland + 0.01) continue;
      if (interpolate(land.lake, x, y) > -0.4 || interpolate(land.sea, x, y) > -0.4) continue;
      if (interpolate(land.height, x, y) > upland) continue;
      if (Math.abs(interpolate(land.river, x, y)) < riverBed) continue;
      const place = { x: corner.x + Math.floor(x * tileSize), y: corner.y - Math.floor(y * tileSize) };
      const pen = blocks.penAt({ x: place.x, y: place.y - 1 });
      pen.moveTo(place.x, place.y);
      pen.stamp(tree, 3, 3);
    }
  }
  return blocks.paths();
}
