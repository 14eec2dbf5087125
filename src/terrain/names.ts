/** Invented names of regions, rivers and lakes: the same place bears the same name for everybody, for ever. */
import { hashAt } from './noise.ts';

const stems = [
  ...['Al', 'Arn', 'Aur', 'Bel', 'Bran', 'Cal', 'Car', 'Cor', 'Dal', 'Dor', 'Dun', 'Eld', 'Elm', 'Fal'],
  ...['Fen', 'Gal', 'Gar', 'Hal', 'Hesp', 'Ist', 'Kar', 'Lan', 'Lor', 'Mar', 'Mel', 'Mor', 'Nor', 'Ost'],
  ...['Pell', 'Quer', 'Ran', 'Ros', 'Sar', 'Sel', 'Tarn', 'Thor', 'Tol', 'Ul', 'Val', 'Vesp', 'Weir', 'Wyn'],
];
const links = ['', '', '', 'a', 'e', 'en', 'er', 'in', 'or', 'um'];

const endings = {
  upland: [' Fells', ' Downs', ' Heights', ' Scarps', 'mark', 'berg', ' Moor'],
  wood: [' Wood', ' Weald', ' Forest', ' Chase', 'holt', 'wald'],
  plain: [' Vale', ' Heath', ' Plain', ' Lowlands', 'land', 'mark', 'shire', ' Common'],
  lake: ['mere', ' Tarn', ' Water', 'see', ' Mere'],
  river: ['', '', 'e', 'a', 'en', 'ach', 'ey', 'is'],
} satisfies Record<string, readonly string[]>;

/** What a name is for. */
export type Feature = keyof typeof endings;

/** One of a list by chance that depends on a place alone. */
function pick(list: readonly string[], x: number, y: number, seed: number): string {
  return list[Math.floor(hashAt(x, y, seed) * list.length)] ?? '';
}

/** The name of a feature that is known by a place of whole numbers. */
export function nameOf(feature: Feature, x: number, y: number): string {
  const seed = 700 + feature.length * 31;
  const stem = pick(stems, x, y, seed);
  const link = pick(links, x, y, seed + 1);
  const ending = pick(endings[feature], x, y, seed + 2);
  // Two vowels where stem and ending meet would not be spoken.
  const joined = /^[aeiou]/.test(ending) && link !== '' && /[aeiou]$/.test(link) ? '' : link;
  const name = `${stem}${joined}${ending}`;
  return feature === 'river' ? `the ${name}` : name;
}
