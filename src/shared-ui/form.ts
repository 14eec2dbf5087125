/**
 * The form of the simulator as the server and the script both read it: what each field may hold, what is wrong
 * with it in words, and the two sides that it means.
 */
import { stackTypes, unitTypes } from '../contract/vocabulary.ts';
import { maxLevel } from '../game/balance.ts';
import { fullMorale, minMorale, moraleOf, noStacks, type Fight } from '../game/battle.ts';
import { group } from './numbers.ts';
import { countOfAll } from './strength.ts';

/** The seed where none was given. */
export const presetSeed = 'dice-1';
/** In code points. */
export const maxSeedLength = 100;

type Bounds = readonly [number, number];

const [units, score] = [[0, 100_000] as const, [0, 1_000_000_000] as const];

/** Both bounds of each number by the name of its field, in the order of the form; morale in thousandths. */
export const numberBounds: Readonly<Partial<Record<string, Bounds>>> = {
  ...Object.fromEntries(unitTypes.map((type) => [`attacker_${type}`, units])),
  ...Object.fromEntries(stackTypes.map((type) => [`defender_${type}`, units])),
  wall: [0, maxLevel],
  morale: [minMorale, fullMorale],
  attacker_score: score,
  defender_score: score,
};

export interface ReadForm {
  /** By field, to stand behind its label. */
  issues: ReadonlyMap<string, string>;
  /** Null where something is wrong, or nobody stands on a side. */
  sides: Omit<Fight, 'rolls'> | null;
  seed: string;
}

/** What is wrong with a number as it was typed; null for nothing. */
function issueIn(text: string, [least, most]: Bounds): string | null {
  if (!/^-?\d{1,16}$/.test(text)) return 'must be a whole number';
  if (Number(text) < least) return `must be at least ${group(least)}`;
  return Number(text) > most ? `must be at most ${group(most)}` : null;
}

/** Reads the form. @param typed what stands in a field; the empty text where nothing was given */
export function readForm(typed: (name: string) => string): ReadForm {
  const issues = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const [name, bounds] of Object.entries(numberBounds)) {
    const text = typed(name).trim();
    if (text === '' || bounds === undefined) continue;
    const issue = issueIn(text, bounds);
    if (issue === null) numbers.set(name, Number(text));
    else issues.set(name, issue);
  }
  for (const [name, other] of [
    ['attacker_score', 'defender_score'],
    ['defender_score', 'attacker_score'],
  ] as const) {
    if (typed(name).trim() === '' && typed(other).trim() !== '')
      issues.set(name, 'must be given with the other score');
  }
  const seed = typed('seed').trim();
  if (Array.from(seed).length > maxSeedLength)
    issues.set('seed', `must have at most ${maxSeedLength} characters`);
  const sides = toSides(numbers);
  const isFull = countOfAll(sides.attacker) > 0 && countOfAll(sides.defender) > 0;
  return {
    issues,
    sides: issues.size === 0 && isFull ? sides : null,
    seed: seed === '' ? presetSeed : seed,
  };
}

/** The sides that the numbers mean. The morale follows from the scores where only they are given. */
function toSides(numbers: ReadonlyMap<string, number>): Omit<Fight, 'rolls'> {
  const [attacker, defender] = [noStacks(), noStacks()];
  for (const type of unitTypes) attacker[type] = numbers.get(`attacker_${type}`) ?? 0;
  for (const type of stackTypes) defender[type] = numbers.get(`defender_${type}`) ?? 0;
  const [own, theirs] = [numbers.get('attacker_score'), numbers.get('defender_score')];
  const byScore = own === undefined || theirs === undefined ? fullMorale : moraleOf(own, theirs);
  return { attacker, defender, wall: numbers.get('wall') ?? 0, morale: numbers.get('morale') ?? byScore };
}

/** The field that takes the value of this one when the sides are swapped; null for what has no other side. */
export function swappedField(name: string): string | null {
  if (name === 'defender_militia') return null;
  if (name.startsWith('attacker_')) return name.replace('attacker_', 'defender_');
  return name.replace('defender_', 'attacker_');
}

/** What is said where no fight is shown. */
export function waitingText(issues: ReadForm['issues']): string {
  return issues.size > 0
    ? 'Mend what is marked, and the fight is worked out.'
    : 'Put units on both sides, and the fight is worked out at once.';
}

/** The heading of the result where there is none. */
export const noResult = 'No fight yet';
