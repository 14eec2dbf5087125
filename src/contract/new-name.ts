/**
 * The schema of new names. It refuses imitations: a Latin word with a Cyrillic letter, or letters hidden under stacked
 * marks. Stored names stay valid.
 */
import type { z } from 'zod';
import { name, refusing } from './text.ts';

/** The recommended scripts of Unicode (UAX #31, table 5), by ISO 15924 codes. */
const alphabets = `Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr
  Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt`.split(/\s+/);
/** Japanese, Chinese and Korean (UTS #39, Highly Restrictive). */
const combinations = [
  ['Hani', 'Hira', 'Kana', 'Latn'],
  ['Bopo', 'Hani', 'Latn'],
  ['Hang', 'Hani', 'Latn'],
];

const classOf = (scripts: readonly string[]): string =>
  scripts.map((script) => String.raw`\p{scx=${script}}`).join('');

const patterns = [
  ...[...alphabets.map((script) => [script]), ...combinations].map(
    // Zyyy and Zinh: what all scripts share.
    (scripts) => `[${classOf([...scripts, 'Zyyy', 'Zinh'])}]*`,
  ),
  // All other scripts count as one.
  `[^${classOf([...alphabets, ...combinations.flat()])}]*`,
];
const wordOfOneScript = new RegExp(`^(?:${patterns.join('|')})$`, 'u');

const stackedMarks = /\p{M}{3}/u;

/** The name of an empire without a player that holds a seat at first. */
export const keeperName = /^keeper of seat \d+$/i;

function issueOf(text: string): string | null {
  if (stackedMarks.test(text)) return 'must have at most two marks on a letter';
  if (keeperName.test(text)) return 'must not be that of a keeper';
  const isOfOneScript = (word: string): boolean => wordOfOneScript.test(word);
  return text.split(/[ -]/).every(isOfOneScript) ? null : 'must not mix scripts in a word';
}

/** `min` to `max` code points; parsing tidies it. */
export function newName(min: number, max: number): z.ZodString {
  return name(min, max).superRefine(refusing(issueOf));
}
