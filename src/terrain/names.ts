/** Invented names of regions, rivers and lakes. The name depends on the position only, so it never changes. */
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
export type Feature = keyof typeof endings;

/** A pseudo-random item of a list; it depends on the position and the seed only. */
function pick(list: readonly string[], x: number, y: number, seed: number): string {
  return list[Math.floor(hashAt(x, y, seed) * list.length)] ?? '';
}

/** The name of a feature at a position; x and y must be integers. */
export function nameOf(feature: Feature, x: number, y: number): string {
  const seed = 700 + feature.length * 31;
  const stem = pick(stems, x, y, seed);
  const link = pick(links, x, y, seed + 1);
  const ending = pick(endings[feature], x, y, seed + 2);
  // A link that ends in a vowel before an ending that begins with one would be hard to pronounce.
  const usedLink = /^[aeiou]/.test(ending) && link !== '' && /[aeiou]$/.test(link) ? '' : link;
  const name = `${stem}${usedLink}${ending}`;
  return feature === 'river' ? `the ${name}` : name;
}
