/** Names of regions, some rivers, and deep lakes. They depend on the position only, so they never change. */
import { contoursOf, middleOf, type Lattice, type Point } from './contour.ts';
import { chunkTiles, landAt, tileSize, upland, woodland } from './land.ts';
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

type Feature = keyof typeof endings;

/** Depends on the position and the seed only. */
function pick(list: readonly string[], x: number, y: number, seed: number): string {
  return list[Math.floor(hashAt(x, y, seed) * list.length)] ?? '';
}

/** x and y must be integers. */
function nameOf(feature: Feature, x: number, y: number): string {
  const seed = 700 + feature.length * 31;
  const stem = pick(stems, x, y, seed);
  const link = pick(links, x, y, seed + 1);
  const ending = pick(endings[feature], x, y, seed + 2);
  // Two vowels would be hard to pronounce.
  const usedLink = /^[aeiou]/.test(ending) && link !== '' && /[aeiou]$/.test(link) ? '' : link;
  const name = `${stem}${usedLink}${ending}`;
  return feature === 'river' ? `the ${name}` : name;
}

/** Belongs to the chunk that contains its anchor. */
export interface TerrainLabel {
  kind: 'region' | 'river' | 'lake';
  text: string;
  /** Anchor in units: the middle of the baseline. */
  x: number;
  y: number;
  /** Cosine and sine of the rotation, to two decimals. */
  along: { x: number; y: number };
}

/** Side in tiles of a square with one region name. */
const regionTiles = 48;
/** Positions per square; the clearest one gets the name. */
const candidates = 5;
const horizontal = { x: 1, y: 0 };
/** Part of the chunks, and minimum number of points of the river. */
const namedRivers = 0.08;
const minRiverPoints = 16;
/** In tiles, of a named lake. */
const minLakeDepth = 1;

/** The name of the chunk's square, at its highest or most wooded candidate, if that is in this chunk. */
function regionLabel(cx: number, cy: number, worldRadius: number): TerrainLabel[] {
  const column = Math.floor((cx * chunkTiles) / regionTiles);
  const row = Math.floor((cy * chunkTiles) / regionTiles);
  const spots = Array.from({ length: candidates }, (_, index) => {
    const within = (salt: number): number =>
      Math.floor((0.16 + 0.68 * hashAt(column, row, salt + 2 * index)) * regionTiles);
    const [x, y] = [column * regionTiles + within(801), row * regionTiles + within(802)];
    const { height, growth, water } = landAt(x, y, worldRadius);
    return { x, y, hill: height - upland, wood: growth - woodland, isWet: water > -3 };
  });
  const [best] = spots
    .filter(({ isWet }) => !isWet)
    .sort((a, b) => Math.max(b.hill, b.wood) - Math.max(a.hill, a.wood));
  if (best === undefined) return [];
  const { x, y, hill, wood } = best;
  if (Math.floor(x / chunkTiles) !== cx || Math.floor(y / chunkTiles) !== cy) return [];
  const text = nameOf(hill > 0 ? 'upland' : wood > 0 ? 'wood' : 'plain', column, row);
  return [{ kind: 'region', text, x: x * tileSize, y: -y * tileSize, along: horizontal }];
}

/** Of the longest piece of river in some chunks, rotated along it. */
function riverLabel(cx: number, cy: number, rivers: readonly Point[][]): TerrainLabel[] {
  const longest = rivers.reduce((best, river) => (river.length > best.length ? river : best), []);
  if (hashAt(cx, cy, 811) > namedRivers || longest.length < minRiverPoints) return [];
  const middle = longest.length >> 1;
  const [a, b] = longest
    .slice(middle - 3, middle + 4)
    .filter((_, index) => index % 6 === 0)
    .sort((one, other) => one.x - other.x) as [Point, Point];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = Math.sqrt(dx * dx + dy * dy);
  // Steeper text is hard to read.
  if (length === 0 || dx < 0.5 * length) return [];
  const round = (value: number): number => Math.round((value / length) * 100) / 100;
  const along = { x: round(dx), y: round(dy) };
  const { x, y } = middleOf(a, b);
  const text = nameOf('river', Math.floor(cx / 6), Math.floor(cy / 6));
  return [{ kind: 'river', text, along, x: Math.floor(x + along.y * 8), y: Math.floor(y - along.x * 8) }];
}

/** Of lakes whose deep parts this chunk contains whole. */
function lakeLabels(lattice: Lattice): TerrainLabel[] {
  return contoursOf(lattice, 'lake', minLakeDepth).flatMap((deep) => {
    const xs = deep.map(({ x }) => x);
    const ys = deep.map(({ y }) => y);
    const x = Math.round((Math.min(...xs) + Math.max(...xs)) / 2);
    const y = Math.round((Math.min(...ys) + Math.max(...ys)) / 2);
    if (!lattice.isOwn({ x, y }) || deep.some((point) => !lattice.isInside(point))) return [];
    return [{ kind: 'lake', text: nameOf('lake', x, y), x, y: y + 4, along: horizontal }];
  });
}

/** @param rivers their control points */
export function labelsOf(
  cx: number,
  cy: number,
  worldRadius: number,
  lattice: Lattice,
  rivers: readonly Point[][],
): TerrainLabel[] {
  return [...regionLabel(cx, cy, worldRadius), ...riverLabel(cx, cy, rivers), ...lakeLabels(lattice)];
}
