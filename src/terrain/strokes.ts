/**
 * The engraver's strokes: hachures after Lehmann, down the slope from contour to contour, longer and closer where
 * it is steeper; and the small trees of the woods. Kept by block, so that a view takes only the blocks it shows.
 */
import { chainsOf, first, latticeSide, trace, type Edge, type Tracing } from './contour.ts';
import { chunkTiles, latticeStep, riverBed, tileSize, upland, woodland, type Land } from './land.ts';
import { hashAt } from './noise.ts';
import { middleOf } from './outline.ts';
import { Pen } from './pen.ts';

/** Tiles a side of a block, and blocks a side of a chunk. */
export const blockTiles = 4;
export const chunkBlocks = chunkTiles / blockTiles;

const hachureLevels = 12;
const hachureStep = 0.024;
const lowestHachure = upland - 0.014;
/** Height a tile below which ground counts as flat. */
const flatSlope = 0.011;
/** Units between two strokes on the gentlest slope, and what steepness takes off. */
const widestGap = 8;

/** Trees a side of a chunk that is all wood. */
const treeRows = 22;
/** One tree, from the left foot of its crown to the foot of its trunk. */
const tree = 'q3-8 6 0m-3 0v3';

interface Point {
  x: number;
  y: number;
}

/** One pen for each block of a chunk, by rows from its north-west corner. */
class Blocks {
  private readonly pens = Array.from({ length: chunkBlocks * chunkBlocks }, () => new Pen());

  private readonly corner: Point;

  constructor(corner: Point) {
    this.corner = corner;
  }

  at({ x, y }: Point): Pen {
    const size = blockTiles * tileSize;
    const clamp = (place: number): number => Math.max(0, Math.min(chunkBlocks - 1, place));
    const column = clamp(Math.floor((x - this.corner.x) / size));
    const row = clamp(Math.floor((y - this.corner.y) / size) + chunkBlocks);
    return this.pens[row * chunkBlocks + column] ?? new Pen();
  }

  get paths(): string[] {
    return this.pens.map(({ path }) => path);
  }
}

/** Steepness of the cell an edge belongs to, in height a tile. */
function slopeAt({ height }: Land, edge: Edge): number {
  const point = edge >> 1;
  const at = (step: number): number => height[point + step] ?? 0;
  const east = at(1) - at(-1);
  const north = at(latticeSide) - at(-latticeSide);
  return (Math.sqrt(east * east + north * north) * tileSize) / (2 * latticeStep);
}

function isDry(land: Land, point: number, below = -0.4): boolean {
  return (land.lake[point] ?? 0) < below && (land.sea[point] ?? 0) < below;
}

/** Strokes down from one contour, spaced along its curve. */
function hatchContour(
  blocks: Blocks,
  land: Land,
  tracing: Tracing,
  edges: readonly Edge[],
  level: number,
): void {
  let ahead = widestGap * hashAt(edges[0] ?? 0, level, 5);
  for (let index = 0; index < edges.length - 2; index++) {
    const edge = edges[index + 1] ?? 0;
    const a = middleOf(tracing, edges[index] ?? 0, edge);
    const b = middleOf(tracing, edge, edges[index + 2] ?? 0);
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.sqrt(dx * dx + dy * dy);
    const slope = slopeAt(land, edge);
    if (length === 0) continue;
    if (slope < flatSlope || !isDry(land, edge >> 1)) {
      ahead = 0;
      continue;
    }
    const steep = Math.min(1, (slope - flatSlope) / 0.05);
    const gap = widestGap - 3 * steep;
    for (; ahead < length; ahead += gap) {
      const part = ahead / length;
      const chance = hashAt(a.x + Math.floor(ahead), a.y, 6 + level);
      const stroke = (5 + 9 * steep) * (0.75 + 0.5 * chance);
      const sway = (hashAt(a.x, a.y + Math.floor(ahead), 7) - 0.5) * 0.3;
      const x = Math.floor(a.x + dx * part + 0.5);
      const y = Math.floor(a.y + dy * part + 0.5);
      // The lower side is on the right of the direction of travel.
      const downX = (-dy + dx * sway) / length;
      const downY = (dx + dy * sway) / length;
      const pen = blocks.at({ x, y });
      pen.moveTo(x, y);
      pen.lineTo(x + Math.floor(downX * stroke + 0.5), y + Math.floor(downY * stroke + 0.5));
    }
    ahead -= length;
  }
}

/** Hachures of a chunk by block; `corner` is its south-west corner and `origin` the lattice's, in units. */
export function hachures(land: Land, origin: Point, corner: Point): string[] {
  const blocks = new Blocks(corner);
  for (let level = 0; level < hachureLevels; level++) {
    const tracing = trace(land.height, lowestHachure + level * hachureStep, origin);
    for (const { edges, isLoop } of chainsOf(tracing)) {
      const [one, two] = edges;
      const closed = isLoop && one !== undefined && two !== undefined ? [...edges, one, two] : edges;
      hatchContour(blocks, land, tracing, closed, level);
    }
  }
  return blocks.paths;
}

/** A field between its lattice points, at tiles from the chunk's south-west corner. */
function between(field: Float64Array, tileX: number, tileY: number): number {
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
  const blocks = new Blocks(corner);
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
      if (between(land.growth, x, y) < woodland + 0.01) continue;
      if (between(land.lake, x, y) > -0.4 || between(land.sea, x, y) > -0.4) continue;
      if (between(land.height, x, y) > upland) continue;
      if (Math.abs(between(land.river, x, y)) < riverBed) continue;
      const place = { x: corner.x + Math.floor(x * tileSize), y: corner.y - Math.floor(y * tileSize) };
      const pen = blocks.at({ x: place.x, y: place.y - 1 });
      pen.moveTo(place.x, place.y);
      pen.stamp(tree, 3, 3);
    }
  }
  return blocks.paths;
}
