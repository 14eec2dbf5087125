/**
 * Hachures after Lehmann (strokes down the slope, longer and denser on steeper ground) and trees. The path of hachures
 * is the contour: a wide line whose dashes are the strokes (map.css).
 */
import {
  contoursOf,
  latticeStep,
  middleOf,
  numbers,
  partsOf,
  side,
  type Lattice,
  type Point,
} from './contour.ts';
import { riverBed, tileSize, upland, woodland } from './land.ts';
import { hashAt } from './noise.ts';

const hachureLevels = 12;
const hachureStep = 0.024;
const lowestHachure = upland - 0.014;
/** In height per tile, of gentle, middling and steep ground; below them it is flat. */
const slopeLimits = [0.011, 0.028, 0.044];

/** Negative is the distance from the shore in tiles. */
const maxDepth = -0.4;
/** From the left end of the crown to the foot of the trunk, and the foot relative to the start. */
const tree = 'q3-8 6 0m-3 0v3';
const treeFoot = 3;
/** Part of a wood without trees. */
const clearing = 0.16;

/** From 0 to 2; -1 for flat or wet ground. */
function steepnessAt({ land, indexAt }: Lattice, position: Point): number {
  const index = indexAt(position);
  const at = (step: number): number => land[index + step]?.height ?? 0;
  const [east, north] = [at(1) - at(-1), at(side) - at(-side)];
  const slope = (Math.sqrt(east * east + north * north) * tileSize) / (2 * latticeStep);
  const isDry = (land[index]?.water ?? 0) < maxDepth;
  return isDry ? slopeLimits.filter((limit) => slope >= limit).length - 1 : -1;
}

/** From gentle to steep slopes. */
export function hachures(lattice: Lattice): string[] {
  const paths = slopeLimits.map(() => '');
  const hatch = (points: readonly Point[]): void => {
    let last = -1;
    for (let index = 1; index < points.length - 1; index += 2) {
      const [before, first, second, after] = points.slice(index - 1, index + 3) as [
        Point,
        Point,
        Point,
        Point?,
      ];
      const steepness = steepnessAt(lattice, first);
      const start = middleOf(before, first);
      const end = after === undefined ? middleOf(first, second) : middleOf(second, after);
      if (steepness >= 0)
        paths[steepness] =
          (paths[steepness] ?? '') +
          (steepness === last ? '' : `M${numbers(start.x, start.y)}`) +
          `l${numbers(end.x - start.x, end.y - start.y)}`;
      last = steepness;
    }
  };
  for (let level = 0; level < hachureLevels; level++)
    for (const contour of contoursOf(lattice, 'height', lowestHachure + level * hachureStep))
      partsOf(contour, lattice.isOwn).forEach(hatch);
  return paths;
}

/** One near each lattice point, in ragged rows. */
export function trees({ land, toPoint, isOwn }: Lattice): string {
  let path = '';
  let foot: Point = { x: 0, y: 0 };
  land.forEach(({ growth, water, height, river }, index) => {
    const [column, row] = [index % side, Math.floor(index / side)];
    const own = toPoint(column, row);
    const chance = (seed: number): number => hashAt(own.x, own.y, seed);
    if (!isOwn(own) || growth < woodland + 0.01 || water > maxDepth || height > upland) return;
    if (Math.abs(river) < riverBed || chance(93) < clearing) return;
    const isOddRow = own.y % (2 * latticeStep) !== 0;
    const { x, y } = toPoint(
      column + 0.5 * (chance(91) - 0.5) + (isOddRow ? 0.25 : -0.25),
      row + 0.5 * (chance(92) - 0.5),
    );
    path += `${path === '' ? 'M' : 'm'}${numbers(x - foot.x, y - foot.y)}${tree}`;
    foot = { x: x + treeFoot, y: y + treeFoot };
  });
  return path;
}
