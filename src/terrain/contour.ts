/**
 * Contours of a field over one chunk by marching squares on the lattice: the crossed edges and the order of the
 * crossings. The inside, where the field is higher, is on the left.
 */
import { chunkCells, latticeStep } from './land.ts';

/** Rings of extra cells around the chunk, needed for curves that cross its border. */
const ring = 1;
/** Lattice points per row. */
export const latticeSide = chunkCells + 1 + 2 * ring;

/** Minimum distance of a crossing from the lattice points, as a fraction of the edge. */
const edgeMargin = 0.15;

const points = latticeSide * latticeSide;
const emptyArray = new Int32Array(0);
/** First and last row and column of the chunk itself. */
export const first = ring;
export const last = ring + chunkCells;

/** A lattice edge: `point * 2` goes east from its point, `point * 2 + 1` north. */
export type Edge = number;

export interface Chain {
  edges: Edge[];
  isLoop: boolean;
}

/** The contours of one field at one level: the position of each crossing and the order of the crossings. */
export interface Tracing {
  isInside: (point: number) => boolean;
  /** The edges that have a next edge, in order of their cells. */
  crossed: readonly Edge[];
  next: Int32Array;
  previous: Int32Array;
  xs: Int32Array;
  ys: Int32Array;
}

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

/**
 * Traces the contours of `field` at `level`; inside is above it. `origin` is the position of lattice point (0, 0)
 * in units. Cells for which `isOpen` is false are skipped.
 */
export function trace(
  field: Float64Array,
  level: number,
  origin: { x: number; y: number },
  isOpen: (point: number) => boolean = () => true,
): Tracing {
  const isInside = (point: number): boolean => (field[point] ?? 0) > level;
  const crossed: Edge[] = [];
  if (field.every((value) => value <= level) || field.every((value) => value > level)) {
    return { isInside, crossed, next: emptyArray, previous: emptyArray, xs: emptyArray, ys: emptyArray };
  }
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
    const along = Math.floor(fraction * latticeStep + 0.5);
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
  return { isInside, crossed, next, previous, xs, ys };
}

/** Whether the cell between two of its edges belongs to the chunk. */
function isInChunk(from: Edge, to: Edge): boolean {
  const a = from >> 1;
  const b = to >> 1;
  // Twice the midpoint between the midpoints of both edges. It is strictly inside the cell for every pair of sides.
  const x = (a % latticeSide) + (b % latticeSide) + (from % 2 === 0 ? 0.5 : 0) + (to % 2 === 0 ? 0.5 : 0);
  const y =
    Math.floor(a / latticeSide) +
    Math.floor(b / latticeSide) +
    (from % 2 === 1 ? 0.5 : 0) +
    (to % 2 === 1 ? 0.5 : 0);
  return x > 2 * first && x < 2 * last && y > 2 * first && y < 2 * last;
}

/** The chains of crossings within the chunk: first open chains, then loops; each from its first to its last edge. */
export function chainsOf({ crossed, next, previous }: Tracing): Chain[] {
  const chains: Chain[] = [];
  if (crossed.length === 0) return chains;
  const done = new Uint8Array(points * 2);
  const follow = (start: Edge): Edge[] => {
    const edges = [start];
    done[start] = 1;
    for (let edge = start; ;) {
      const to = next[edge] ?? -1;
      if (to < 0 || !isInChunk(edge, to)) return edges;
      edges.push(to);
      if (to === start) return edges;
      done[to] = 1;
      edge = to;
    }
  };
  for (const pass of ['open', 'loop'] as const) {
    for (const edge of crossed) {
      const to = next[edge] ?? -1;
      if (to < 0 || done[edge] === 1 || !isInChunk(edge, to)) continue;
      const from = previous[edge] ?? -1;
      const isStart = from < 0 || !isInChunk(from, edge);
      if (pass === 'open' && !isStart) continue;
      const edges = follow(edge);
      const isLoop = edges.length > 1 && edges[0] === edges[edges.length - 1];
      if (isLoop) edges.pop();
      chains.push({ edges, isLoop });
    }
  }
  return chains;
}
