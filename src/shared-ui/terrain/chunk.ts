/** One chunk of the decorative land as SVG path data, which follows from its position and the world's radius only. */
import { contoursOf, linePath, partsOf, sampleChunk, type Point } from './contour.ts';
import { labelsOf } from './labels.ts';
import { highland, upland, woodland, type Land } from './land.ts';
import { hachures, trees } from './strokes.ts';

/** `full` includes hachures and trees; `plain` is for distant views. */
export type TerrainDetail = 'full' | 'plain';

export type TerrainChunk = ReturnType<typeof terrainChunk>;

/** From the shore, in tiles. */
const waterlineDepths = [0.42, 0.95, 1.65];
/** Maximum heights of a river, and of its broad part. */
const maxRiverHeight = 0.55;
const maxBroadRiverHeight = 0.44;
/** A river that begins and ends in one chunk has at least so many points. */
const minRiverPoints = 7;

/** The chunk extends from tile (cx * chunkTiles, cy * chunkTiles) to the north-east. */
export function terrainChunk(cx: number, cy: number, worldRadius: number, detail: TerrainDetail = 'full') {
  const lattice = sampleChunk(cx, cy, worldRadius);
  const { isOwn } = lattice;
  const line = (field: keyof Land, level: number, isPart: (point: Point) => boolean): string =>
    linePath(contoursOf(lattice, field, level).flatMap((contour) => partsOf(contour, isPart)));
  const fill = (field: keyof Land, level: number): string => line(field, level, () => true);
  const course = contoursOf(lattice, 'river', 0);
  const riverBelow = (limit: number): Point[][] => {
    const isRiver = (point: Point): boolean => {
      const { height, sea } = lattice.land[lattice.indexAt(point)] ?? { height: 1, sea: 0 };
      return isOwn(point) && height < limit && sea < 0;
    };
    const isLong = (part: Point[]): boolean =>
      part.length - 2 >= minRiverPoints || [part.at(0), part.at(-1)].some((end) => end && !isOwn(end));
    return course.flatMap((contour) => partsOf(contour, isRiver)).filter(isLong);
  };
  const river = riverBelow(maxRiverHeight);
  // In units of the drawing; empty without content.
  return {
    wood: fill('growth', woodland),
    /** The two tints of upland. */
    h1: fill('height', upland),
    h2: fill('height', highland),
    /** The full course, and the broad lower parts. */
    river: linePath(river),
    broadRiver: linePath(riverBelow(maxBroadRiverHeight)),
    sea: fill('sea', 0),
    lakes: fill('lake', 0),
    /** Parallel to the shore, outward. */
    waterlines: waterlineDepths.map((depth) => line('water', depth, isOwn)),
    shore: line('water', 0, isOwn),
    /** Empty in a plain chunk. Hachures are from gentle to steep slopes. */
    hachures: detail === 'plain' ? [] : hachures(lattice),
    trees: detail === 'plain' ? '' : trees(lattice),
    labels: labelsOf(cx, cy, worldRadius, lattice, river),
  };
}
