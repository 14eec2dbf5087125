/**
 * One chunk of the decorative land as SVG path data. It depends on its position and the world's radius only, and
 * is the same on the server and in every browser.
 */
import { enclose, first, latticeSide, trace } from './contour.ts';
import { labelsOf } from './labels.ts';
import {
  chunkCells,
  chunkTiles,
  highland,
  latticeStep,
  surveyLand,
  tileSize,
  upland,
  woodland,
  type Land,
} from './land.ts';
import { fillPath, strokePath } from './outline.ts';
import { hachures, trees } from './strokes.ts';

/** `full` includes hachures and trees; `plain` omits them, for distant views. */
export type TerrainDetail = 'full' | 'plain';

export type TerrainChunk = ReturnType<typeof terrainChunk>;

/** Distances of the lines in the water from the shore, in tiles. */
const waterlineDepths = [0.42, 0.95, 1.65];
/** Maximum height at which a river is drawn, and at which it is broad. */
const maxRiverHeight = 0.55;
const maxBroadRiverHeight = 0.44;
/** Minimum number of crossings of a river that begins and ends in one chunk; shorter ones are not drawn. */
const minRiverLength = 7;

/** Whether the cell north-east of a point is below a height and not entirely sea. */
function isBelow({ height, sea }: Land, limit: number): (point: number) => boolean {
  const steps = [0, 1, latticeSide, latticeSide + 1];
  return (point) =>
    steps.every((step) => (height[point + step] ?? 0) < limit) &&
    steps.some((step) => (sea[point + step] ?? 0) < 0);
}

/**
 * The chunk of tiles from (cx * chunkTiles, cy * chunkTiles) to the north-east, in a world of this radius. A plain
 * chunk omits hachures and trees and takes a third of the time.
 */
export function terrainChunk(cx: number, cy: number, worldRadius: number, detail: TerrainDetail = 'full') {
  const left = cx * chunkCells - first;
  const bottom = cy * chunkCells - first;
  const land = surveyLand(left, bottom, latticeSide, worldRadius);
  const origin = { x: left * latticeStep, y: -bottom * latticeStep };
  const corner = { x: cx * chunkTiles * tileSize, y: -cy * chunkTiles * tileSize };
  const fill = (field: Float64Array, level: number): string => fillPath(trace(enclose(field), level, origin));
  const line = (field: Float64Array, level: number): string => strokePath(trace(field, level, origin));
  const water = land.sea.map((depth, point) => Math.max(depth, land.lake[point] ?? 0));
  const river = trace(land.river, 0, origin, isBelow(land, maxRiverHeight));
  // Paths in units of the world drawing; an empty string without content.
  return {
    wood: fill(land.growth, woodland),
    /** The two tints of upland. */
    h1: fill(land.height, upland),
    h2: fill(land.height, highland),
    /** The full course of rivers, and their broad lower parts. */
    river: strokePath(river, minRiverLength),
    broadRiver: strokePath(trace(land.river, 0, origin, isBelow(land, maxBroadRiverHeight)), minRiverLength),
    sea: fill(land.sea, 0),
    lakes: fill(land.lake, 0),
    /** Lines in the water parallel to the shore, from the shore outward. */
    waterlines: waterlineDepths.map((depth) => line(water, depth)),
    shore: line(water, 0),
    /**
     * By block of 4 x 4 tiles, in rows from the north-west corner; empty in a plain chunk. Hachures from gentle to
     * steep slopes.
     */
    hachures: detail === 'plain' ? [] : hachures(land, origin, corner),
    trees: detail === 'plain' ? [] : trees(land, corner),
    labels: labelsOf(cx, cy, worldRadius, land, river),
  };
}
