/**
 * The numbers behind the drawing of a fight: hit points, the two-coloured strip, and the pieces that represent a
 * stack. The server draws with them and the browser redraws with them.
 */
import { stackTypes } from '../contract/vocabulary.ts';
import { stackRules } from '../game/balance.ts';
import type { Stacks } from '../game/types.ts';

/** Number of units, militia included. */
export function countOfAll(stacks: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += stacks[type];
  return sum;
}

/** Hit points of these units; wounded units count in full. */
export function hitPointsOf(stacks: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += stacks[type] * stackRules[type].hp;
  return sum;
}

export type Strip = ReturnType<typeof stripOf>;

/**
 * The strip of two sides by their hit points, in thousandths: what is left of each, and where they met at the start, from
 * the left. The rest of the strip represents the losses.
 */
export function stripOf(own: { start: number; left: number }, foe: { start: number; left: number }) {
  const startSum = Math.max(1, own.start + foe.start);
  const thousandths = (value: number): number => Math.round((1000 * value) / startSum);
  return { own: thousandths(own.left), foe: thousandths(foe.left), met: thousandths(own.start) };
}

/** Percentage left, rounded; at least 1 unless nothing is left. */
export function percentLeft(left: number, start: number): number {
  return left === 0 ? 0 : Math.max(1, Math.round((100 * left) / Math.max(1, start)));
}

/** Maximum number of distinguishable pieces of one stack: four lines of fifteen. */
const maxPieces = 60;
const firstSize = 20;

/** Units per piece, so that the largest stack has at most 60 pieces: 20, 50, 100, 200, 500, ... */
export function pieceSizeFor(largestStack: number): number {
  let size = firstSize;
  for (let index = 0; largestStack > size * maxPieces; index += 1) size *= index % 3 === 0 ? 2.5 : 2;
  return size;
}

/** Number of pieces for a number of units; the last piece may represent fewer units. */
export function piecesFor(units: number, size: number): number {
  return Math.ceil(units / size);
}
