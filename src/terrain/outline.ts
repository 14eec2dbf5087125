/**
 * Contours as path data, smoothed through the midpoints of their chords. Neighbouring chunks meet without a seam:
 * fills reach a little past the border, strokes stop where the neighbour goes on.
 */
import { chainsOf, first, last, latticeSide, type Chain, type Edge, type Tracing } from './contour.ts';
import { chunkCells, latticeStep } from './land.ts';
import { Pen } from './pen.ts';

/** How far a fill goes past the border of its chunk, in units. */
const overlap = 3;
const perimeter = 4 * chunkCells;

interface Point {
  x: number;
  y: number;
}

/** The middle between two crossings, in whole units. */
export function middleOf({ xs, ys }: Tracing, a: Edge, b: Edge): Point {
  return { x: ((xs[a] ?? 0) + (xs[b] ?? 0)) >> 1, y: ((ys[a] ?? 0) + (ys[b] ?? 0)) >> 1 };
}

/** Place of an edge on the border, counted anticlockwise from the south-west corner; null for an inner edge. */
function borderPlace(edge: Edge): number | null {
  const column = (edge >> 1) % latticeSide;
  const row = Math.floor((edge >> 1) / latticeSide);
  if (edge % 2 === 0) {
    if (row === first) return column - first;
    return row === last ? 2 * chunkCells + (last - 1 - column) : null;
  }
  if (column === last) return chunkCells + (row - first);
  return column === first ? 3 * chunkCells + (last - 1 - row) : null;
}

/** Border points by the same count, in lattice columns and rows from the chunk's corner. */
function borderPoint(place: number): { column: number; row: number } {
  const at = place % perimeter;
  const along = at % chunkCells;
  if (at < chunkCells) return { column: along, row: 0 };
  if (at < 2 * chunkCells) return { column: chunkCells, row: along };
  if (at < 3 * chunkCells) return { column: chunkCells - along, row: chunkCells };
  return { column: 0, row: chunkCells - along };
}

/** Curves through the crossings of a chain from its second; the pen stands at the middle before the first one. */
function drawChain(pen: Pen, tracing: Tracing, edges: readonly Edge[], after: Edge): void {
  for (const [index, edge] of edges.entries()) {
    const { x, y } = middleOf(tracing, edge, edges[index + 1] ?? after);
    pen.curveTo(tracing.xs[edge] ?? 0, tracing.ys[edge] ?? 0, x, y);
  }
}

function drawLoop(pen: Pen, tracing: Tracing, { edges }: Chain): void {
  const start = edges[0] ?? 0;
  const { x, y } = middleOf(tracing, edges.at(-1) ?? 0, start);
  pen.moveTo(x, y);
  drawChain(pen, tracing, edges, start);
  pen.close();
}

/** The area inside; `corner` is the chunk's south-west corner in units. */
export function fillPath(tracing: Tracing, corner: Point): string {
  const pen = new Pen();
  const chains = chainsOf(tracing);
  const open = chains.filter(({ isLoop }) => !isLoop);
  const toBorder = (place: number): void => {
    const { column, row } = borderPoint(place);
    const push = (at: number): number => (at === 0 ? -overlap : at === chunkCells ? overlap : 0);
    const x = corner.x + column * latticeStep + push(column);
    const y = corner.y - row * latticeStep - push(row);
    if (pen.path === '') pen.moveTo(x, y);
    else pen.lineTo(x, y);
  };
  if (open.length === 0 && tracing.isIn(first * latticeSide + first)) {
    for (let side = 0; side < 4; side++) toBorder(side * chunkCells);
    pen.close();
  }
  const entries = new Map(open.map((chain) => [borderPlace(chain.edges[0] ?? 0), chain]));
  const pending = new Set(open);
  for (const start of open) {
    if (!pending.has(start)) continue;
    for (let chain = start, isFirst = true; pending.delete(chain); isFirst = false) {
      const entry = chain.edges[0] ?? 0;
      const exit = chain.edges.at(-1) ?? 0;
      const before = middleOf(tracing, tracing.previous[entry] ?? 0, entry);
      if (isFirst) pen.moveTo(before.x, before.y);
      else pen.lineTo(before.x, before.y);
      drawChain(pen, tracing, chain.edges, tracing.next[exit] ?? 0);
      const from = (borderPlace(exit) ?? 0) + 1;
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

/** Whether the piece of curve across this edge is drawn by the neighbour: each belongs to the chunk south-west of it. */
function belongsToNeighbour(edge: Edge): boolean {
  const place = borderPlace(edge);
  return place !== null && (place < chunkCells || place >= 3 * chunkCells);
}

/** The lines alone, for a stroke; lines that both begin and end within the chunk are drawn from `shortest` crossings. */
export function strokePath(tracing: Tracing, shortest = 0): string {
  const pen = new Pen();
  for (const chain of chainsOf(tracing)) {
    const isLoose = [chain.edges[0] ?? 0, chain.edges.at(-1) ?? 0].every(
      (edge) => borderPlace(edge) === null,
    );
    if (isLoose && chain.edges.length < shortest) continue;
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
    // A source: the line begins here, nowhere else.
    pen.moveTo(xs[entry] ?? 0, ys[entry] ?? 0);
    const { x, y } = middleOf(tracing, entry, edges[1] ?? exit);
    pen.lineTo(x, y);
  } else {
    const { x, y } = skipsEntry
      ? middleOf(tracing, entry, edges[1] ?? exit)
      : middleOf(tracing, before, entry);
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
