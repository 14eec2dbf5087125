/**
 * Contours of a field over one chunk by marching squares on the lattice: where its edges are crossed and how the
 * crossings follow each other. The inside, where the field is higher, lies on the left.
 */
import { chunkCells, latticeStep } from './land.ts';

/** Rings of cells around the chunk's own, for what bends across its border. */
const ring = 1;
/** Lattice points a row. */
export const latticeSide = chunkCells + 1 + 2 * ring;

/** A contour keeps this part of an edge away from the lattice points. */
const keepOff = 0.15;

const points = latticeSide * latticeSide;
const none = new Int32Array(0);
/** First and last row and column of the chunk itself. */
export const first = ring;
export const last = ring + chunkCells;

/** A crossed lattice edge: `point * 2` goes east from its point, `point * 2 + 1` north. */
export type Edge = number;

export interface Chain {
  edges: Edge[];
  isLoop: boolean;
}

/** The contours of one field at one level: where each edge is crossed, and which crossing follows on which. */
export interface Tracing {
  isIn: (point: number) => boolean;
  /** The edges that have a next one, in order of their cells. */
  crossed: readonly Edge[];
  next: Int32Array;
  previous: Int32Array;
  xs: Int32Array;
  ys: Int32Array;
}

/** Steps from twice the south-west point of a cell to its edges: south, east, north, west. */
const sides = [0, 3, latticeSide * 2, 1] as const;

/** For each of 16 corners' patterns (SW 1, SE 2, NE 4, NW 8): pairs of sides, from and to, the inside on the left. */
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
 * Traces where `field` passes `level`; inside is above it. `origin` is the lattice point (0, 0) in units; cells of
 * which `isOpen` says no are left out.
 */
export function trace(
  field: Float64Array,
  level: number,
  origin: { x: number; y: number },
  isOpen: (point: number) => boolean = () => true,
): Tracing {
  const isIn = (point: number): boolean => (field[point] ?? 0) > level;
  const crossed: Edge[] = [];
  if (field.every((value) => value <= level) || field.every((value) => value > level)) {
    return { isIn, crossed, next: none, previous: none, xs: none, ys: none };
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
    const part = Math.min(1 - keepOff, Math.max(keepOff, (level - a) / (b - a)));
    const along = Math.floor(part * latticeStep + 0.5);
    xs[edge] = origin.x + (point % latticeSide) * latticeStep + (isNorth ? 0 : along);
    ys[edge] = origin.y - Math.floor(point / latticeSide) * latticeStep - (isNorth ? along : 0);
  };
  for (let row = 0; row < latticeSide - 1; row++) {
    for (let column = 0; column < latticeSide - 1; column++) {
      const point = row * latticeSide + column;
      const pattern =
        (isIn(point) ? 1 : 0) |
        (isIn(point + 1) ? 2 : 0) |
        (isIn(point + latticeSide + 1) ? 4 : 0) |
        (isIn(point + latticeSide) ? 8 : 0);
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
  return { isIn, crossed, next, previous, xs, ys };
}

/** Whether the cell crossed from one edge to the other belongs to the chunk. */
function liesInChunk(from: Edge, to: Edge): boolean {
  const a = from >> 1;
  const b = to >> 1;
  // Twice the middle between the two edges' middles: whatever the pair of sides, it lies strictly inside the cell.
  const x = (a % latticeSide) + (b % latticeSide) + (from % 2 === 0 ? 0.5 : 0) + (to % 2 === 0 ? 0.5 : 0);
  const y =
    Math.floor(a / latticeSide) +
    Math.floor(b / latticeSide) +
    (from % 2 === 1 ? 0.5 : 0) +
    (to % 2 === 1 ? 0.5 : 0);
  return x > 2 * first && x < 2 * last && y > 2 * first && y < 2 * last;
}

/** The chains of crossings within the chunk, those that enter it first, each from its first to its last edge. */
export function chainsOf({ crossed, next, previous }: Tracing): Chain[] {
  const chains: Chain[] = [];
  if (crossed.length === 0) return chains;
  const done = new Uint8Array(points * 2);
  const follow = (start: Edge): Edge[] => {
    const edges = [start];
    done[start] = 1;
    for (let edge = start; ;) {
      const to = next[edge] ?? -1;
      if (to < 0 || !liesInChunk(edge, to)) return edges;
      edges.push(to);
      if (to === start) return edges;
      done[to] = 1;
      edge = to;
    }
  };
  for (const pass of ['open', 'loop'] as const) {
    for (const edge of crossed) {
      const to = next[edge] ?? -1;
      if (to < 0 || done[edge] === 1 || !liesInChunk(edge, to)) continue;
      const from = previous[edge] ?? -1;
      const begins = from < 0 || !liesInChunk(from, edge);
      if (pass === 'open' && !begins) continue;
      const edges = follow(edge);
      const isLoop = edges.length > 1 && edges[0] === edges[edges.length - 1];
      if (isLoop) edges.pop();
      chains.push({ edges, isLoop });
    }
  }
  return chains;
}
