/** Parses a tile that a player typed. */
import type { Tile } from '../../game/types.ts';
import { wholeNumber } from './forms.ts';

const maxTileLength = 40;

/** The word joiner that tileText inserts. */
const joiner = '\u2060';
const groupComma = /(?<=\d),(?=\d{3}(?!\d))/g;

/**
 * Parses two whole numbers as the pages write a tile, with the word joiner and grouped thousands: `−1,003 | 4`,
 * `-3,4` or `-3 4`. Returns null for anything else.
 */
export function parseTile(text: string): Tile | null {
  if (text.length > maxTileLength) return null;
  const shown = text.replaceAll(joiner, '').trim();
  // A comma can separate thousands only if a bar separates the numbers.
  const pair = shown.includes('|') ? shown.replace(groupComma, '') : shown;
  const [, x = '', y = ''] = /^([-−]?\d{1,7})(?:\s*[|,;]\s*|\s+)([-−]?\d{1,7})$/.exec(pair) ?? [];
  const [readX, readY] = [wholeNumber(x), wholeNumber(y)];
  return typeof readX === 'number' && typeof readY === 'number' ? { x: readX, y: readY } : null;
}
