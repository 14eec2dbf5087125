/**
 * Contours of a field over one chunk by marching squares on the lattice: the crossed edges and the order of the
 * crossings. The inside, where the field is higher, is on the left.
 */
import { chunkCells, latticeStep } from './land.ts';

/** Rings of extra cells around the chunk, so that curves that cross its border are the same in both chunks. */
const ring = 2;
/** Lattice points per row. */
export const latticeSide = chunkCells + 1 + 2 * ring;

/** Minimum distance of a crossing from the lattice points, as a fraction of the edge. */
const edgeMargin = 0.15;

const points = latticeSide * latticeSide;
/** First and last row and column of the chunk itself. */
export const first = ring;
export const last = ring + chunkCells;

/** A lattice edge: `point * 2` goes east from its point, `point * 2 + 1` north. */
export type Edge = number;

/** The contours of one field at one level: the position of each crossing and the order of the crossings. */
export type Tracing = ReturnType<typeof trace>;

/** Offsets from twice the south-west point of a cell to its edges: south, east, north, west. */
const sides = [0, 3, latticeSide * 2, 1] as const;

/** Pairs of sides (from, to; inside on the left) for each of the 16 corner patterns (SW 1, SE 2, NE 4, NW 8). */
const turns: readonly (readonly number[])[] = [
  [],
  [0, 3],
  [1, 0],
  [1, 3],
  [2, 1],
  [0, 3, 2, 1],
  [2, 0],
  [2, 3],
  [3, 2],
  [0, 2],
  [1, 0, 3, 2],
  [1, 2],
  [3, 1],
  [0, 1],
  [3, 0],
  [],
];

/** Whether a point is in the outermost row or column of the lattice. */
function isOutermost(point: number): boolean {
  const [column, row] = [point % latticeSide, Math.floor(point / latticeSide)];
  return Math.min(column, row) === 0 || Math.max(column, row) === latticeSide - 1;
}

/** Whether an edge leads to an outermost point. */
export function isOuter(edge: Edge): boolean {
  const point = edge >> 1;
  return isOutermost(point) || isOutermost(point + (edge % 2 === 1 ? latticeSide : 1));
}

/** A field that is outside in the outermost points, so that all its contours are closed. */
export function enclose(field: Float64Array): Float64Array {
  return field.map((value, point) => (isOutermost(point) ? -1e9 : value));
}

/**
 * Traces the contours of `field` at `level`; inside is above it. `origin` is the position of lattice point (0, 0)
 * in units. Cells for which `isOpen` is false are skipped.
 */
export function trace(
  field: Float64Array,
  level: number,
  origin: { x: number; y: number },
  isOpen: (point: number) => boolean = () => true,
) {
  const isInside = (point: number): boolean => (field[point] ?? 0) > level;
  /** The edges that have a next edge, in order of their cells. */
  const crossed: Edge[] = [];
  /** Negative without a neighbour. */
  const next = new Int32Array(points * 2).fill(-1);
  const previous = new Int32Array(points * 2).fill(-1);
  const xs = new Int32Array(points * 2);
  const ys = new Int32Array(points * 2);
  const cross = (edge: Edge): void => {
    const point = edge >> 1;
    const isNorth = edge % 2 === 1;
    const a = field[point] ?? 0;
    const b = field[point + (isNorth ? latticeSide : 1)] ?? 0;
    const fraction = Math.min(1 - edgeMargin, Math.max(edgeMargin, (level - a) / (b - a)));
    // Even, so that the midpoints of chords are whole and their curves smooth (see Pen).
    const along = 2 * Math.floor((fraction * latticeStep) / 2 + 0.5);
    xs[edge] = origin.x + (point % latticeSide) * latticeStep + (isNorth ? 0 : along);
    ys[edge] = origin.y - Math.floor(point / latticeSide) * latticeStep - (isNorth ? along : 0);
  };
  for (let row = 0; row < latticeSide - 1; row++) {
    for (let column = 0; column < latticeSide - 1; column++) {
      const point = row * latticeSide + column;
      const pattern =
        (isInside(point) ? 1 : 0) |
        (isInside(point + 1) ? 2 : 0) |
        (isInside(point + latticeSide + 1) ? 4 : 0) |
        (isInside(point + latticeSide) ? 8 : 0);
      const turn = turns[pattern] ?? [];
      if (turn.length === 0 || !isOpen(point)) continue;
      for (let index = 0; index < turn.length; index += 2) {
        const from = point * 2 + sides[turn[index] as 0 | 1 | 2 | 3];
        const to = point * 2 + sides[turn[index + 1] as 0 | 1 | 2 | 3];
        cross(from);
        cross(to);
        crossed.push(from);
        next[from] = to;
        previous[to] = from;
      }
    }
  }
  return { crossed, next, previous, xs, ys };
}

/** Whether an edge belongs to the chunk. Those on its north and east border belong to the neighbours. */
function isOwn(edge: Edge): boolean {
  const [column, row] = [(edge >> 1) % latticeSide, Math.floor((edge >> 1) / latticeSide)];
  return Math.min(column, row) >= first && Math.max(column, row) < last;
}

/** The runs of crossings on these edges, first open ones, then loops; each from its first to its last edge. */
export function runsOf(
  { crossed, next, previous }: Tracing,
  isPart: (edge: Edge) => boolean = isOwn,
): { edges: Edge[]; isLoop: boolean }[] {
  const rest = new Set(crossed.flatMap((edge) => [edge, next[edge] ?? -1]).filter(isPart));
  const follow = (start: Edge): Edge[] => {
    const edges: Edge[] = [];
    for (let edge = start; rest.delete(edge); edge = next[edge] ?? -1) edges.push(edge);
    return edges;
  };
  const starts = [...rest].filter((edge) => !rest.has(previous[edge] ?? -1));
  const open = starts.map((edge) => ({ edges: follow(edge), isLoop: false }));
  const loops = [...rest].flatMap((edge) => (rest.has(edge) ? [{ edges: follow(edge), isLoop: true }] : []));
  return [...open, ...loops];
}
