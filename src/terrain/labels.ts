/**
 * Positions of names: at most one region and one river per 48 x 48 tiles (3 x 3 chunks), and every deep lake. The invented names depend on
 * the position only, so they never change.
 */
import { first, last, latticeSide, runsOf, type Tracing } from './contour.ts';
import {
  chunkTiles,
  highland,
  latticeStep,
  surveyTile,
  tileSize,
  upland,
  woodland,
  type Land,
} from './land.ts';
import { hashAt } from './noise.ts';

const stems = (
  'Al Arn Aur Bel Bran Cal Car Cor Dal Dor Dun Eld Elm Fal ' +
  'Fen Gal Gar Hal Hesp Ist Kar Lan Lor Mar Mel Mor Nor Ost ' +
  'Pell Quer Ran Ros Sar Sel Tarn Thor Tol Ul Val Vesp Weir Wyn'
).split(' ');
const links = ['', '', '', 'a', 'e', 'en', 'er', 'in', 'or', 'um'];

const endings = {
  upland: [' Fells', ' Downs', ' Heights', ' Scarps', 'mark', 'berg', ' Moor'],
  wood: [' Wood', ' Weald', ' Forest', ' Chase', 'holt', 'wald'],
  plain: [' Vale', ' Heath', ' Plain', ' Lowlands', 'land', 'mark', 'shire', ' Common'],
  lake: ['mere', ' Tarn', ' Water', 'see', ' Mere'],
  river: ['', '', 'e', 'a', 'en', 'ach', 'ey', 'is'],
} satisfies Record<string, readonly string[]>;

/** A kind of feature that has names. */
type Feature = keyof typeof endings;

/** A pseudo-random item of a list; it depends on the position and the seed only. */
function pick(list: readonly string[], x: number, y: number, seed: number): string {
  return list[Math.floor(hashAt(x, y, seed) * list.length)] ?? '';
}

/** The name of a feature at a position; x and y must be integers. */
function nameOf(feature: Feature, x: number, y: number): string {
  const seed = 700 + feature.length * 31;
  const stem = pick(stems, x, y, seed);
  const link = pick(links, x, y, seed + 1);
  const ending = pick(endings[feature], x, y, seed + 2);
  // A link that ends in a vowel before an ending that begins with one would be hard to pronounce.
  const usedLink = /^[aeiou]/.test(ending) && link !== '' && /[aeiou]$/.test(link) ? '' : link;
  const name = `${stem}${usedLink}${ending}`;
  return feature === 'river' ? `the ${name}` : name;
}

/** A name on the map. It belongs to the chunk that contains its anchor. */
export interface TerrainLabel {
  kind: 'region' | 'river' | 'lake';
  text: string;
  /** Anchor in units: the middle of the baseline. */
  x: number;
  y: number;
  /** Cosine and sine of its rotation, to two decimals. */
  along: { x: number; y: number };
}

/** Side in tiles of the square that has one region name: three chunks. */
const regionTiles = 3 * chunkTiles;
/** Number of candidate positions per square; the clearest one gets the name. */
const candidates = 5;
const horizontal = { x: 1, y: 0 };
/** Minimum number of crossings of a named river within the chunk. */
const minRiverCrossings = 16;
/** Minimum depth of a named lake, in tiles. */
const minLakeDepth = 1;
/** Lattice steps around the deepest point of a lake that are free of other lake names. */
const lakeRadius = 11;

/** The feature at a position, and how clear it is; negative is unsuitable for a name. */
function characterAt(x: number, y: number, worldRadius: number): { feature: Feature | 'sea'; score: number } {
  const { height, growth, lake, sea } = surveyTile(x, y, worldRadius);
  if (sea > -3) return { feature: 'sea', score: Math.min(sea, 12) / 12 };
  if (lake > -1.5) return { feature: 'plain', score: -1 };
  if (height > upland) return { feature: 'upland', score: height - upland + 0.1 };
  if (growth > woodland) return { feature: 'wood', score: growth - woodland };
  return { feature: 'plain', score: Math.min(highland - height, 0.1) - 0.05 };
}

