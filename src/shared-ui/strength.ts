/** The numbers behind the drawing of a fight: hit points, the two-coloured strip, and the pieces of a stack. */
import { stackTypes } from '../contract/vocabulary.ts';
import { stackRules } from '../game/balance.ts';
import type { Stacks } from '../game/types.ts';

/** Militia included. */
export function countOfAll(stacks: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += stacks[type];
  return sum;
}

/** Wounded units count in full. */
export function hitPointsOf(stacks: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += stacks[type] * stackRules[type].hp;
  return sum;
}

export type Strip = ReturnType<typeof stripOf>;

/**
 * By hit points, in thousandths: what is left of each side, and where they met at the start, from the left. The rest
 * represents the losses.
 */
export function stripOf(own: { start: number; left: number }, foe: { start: number; left: number }) {
  const startSum = Math.max(1, own.start + foe.start);
  const thousandths = (value: number): number => Math.round((1000 * value) / startSum);
  return { own: thousandths(own.left), foe: thousandths(foe.left), met: thousandths(own.start) };
}

/** Rounded; at least 1 unless nothing is left. */
export function percentLeft(left: number, start: number): number {
  return left === 0 ? 0 : Math.max(1, Math.round((100 * left) / Math.max(1, start)));
}

/** Distinguishable pieces of one stack: four lines of fifteen. */
const maxPieces = 60;
const firstSize = 20;

/** Units per piece, for at most 60 pieces: 20, 50, 100, 200, 500, ... */
export function pieceSizeFor(largestStack: number): number {
  let size = firstSize;
  for (let index = 0; largestStack > size * maxPieces; index += 1) size *= index % 3 === 0 ? 2.5 : 2;
  return size;
}

/** The last piece may represent fewer units. */
export function piecesFor(units: number, size: number): number {
  return Math.ceil(units / size);
}
