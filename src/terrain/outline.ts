/**
 * Contours as path data, smoothed through the midpoints of their chords. Neighbouring chunks join without a seam:
 * fills extend slightly past the border, strokes end where the neighbour's begin.
 */
import { chainsOf, first, last, latticeSide, type Chain, type Edge, type Tracing } from './contour.ts';
import { chunkCells, latticeStep } from './land.ts';
import { Pen } from './pen.ts';

/** Extension of a fill past the border of its chunk, in units. */
const overlap = 3;
const perimeter = 4 * chunkCells;

interface Point {
  x: number;
  y: number;
}

/** The midpoint between two crossings, in whole units. */
export function midpointOf({ xs, ys }: Tracing, a: Edge, b: Edge): Point {
  return { x: ((xs[a] ?? 0) + (xs[b] ?? 0)) >> 1, y: ((ys[a] ?? 0) + (ys[b] ?? 0)) >> 1 };
}

/** Index of an edge on the border, counted anticlockwise from the south-west corner; null for an inner edge. */
function borderIndex(edge: Edge): number | null {
  const column = (edge >> 1) % latticeSide;
  const row = Math.floor((edge >> 1) / latticeSide);
  if (edge % 2 === 0) {
    if (row === first) return column - first;
    return row === last ? 2 * chunkCells + (last - 1 - column) : null;
  }
  if (column === last) return chunkCells + (row - first);
  return column === first ? 3 * chunkCells + (last - 1 - row) : null;
}

/** The border point with this index, in lattice columns and rows from the chunk's south-west corner. */
function borderPoint(place: number): { column: number; row: number } {
  const at = place % perimeter;
  const along = at % chunkCells;
  if (at < chunkCells) return { column: along, row: 0 };
  if (at < 2 * chunkCells) return { column: chunkCells, row: along };
  if (at < 3 * chunkCells) return { column: chunkCells - along, row: chunkCells };
  return { column: 0, row: chunkCells - along };
}

/** Draws curves through the crossings of a chain. The pen must be at the midpoint before the first crossing. */
function drawChain(pen: Pen, tracing: Tracing, edges: readonly Edge[], after: Edge): void {
  for (const [index, edge] of edges.entries()) {
    const { x, y } = midpointOf(tracing, edge, edges[index + 1] ?? after);
    pen.curveTo(tracing.xs[edge] ?? 0, tracing.ys[edge] ?? 0, x, y);
  }
}

function drawLoop(pen: Pen, tracing: Tracing, { edges }: Chain): void {
  const start = edges[0] ?? 0;
  const { x, y } = midpointOf(tracing, edges.at(-1) ?? 0, start);
  pen.moveTo(x, y);
  drawChain(pen, tracing, edges, start);
  pen.close();
}

/** Path of the area inside; `corner` is the chunk's south-west corner in units. */
export function fillPath(tracing: Tracing, corner: Point): string {
  const pen = new Pen();
  const chains = chainsOf(tracing);
  const open = chains.filter(({ isLoop }) => !isLoop);
  const toBorder = (place: number): void => {
    const { column, row } = borderPoint(place);
    const overhang = (at: number): number => (at === 0 ? -overlap : at === chunkCells ? overlap : 0);
    const x = corner.x + column * latticeStep + overhang(column);
    const y = corner.y - row * latticeStep - overhang(row);
    if (pen.path === '') pen.moveTo(x, y);
    else pen.lineTo(x, y);
  };
  if (open.length === 0 && tracing.isInside(first * latticeSide + first)) {
    for (let side = 0; side < 4; side++) toBorder(side * chunkCells);
    pen.close();
  }
  const entries = new Map(open.map((chain) => [borderIndex(chain.edges[0] ?? 0), chain]));
  const pending = new Set(open);
  for (const start of open) {
    if (!pending.has(start)) continue;
    for (let chain = start, isFirst = true; pending.delete(chain); isFirst = false) {
      const entry = chain.edges[0] ?? 0;
      const exit = chain.edges.at(-1) ?? 0;
      const before = midpointOf(tracing, tracing.previous[entry] ?? 0, entry);
      if (isFirst) pen.moveTo(before.x, before.y);
      else pen.lineTo(before.x, before.y);
      drawChain(pen, tracing, chain.edges, tracing.next[exit] ?? 0);
      const from = (borderIndex(exit) ?? 0) + 1;
      let to = from;
      while (!entries.has(to % perimeter)) to++;
      for (let place = from; place <= to; place++) {
        if (place === from || place === to || place % chunkCells === 0) toBorder(place);
      }
      chain = entries.get(to % perimeter) ?? chain;
    }
    pen.close();
  }
  for (const chain of chains) if (chain.isLoop) drawLoop(pen, tracing, chain);
  return pen.path;
}

/** Whether the neighbour draws the curve across this edge. Edges on the south and west border belong to it. */
function belongsToNeighbour(edge: Edge): boolean {
  const place = borderIndex(edge);
  return place !== null && (place < chunkCells || place >= 3 * chunkCells);
}

/** Path of the lines for a stroke. Lines with both ends within the chunk need at least `minCrossings` crossings. */
export function strokePath(tracing: Tracing, minCrossings = 0): string {
  const pen = new Pen();
  for (const chain of chainsOf(tracing)) {
    const endsInside = [chain.edges[0] ?? 0, chain.edges.at(-1) ?? 0].every(
      (edge) => borderIndex(edge) === null,
    );
    if (endsInside && chain.edges.length < minCrossings) continue;
    if (chain.isLoop) drawLoop(pen, tracing, chain);
    else drawLine(pen, tracing, chain.edges);
  }
  return pen.path;
}

function drawLine(pen: Pen, tracing: Tracing, edges: readonly Edge[]): void {
  const { next, previous, xs, ys } = tracing;
  const entry = edges[0] ?? 0;
  const exit = edges.at(-1) ?? 0;
  const before = previous[entry] ?? -1;
  const after = next[exit] ?? -1;
  const skipsEntry = before < 0 || belongsToNeighbour(entry);
  const skipsExit = after < 0 || belongsToNeighbour(exit);
  if (before < 0) {
    // The source of a river: the line begins exactly at this crossing.
    pen.moveTo(xs[entry] ?? 0, ys[entry] ?? 0);
    const { x, y } = midpointOf(tracing, entry, edges[1] ?? exit);
    pen.lineTo(x, y);
  } else {
    const { x, y } = skipsEntry
      ? midpointOf(tracing, entry, edges[1] ?? exit)
      : midpointOf(tracing, before, entry);
    pen.moveTo(x, y);
  }
  drawChain(
    pen,
    tracing,
    edges.slice(skipsEntry ? 1 : 0, skipsExit ? -1 : undefined),
    skipsExit ? exit : after,
  );
  if (after < 0) pen.lineTo(xs[exit] ?? 0, ys[exit] ?? 0);
}