/** The clearest position for the name of a square of 3 x 3 chunks. */
function regionPlace(column: number, row: number, worldRadius: number) {
  const places = Array.from({ length: candidates }, (_, index) => {
    const coordinate = (salt: number): number =>
      Math.floor((0.16 + 0.68 * hashAt(column, row, salt + 2 * index)) * regionTiles);
    const x = column * regionTiles + coordinate(801);
    const y = row * regionTiles + coordinate(802);
    return { x, y, ...characterAt(x, y, worldRadius) };
  });
  return places.reduce((best, place) => (place.score > best.score ? place : best));
}

/** The region name of the square that contains a chunk, if its anchor is in this chunk. */
function regionLabel(cx: number, cy: number, worldRadius: number): TerrainLabel[] {
  const column = Math.floor(cx / 3);
  const row = Math.floor(cy / 3);
  const { x, y, feature, score } = regionPlace(column, row, worldRadius);
  const isHere = Math.floor(x / chunkTiles) === cx && Math.floor(y / chunkTiles) === cy;
  if (score < 0 || !isHere || feature === 'sea') return [];
  const text = nameOf(feature, column, row);
  return [{ kind: 'region', text, x: x * tileSize, y: -y * tileSize, along: horizontal }];
}

/** The name of the longest piece of river in the chunk, rotated along it; in one chunk of nine. */
function riverLabel(cx: number, cy: number, river: Tracing): TerrainLabel[] {
  const column = Math.floor(cx / 3);
  const row = Math.floor(cy / 3);
  const chosen = Math.floor(hashAt(column, row, 811) * 9);
  if (chosen !== cx - 3 * column + 3 * (cy - 3 * row)) return [];
  const longest = runsOf(river).reduce<readonly number[]>(
    (best, { edges }) => (edges.length > best.length ? edges : best),
    [],
  );
  if (longest.length < minRiverCrossings) return [];
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
  // Steeper text is hard to read.
  if (length === 0 || dx < 0.5 * length) return [];
  const round = (value: number): number => Math.floor((value / length) * 100 + 0.5) / 100;
  const along = { x: round(dx), y: round(dy) };
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  return [
    {
      kind: 'river',
      text: nameOf('river', Math.floor(cx / 6), Math.floor(cy / 6)),
      along,
      x: Math.floor(x + along.y * 8),
      y: Math.floor(y - along.x * 8),
    },
  ];
}

/** Whether there is a deeper point nearby; equal depths are ordered by row and column. */
function isShallower(lake: Float64Array, row: number, column: number, depth: number): boolean {
  for (let y = Math.max(0, row - lakeRadius); y <= Math.min(latticeSide - 1, row + lakeRadius); y++) {
    for (let x = Math.max(0, column - lakeRadius); x <= Math.min(latticeSide - 1, column + lakeRadius); x++) {
      const other = lake[y * latticeSide + x] ?? 0;
      if (other > depth || (other === depth && (y > row || (y === row && x > column)))) return true;
    }
  }
  return false;
}

/** Names of the lakes whose deepest point is in the chunk. */
function lakeLabels({ lake, left, bottom }: Land, isSea: (point: number) => boolean): TerrainLabel[] {
  const labels: TerrainLabel[] = [];
  for (let row = first; row < last; row++) {
    for (let column = first; column < last; column++) {
      const point = row * latticeSide + column;
      const depth = lake[point] ?? 0;
      if (depth < minLakeDepth || isSea(point)) continue;
      if (isShallower(lake, row, column, depth)) continue;
      const [x, y] = [left + column, bottom + row];
      const at = { x: x * latticeStep, y: -y * latticeStep + 4, along: horizontal };
      labels.push({ kind: 'lake', text: nameOf('lake', x, y), ...at });
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
