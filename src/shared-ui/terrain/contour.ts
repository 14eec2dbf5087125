/**
 * The fields of one chunk on a lattice, and their contours as smooth paths. Chunks join without a seam: a fill extends
 * past the border over cells that both draw alike, and a point of a line belongs to one chunk.
 */
import { contours } from 'd3-contour';
import { chunkTiles, landAt, tileSize, type Land } from './land.ts';

/** In units; y points down. */
export interface Point {
  x: number;
  y: number;
}

/** In units. */
export const latticeStep = 16;
const chunkUnits = chunkTiles * tileSize;
const chunkCells = chunkUnits / latticeStep;
/** Rings of extra cells. */
const ring = 2;
/** Lattice points per row. */
export const side = chunkCells + 1 + 2 * ring;
const reach = 0.5 + latticeStep / chunkUnits;
const tracer = contours().size([side, side]);

export type Lattice = ReturnType<typeof sampleChunk>;

/** In rows from south to north. */
export function sampleChunk(cx: number, cy: number, worldRadius: number) {
  const [left, bottom] = [cx * chunkCells - ring, cy * chunkCells - ring];
  const unit = latticeStep / tileSize;
  return {
    land: Array.from({ length: side * side }, (_, index) =>
      landAt((left + (index % side)) * unit, (bottom + Math.floor(index / side)) * unit, worldRadius),
    ),
    /** In even units, so that the middles of chords are whole. */
    toPoint: (column: number, row: number): Point => ({
      x: 2 * Math.round(((left + column) * latticeStep) / 2),
      y: -2 * Math.round(((bottom + row) * latticeStep) / 2),
    }),
    /** The point at a position, or the nearest to its south-west. */
    indexAt: ({ x, y }: Point): number =>
      Math.floor(x / latticeStep) - left + side * (Math.floor(-y / latticeStep) - bottom),
    isOwn: ({ x, y }: Point): boolean =>
      Math.floor(x / chunkUnits) === cx && Math.floor(-y / chunkUnits) === cy,
    /** Less than a cell away from the chunk, where all contours are complete. */
    isInside: ({ x, y }: Point): boolean =>
      Math.abs(x / chunkUnits - cx - 0.5) < reach && Math.abs(-y / chunkUnits - cy - 0.5) < reach,
  };
}

/** By lattice point. */
const isOutermost = Array.from({ length: side * side }, (_, index) =>
  [index % side, Math.floor(index / side)].some((coordinate) => coordinate === 0 || coordinate === side - 1),
);

/** Closed. The outermost lattice points count as below the level. */
export function contoursOf({ land, toPoint }: Lattice, field: keyof Land, level: number): Point[][] {
  if (land.every((point) => point[field] < level)) return [];
  const values = land.map((point, index) => (isOutermost[index] === true ? -1e9 : point[field]));
  const rings = tracer.contour(values, level).coordinates.flat();
  return rings.map((points) => points.slice(1).map(([x = 0, y = 0]) => toPoint(x - 0.5, y - 0.5)));
}

/** Parts of a closed contour, each with the point before it and the one after it. */
export function partsOf(contour: readonly Point[], isPart: (point: Point) => boolean): Point[][] {
  const at = (index: number): Point => contour.at(index % contour.length) ?? { x: 0, y: 0 };
  if (contour.every(isPart)) return [[at(-1), ...contour, at(0)]];
  return contour.flatMap((point, start) => {
    if (!isPart(point) || isPart(at(start - 1))) return [];
    let length = 1;
    while (isPart(at(start + length))) length++;
    return [Array.from({ length: length + 2 }, (_, index) => at(start + index - 1))];
  });
}

/** Without blanks that a path does not need. */
export function numbers(...values: readonly number[]): string {
  return values.join(' ').replaceAll(' -', '-');
}

export function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** Smooth, from the middle of the first two control points to that of the last two. */
function curve(points: readonly Point[]): string {
  const middles = points.slice(1).map((point, index) => middleOf(points[index] ?? point, point));
  return middles.reduce((path, { x, y }, index) => {
    const [from, control] = [middles[index - 1], points[index]];
    if (from === undefined || control === undefined) return `M${numbers(x, y)}`;
    // The control points of further curves follow from the first.
    const start = index === 1 ? `q${numbers(control.x - from.x, control.y - from.y)} ` : 't';
    return path + start + numbers(x - from.x, y - from.y);
  }, '');
}

export function linePath(parts: readonly Point[][]): string {
  return parts.map(curve).join('');
}
