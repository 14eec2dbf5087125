/** The terrain as fields over tiles. It is decoration: no rule of the game reads it. */
import { layeredNoise, smoothNoise } from './noise.ts';

/** SVG units per tile. The centre of tile (x, y) is at (x * tileSize, -y * tileSize). */
export const tileSize = 24;
/** Side of a chunk in tiles. */
export const chunkTiles = 16;

/** Minimum heights. */
export const upland = 0.565;
export const highland = 0.655;
/** Minimum growth. */
export const woodland = 0.56;
/** Half-width, in the unit of the river field. */
export const riverBed = 0.012;

/** Minimum width in tiles of land beyond the radius. */
const shelf = 2.6;

/** Signed field; the rivers run along its zero line. */
function riverField(x: number, y: number): number {
  const course = smoothNoise(x / 53 + 3.1, y / 53 - 8.4, 401) + 0.3 * smoothNoise(x / 17, y / 17, 402);
  return course - 0.65 + 0.11 * (smoothNoise(x / 5.3, y / 5.3, 403) - 0.5);
}

/**
 * From 0 to 1. Along the zero line of the river field, valleys alternate with ridges, so that rivers rise among hills
 * and never form closed rings.
 */
function heightField(x: number, y: number, river: number): number {
  const range = smoothNoise(x / 61 - 4.2, y / 61 + 1.7, 11) - 0.5;
  const folds = layeredNoise(x / 17, y / 17, 21, 4);
  const near = Math.max(0, 1 - Math.abs(river) / 0.13);
  const valley = Math.max(-1, Math.min(1, (smoothNoise(x / 21 + 1.3, y / 21, 12) - 0.42) * 5));
  return folds + 0.24 * range - 0.17 * near * near * valley;
}

/** Approximate depth in tiles from the shore; negative is dry. Lakes are rare hollows. */
function lakeField(x: number, y: number, height: number): number {
  const hollow = smoothNoise(x / 13 + 7.7, y / 13 + 2.9, 61) + 0.3 * layeredNoise(x / 4.1, y / 4.1, 62, 2);
  return (0.215 - hollow) * 9 - 20 * Math.max(0, height - upland + 0.05);
}

/** Approximate distance from the coast in tiles; negative is land. The coast is 3 to 11 tiles beyond the radius. */
function coastField(x: number, y: number, worldRadius: number): number {
  const out = Math.max(Math.abs(x), Math.abs(y)) - worldRadius;
  if (out < shelf || out > 30) return out - shelf;
  const bays =
    10 * layeredNoise(x / 9, y / 9, 81, 3) +
    7 * smoothNoise(x / 27, y / 27, 84) +
    1.6 * smoothNoise(x / 2.9, y / 2.9, 85) -
    5;
  // Below 1, a hyperbola keeps the term positive and never constant: the shelf stays and the coast is not straight.
  return out - shelf - (bays > 1 ? bays : 1 / (2 - bays));
}

/** From 0 to 1. Woods grow on lower land only. */
function growthField(x: number, y: number, height: number): number {
  const growth =
    layeredNoise(x / 12 + 40, y / 12 - 11, 31, 3) + 0.14 * (smoothNoise(x / 47, y / 47, 35) - 0.5);
  return growth - 4 * Math.max(0, height - upland + 0.03);
}

/**
 * Lake and sea are depths in tiles from the shore; negative is dry. Rivers run along the zero line of `river`; `water`
 * is lake or sea.
 */
export function landAt(x: number, y: number, worldRadius: number) {
  const river = riverField(x, y);
  const height = heightField(x, y, river);
  const sea = coastField(x, y, worldRadius);
  // Lakes never touch the coast.
  const lake = Math.min(lakeField(x, y, height), (-4 - sea) * 0.5);
  return { height, growth: growthField(x, y, height), river, lake, sea, water: Math.max(lake, sea) };
}

export type Land = ReturnType<typeof landAt>;

/** At the centre of the tile. The map then draws an islet under a city or army. */
export function isLake(x: number, y: number, worldRadius: number): boolean {
  return landAt(x, y, worldRadius).lake > 0;
}
