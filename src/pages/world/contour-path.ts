/** The area in which a field on a lattice exceeds a level, as a smooth path. */
import { contours } from 'd3-contour';
import { linePath, partsOf, type Point } from '../../shared-ui/terrain/contour.ts';

interface Field {
  /** In rows. */
  values: readonly number[];
  width: number;
  height: number;
  /** The lattice point (0, 0) is at (0.5, 0.5). */
  toPoint: (column: number, row: number) => Point;
}

/** In even units, so that the middles of chords are whole. */
export const evenPoint = (x: number, y: number): Point => ({
  x: 2 * Math.round(x / 2),
  y: 2 * Math.round(y / 2),
});

export function contourPath({ values, width, height, toPoint }: Field, level: number): string {
  const rings = contours()
    .size([width, height])
    .contour([...values], level)
    .coordinates.flat();
  const lines = rings.map((ring) => ring.slice(1).map(([x = 0, y = 0]) => toPoint(x, y)));
  return linePath(lines.flatMap((line) => partsOf(line, () => true)));
}
