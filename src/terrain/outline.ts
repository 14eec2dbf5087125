/**
 * Contours as path data, smoothed through the midpoints of their chords. Neighbouring chunks join without a seam: a fill
 * extends past the border over a ring of cells that both chunks draw alike, and each crossing of a line belongs to one chunk.
 */
import { isOuter, runsOf, type Edge, type Tracing } from './contour.ts';
import { Pen } from './pen.ts';

/** The midpoint between two crossings, in whole units; at the end of a line, the crossing itself. */
export function midpointOf({ xs, ys }: Tracing, a: Edge, b: Edge): { x: number; y: number } {
  const [from, to] = [a < 0 ? b : a, b < 0 ? a : b];
  return { x: ((xs[from] ?? 0) + (xs[to] ?? 0)) >> 1, y: ((ys[from] ?? 0) + (ys[to] ?? 0)) >> 1 };
}

/** Path of the area inside an enclosed field. */
export function fillPath(tracing: Tracing): string {
  const { next, previous, xs, ys } = tracing;
  const pen = new Pen();
  const lineTo = (isFirst: boolean, { x, y }: { x: number; y: number }): void => {
    if (isFirst) pen.moveTo(x, y);
    else pen.lineTo(x, y);
  };
  for (const { edges } of runsOf(tracing, () => true)) {
    let isFirst = true;
    for (const edge of edges) {
      const [before, after] = [previous[edge] ?? -1, next[edge] ?? -1];
      const [x, y] = [xs[edge] ?? 0, ys[edge] ?? 0];
      if (!isOuter(edge)) {
        lineTo(isFirst, midpointOf(tracing, before, edge));
        const end = midpointOf(tracing, edge, after);
        pen.curveTo(x, y, end.x, end.y);
      } else if ((xs[before] !== x || xs[after] !== x) && (ys[before] !== y || ys[after] !== y)) {
        lineTo(isFirst, { x, y });
      } else continue;
      isFirst = false;
    }
    pen.close();
  }
  return pen.path;
}

/** Path of the lines for a stroke. A line that begins and ends in the chunk needs at least `minCrossings` crossings. */
export function strokePath(tracing: Tracing, minCrossings = 0): string {
  const { next, previous, xs, ys } = tracing;
  const pen = new Pen();
  for (const { edges, isLoop } of runsOf(tracing)) {
    const [entry = 0, exit = 0] = [edges[0], edges.at(-1)];
    const before = previous[entry] ?? -1;
    if (before < 0 && (next[exit] ?? -1) < 0 && edges.length < minCrossings) continue;
    const start = midpointOf(tracing, before, entry);
    pen.moveTo(start.x, start.y);
    for (const edge of edges) {
      const end = midpointOf(tracing, edge, next[edge] ?? -1);
      pen.curveTo(xs[edge] ?? 0, ys[edge] ?? 0, end.x, end.y);
    }
    if (isLoop) pen.close();
  }
  return pen.path;
}
