/** Where the names stand: at most one region and one sea name in 48 x 48 tiles, rivers and lakes where there is room. */
import { chainsOf, first, last, latticeSide, type Tracing } from './contour.ts';
import {
  chunkTiles,
  highland,
  latticeStep,
  surveyLand,
  tileSize,
  upland,
  woodland,
  type Land,
} from './land.ts';
import { nameOf, type Feature } from './names.ts';
import { hashAt } from './noise.ts';

/** A name on the map; it belongs to the chunk its anchor lies in. */
export interface TerrainLabel {
  kind: 'region' | 'river' | 'lake' | 'sea';
  text: string;
  /** Anchor in units: the middle of the baseline. */
  x: number;
  y: number;
  /** Cosine and sine of its turn, to two decimals. */
  along: { x: number; y: number };
}

/** Tiles a side of the square that bears one region's name; three chunks. */
const regionTiles = 3 * chunkTiles;
/** Places looked at in it for the one that suits its name best. */
const candidates = 5;
const level = { x: 1, y: 0 };
/** Crossings a river must have within the chunk to bear its name there. */
const namedRiver = 16;
/** Depth in tiles of a lake that is large enough for its name. */
const namedDepth = 1;
/** Steps of the lattice around a deepest point in which no other name stands. */
const reach = 11;

/** What the land is at a place, and how clearly so. */
function characterAt(x: number, y: number, worldRadius: number): { feature: Feature | 'sea'; clear: number } {
  const steps = tileSize / latticeStep;
  const land = surveyLand(Math.floor(x * steps), Math.floor(y * steps), 1, worldRadius);
  const of = (field: Float64Array): number => field[0] ?? 0;
  if (of(land.sea) > -3) return { feature: 'sea', clear: Math.min(of(land.sea), 12) / 12 };
  if (of(land.lake) > -1.5) return { feature: 'plain', clear: -1 };
  if (of(land.height) > upland) return { feature: 'upland', clear: of(land.height) - upland + 0.1 };
  if (of(land.growth) > woodland) return { feature: 'wood', clear: of(land.growth) - woodland };
  return { feature: 'plain', clear: Math.min(highland - of(land.height), 0.1) - 0.05 };
}

/** The name of the region whose square a chunk belongs to, when it stands in this chunk. */
function regionLabel(cx: number, cy: number, worldRadius: number): TerrainLabel[] {
  const column = Math.floor(cx / 3);
  const row = Math.floor(cy / 3);
  let best: { x: number; y: number; feature: Feature | 'sea'; clear: number } | null = null;
  for (let index = 0; index < candidates; index++) {
    const place = (salt: number): number =>
      Math.floor((0.16 + 0.68 * hashAt(column, row, salt + 2 * index)) * regionTiles);
    const x = column * regionTiles + place(801);
    const y = row * regionTiles + place(802);
    const character = characterAt(x, y, worldRadius);
    if (best === null || character.clear > best.clear) best = { x, y, ...character };
  }
  if (best === null || best.clear < 0) return [];
  const { x, y, feature } = best;
  if (Math.floor(x / chunkTiles) !== cx || Math.floor(y / chunkTiles) !== cy) return [];
  const at = { x: x * tileSize, y: -y * tileSize, along: level };
  if (feature === 'sea') return [];
  return [{ kind: 'region', text: nameOf(feature, column, row), ...at }];
}

/** The name of the chunk's longest reach of river, along it; in one chunk of nine. */
function riverLabel(cx: number, cy: number, river: Tracing): TerrainLabel[] {
  const column = Math.floor(cx / 3);
  const row = Math.floor(cy / 3);
  const chosen = Math.floor(hashAt(column, row, 811) * 9);
  if (chosen !== cx - 3 * column + 3 * (cy - 3 * row)) return [];
  const longest = chainsOf(river).reduce<readonly number[]>(
    (best, { edges }) => (edges.length > best.length ? edges : best),
    [],
  );
  if (longest.length < namedRiver) return [];
  const middle = longest.length >> 1;
  const pointAt = (index: number): { x: number; y: number } => {
    const edge = longest[index] ?? 0;
    return { x: river.xs[edge] ?? 0, y: river.ys[edge] ?? 0 };
  };
  const a = pointAt(middle - 3);
  const b = pointAt(middle + 3);
  const sign = b.x < a.x ? -1 : 1;
  const dx = (b.x - a.x) * sign;
  const dy = (b.y - a.y) * sign;
  const length = Math.sqrt(dx * dx + dy * dy);
  // Too steep to be read.
  if (length === 0 || dx < 0.5 * length) return [];
  const round = (value: number): number => Math.floor((value / length) * 100 + 0.5) / 100;
  const along = { x: round(dx), y: round(dy) };
  const { x, y } = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return [
    {
      ...{ kind: 'river', text: nameOf('river', Math.floor(cx / 6), Math.floor(cy / 6)), along },
      x: Math.floor(x + along.y * 8),
      y: Math.floor(y - along.x * 8),
    },
  ];
}

/** Whether a deeper point lies close by. */
function isShallower(lake: Float64Array, row: number, column: number, depth: number): boolean {
  for (let y = Math.max(0, row - reach); y <= Math.min(latticeSide - 1, row + reach); y++) {
    for (let x = Math.max(0, column - reach); x <= Math.min(latticeSide - 1, column + reach); x++) {
      const other = lake[y * latticeSide + x] ?? 0;
      if (other > depth || (other === depth && (y > row || (y === row && x > column)))) return true;
    }
  }
  return false;
}

/** Names of the lakes whose deepest point lies in the chunk. */
function lakeLabels({ lake, left, bottom }: Land, isSea: (point: number) => boolean): TerrainLabel[] {
  const labels: TerrainLabel[] = [];
  for (let row = first; row < last; row++) {
    for (let column = first; column < last; column++) {
      const point = row * latticeSide + column;
      const depth = lake[point] ?? 0;
      if (depth < namedDepth || isSea(point)) continue;
      if (isShallower(lake, row, column, depth)) continue;
      const x = left + column;
      const y = bottom + row;
      labels.push({
        ...{ kind: 'lake', text: nameOf('lake', x, y), along: level },
        ...{ x: x * latticeStep, y: -y * latticeStep + 4 },
      });
    }
  }
  return labels;
}

export function labelsOf(
  cx: number,
  cy: number,
  worldRadius: number,
  land: Land,
  river: Tracing,
): TerrainLabel[] {
  const isSea = (point: number): boolean => (land.sea[point] ?? 0) > -2;
  return [...regionLabel(cx, cy, worldRadius), ...riverLabel(cx, cy, river), ...lakeLabels(land, isSea)];
}
