/** The form of the simulator: bounds, validation issues and both sides. */
import { stackTypes, unitTypes } from '../contract/vocabulary.ts';
import { maxLevel } from '../game/balance.ts';
import { fullMorale, maxMorale, minMorale, moraleOf, eachStack, type Fight } from '../game/fight/battle.ts';
import type { Stacks } from '../game/types.ts';
import { group } from './numbers.ts';
import { countOfAll } from './strength.ts';

/** If the field is empty. */
export const presetSeed = 'dice-1';
/** In code points. */
export const maxSeedLength = 100;

type Bounds = readonly [number, number];

const [units, score] = [[0, 100_000] as const, [0, 1_000_000_000] as const];

/** Inclusive, by field name, in the order of the form; morale in per cent. */
export const numberBounds: Readonly<Partial<Record<string, Bounds>>> = {
  ...Object.fromEntries(unitTypes.map((type) => [`attacker_${type}`, units])),
  ...Object.fromEntries(stackTypes.map((type) => [`defender_${type}`, units])),
  wall: [0, maxLevel],
  morale: [minMorale / 10, maxMorale / 10],
  attacker_score: score,
  defender_score: score,
};

export type ReadForm = ReturnType<typeof readForm>;

/** Null for a valid number. Only the morale may have a decimal: it has tenths. */
function issueIn(name: string, text: string, [min, max]: Bounds): string | null {
  if (name === 'morale' && !/^-?\d{1,16}([.]\d)?$/.test(text))
    return 'must be a number with at most one decimal';
  if (name !== 'morale' && !/^-?\d{1,16}$/.test(text)) return 'must be a whole number';
  if (Number(text) < min) return `must be at least ${group(min)}`;
  return Number(text) > max ? `must be at most ${group(max)}` : null;
}

/** @param textOf returns the text of a field, '' if it is empty */
export function readForm(textOf: (name: string) => string) {
  /** By field; shown behind its label. */
  const issues = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const [name, bounds] of Object.entries(numberBounds)) {
    const text = textOf(name).trim();
    if (text === '' || bounds === undefined) continue;
    const issue = issueIn(name, text, bounds);
    if (issue === null) numbers.set(name, Number(text));
    else issues.set(name, issue);
  }
  for (const [name, other] of [
    ['attacker_score', 'defender_score'],
    ['defender_score', 'attacker_score'],
  ] as const) {
    if (textOf(name).trim() === '' && textOf(other).trim() !== '')
      issues.set(name, 'must be given with the other score');
  }
  const seed = textOf('seed').trim();
  if (Array.from(seed).length > maxSeedLength)
    issues.set('seed', `must have at most ${maxSeedLength} characters`);
  const sides = toSides(numbers);
  const bothSidesFilled = countOfAll(sides.attacker) > 0 && countOfAll(sides.defender) > 0;
  return {
    issues,
    /** Null if there are issues or a side has no units. */
    sides: issues.size === 0 && bothSidesFilled ? sides : null,
    seed: seed === '' ? presetSeed : seed,
  };
}

/** Without a morale, it follows from the scores, or is full without scores. */
function toSides(numbers: ReadonlyMap<string, number>): Omit<Fight, 'rolls'> {
  const side = (name: string): Stacks => eachStack((type) => numbers.get(`${name}_${type}`) ?? 0);
  const [own, foe] = [numbers.get('attacker_score'), numbers.get('defender_score')];
  const byScore = own === undefined || foe === undefined ? fullMorale : moraleOf(own, foe);
  const percent = numbers.get('morale');
  const morale = percent === undefined ? byScore : Math.round(percent * 10);
  return { attacker: side('attacker'), defender: side('defender'), wall: numbers.get('wall') ?? 0, morale };
}

/** Null for a field of one side only. */
function swappedField(name: string): string | null {
  if (name === 'defender_militia') return null;
  if (name.startsWith('attacker_')) return name.replace('attacker_', 'defender_');
  return name.replace('defender_', 'attacker_');
}

/** Militia only defends, so it is dropped. */
export function swappedQuery(fields: Iterable<readonly [name: string, value: string]>): string {
  const query = new URLSearchParams();
  for (const [name, value] of fields) {
    const swapped = swappedField(name);
    if (value !== '' && swapped !== null) query.set(swapped, value);
  }
  return query.toString();
}

export function waitingText(issues: ReadForm['issues']): string {
  return issues.size > 0
    ? 'Correct the marked fields to see the result.'
    : 'Enter units on both sides to see the result.';
}

export const noResult = 'No fight yet';
