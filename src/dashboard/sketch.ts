/** The small map of the dashboard: cities, standing armies and one's own marches, in the units of its drawing. */
import { sameTile } from '../game/map.ts';
import { tileOf } from '../game/marching.ts';
import type { Tile } from '../game/types.ts';
import type { Realm } from '../world/read.ts';
import type { BattleLine } from './battles.ts';
import type { SeenRow } from './queries.ts';
import { tileText } from './words.ts';

const tileSize = 20;
const width = 25;
const height = 17;
const graticule = 5;
const longestName = 22;
const banners = 8;
const graphemes = new Intl.Segmenter();

interface Point {
  x: number;
  y: number;
}

export interface Sketch {
  width: number;
  height: number;
  caption: string;
  graticule: { vertical: number[]; horizontal: number[] };
  cities: (Point & { name: string; isOwn: boolean; isThreatened: boolean; pigment: number; fort: number })[];
  armies: (Point & { isOwn: boolean })[];
  marches: { from: Point; at: Point; to: Point; isAttack: boolean }[];
}

/** A pigment of 1 to 8 for an empire, always the same. */
function pigmentOf(empireId: string): number {
  return (Number.parseInt(empireId.slice(0, 4), 16) % banners) + 1;
}

/** The lines of the graticule between two coordinates, as distances from the first along the drawing. */
function linesFrom(first: number, tiles: number): number[] {
  return Array.from({ length: tiles + 1 }, (_, index) => index)
    .filter((index) => (first + index) % graticule === 0)
    .map((index) => index * tileSize);
}

function shorten(name: string): string {
  const letters = Array.from(graphemes.segment(name), ({ segment }) => segment);
  return letters.length <= longestName ? name : `${letters.slice(0, longestName - 1).join('')}…`;
}

export function toSketch(
  { empire, now }: Realm,
  seen: readonly SeenRow[],
  battles: readonly BattleLine[],
  centre: Tile,
): Sketch {
  const left = centre.x - (width - 1) / 2;
  const top = centre.y + (height - 1) / 2;
  const toPoint = ({ x, y }: Tile): Point => ({
    x: (x - left + 0.5) * tileSize,
    y: (top - y + 0.5) * tileSize,
  });
  const isInside = ({ x, y }: Tile): boolean => x >= left && x < left + width && y <= top && y > top - height;
  const threats = battles.filter(({ role, phase }) => role === 'defender' && phase === 'marching');
  return {
    width: width * tileSize,
    height: height * tileSize,
    caption: tileText(centre),
    graticule: { vertical: linesFrom(left, width), horizontal: linesFrom(-top, height) },
    cities: seen
      .filter((row) => row.kind === 'city' && isInside(row))
      .map((row) => ({
        ...toPoint(row),
        // The capitals of others mostly bear one name.
        name: shorten(row.empire_id === empire.id ? row.name : row.empire_name),
        isOwn: row.empire_id === empire.id,
        isThreatened: threats.some(({ tile }) => sameTile(tile, row)),
        pigment: pigmentOf(row.empire_id),
        fort: row.empire_id === empire.id ? 1 : 0,
      })),
    armies: seen
      .filter((row) => row.kind === 'army' && isInside(row))
      .map((row) => ({ ...toPoint(row), isOwn: row.empire_id === empire.id })),
    marches: empire.armies.flatMap((army) => {
      if (army.march === null) return [];
      const { from, to, kind } = army.march;
      return [
        { from: toPoint(from), at: toPoint(tileOf(army, now)), to: toPoint(to), isAttack: kind === 'attack' },
      ];
    }),
  };
}
