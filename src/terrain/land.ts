/**
 * The lie of the land: height, water, wood and rivers as fields over tiles, and a patch of them on a lattice.
 * Decoration only: no rule of the game reads it, and a city may stand anywhere inside the radius.
 */
import { layeredNoise, smoothNoise } from './noise.ts';

/** SVG units a tile; the centre of tile (x, y) lies at (x * tileSize, -y * tileSize). */
export const tileSize = 24;
/** Tiles a side of a chunk. */
export const chunkTiles = 16;

/** Units between two points of the lattice the land is surveyed on; points a side of a chunk. */
export const latticeStep = 16;
export const chunkCells = (chunkTiles * tileSize) / latticeStep;

/** Height above which land is drawn as upland, and as high upland. */
export const upland = 0.565;
export const highland = 0.655;
/** Growth above which land is drawn as wood. */
export const woodland = 0.56;
/** Half-width of what counts as the bed of a river, in the unit of its field. */
export const riverBed = 0.012;

/** The land keeps at least this many tiles beyond the radius. */
const shelf = 2.6;

/** Signed field whose zero line is the bed of the rivers. */
function riverField(x: number, y: number): number {
  const course = smoothNoise(x / 53 + 3.1, y / 53 - 8.4, 401) + 0.3 * smoothNoise(x / 17, y / 17, 402);
  return course - 0.65 + 0.11 * (smoothNoise(x / 5.3, y / 5.3, 403) - 0.5);
}

/**
 * Height 0 to 1. Along the zero line of the river field lie valleys, where there is a river, and ridges between
 * them: so the rivers rise among hills and never close to rings.
 */
function heightField(x: number, y: number, river: number): number {
  const range = smoothNoise(x / 61 - 4.2, y / 61 + 1.7, 11) - 0.5;
  const folds = layeredNoise(x / 17, y / 17, 21, 4);
  const near = Math.max(0, 1 - Math.abs(river) / 0.13);
  const valley = Math.max(-1, Math.min(1, (smoothNoise(x / 21 + 1.3, y / 21, 12) - 0.42) * 5));
  return folds + 0.24 * range - 0.17 * near * near * valley;
}

/** Depth of a lake in tiles from its shore, about; negative is dry. Lakes are rare hollows. */
function lakeField(x: number, y: number, height: number): number {
  const hollow = smoothNoise(x / 13 + 7.7, y / 13 + 2.9, 61) + 0.3 * layeredNoise(x / 4.1, y / 4.1, 62, 2);
  return (0.215 - hollow) * 9 - 20 * Math.max(0, height - upland + 0.05);
}

/** Tiles out from the coast, about; negative is land. The coast wanders 3 to 11 tiles beyond the radius. */
function coastField(x: number, y: number, worldRadius: number): number {
  const out = Math.max(Math.abs(x), Math.abs(y)) - worldRadius;
  if (out < shelf || out > 30) return out - shelf;
  const bays =
    10 * layeredNoise(x / 9, y / 9, 81, 3) +
    7 * smoothNoise(x / 27, y / 27, 84) +
    1.6 * smoothNoise(x / 2.9, y / 2.9, 85) -
    5;
  // Never less than the shelf, and nowhere flat.
  return out - shelf - (bays > 1 ? bays : 1 / (2 - bays));
}

/** Growth 0 to 1: woods keep to the lower land. */
function growthField(x: number, y: number, height: number): number {
  const growth =
    layeredNoise(x / 12 + 40, y / 12 - 11, 31, 3) + 0.14 * (smoothNoise(x / 47, y / 47, 35) - 0.5);
  return growth - 4 * Math.max(0, height - upland + 0.03);
}

/** A square of the lattice: `side` points a row, rows from south to north, the first at lattice point (left, bottom). */
export interface Land {
  left: number;
  bottom: number;
  side: number;
  height: Float64Array;
  growth: Float64Array;
  river: Float64Array;
  /** Depth in tiles from the shore; negative is dry. */
  lake: Float64Array;
  sea: Float64Array;
}

/** All fields on the lattice points from (left, bottom), `side` a row; in whole steps from the world's middle. */
export function surveyLand(left: number, bottom: number, side: number, worldRadius: number): Land {
  const make = (): Float64Array => new Float64Array(side * side);
  const land: Land = {
    ...{ left, bottom, side },
    ...{ height: make(), growth: make(), river: make(), lake: make(), sea: make() },
  };
  for (let row = 0, at = 0; row < side; row++) {
    for (let column = 0; column < side; column++, at++) {
      const x = ((left + column) * latticeStep) / tileSize;
      const y = ((bottom + row) * latticeStep) / tileSize;
      const river = riverField(x, y);
      const height = heightField(x, y, river);
      land.river[at] = river;
      land.height[at] = height;
      land.growth[at] = growthField(x, y, height);
      const sea = coastField(x, y, worldRadius);
      land.sea[at] = sea;
      // No lake breaks the coast.
      land.lake[at] = Math.min(lakeField(x, y, height), (-4 - sea) * 0.5);
    }
  }
  return land;
}

/** Whether a lake covers the centre of this tile; the map draws an islet under whatever stands there. */
export function isLake(x: number, y: number, worldRadius: number): boolean {
  const steps = tileSize / latticeStep;
  return (surveyLand(Math.floor(x * steps), Math.floor(y * steps), 1, worldRadius).lake[0] ?? 0) > 0;
}
