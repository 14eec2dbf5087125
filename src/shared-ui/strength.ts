/**
 * What a fight looks like in figures: hit points standing, how far the strip of two colours reaches, how many
 * pieces stand for a stack. The pages draw with it on the server and redraw with it in the browser.
 */
import { stackTypes } from '../contract/vocabulary.ts';
import { stackRules } from '../game/balance.ts';
import type { Stacks } from '../game/types.ts';

/** How many stand, militia included. */
export function countOfAll(stacks: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += stacks[type];
  return sum;
}

/** Hit points of what stands; the wounded count whole. */
export function hitPointsOf(stacks: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += stacks[type] * stackRules[type].hp;
  return sum;
}

export interface Strip {
  /** Thousandths of the whole strip. */
  own: number;
  foe: number;
  /** Where the sides met, from the left. */
  met: number;
}

/** The strip of two sides by their hit points; what neither side still has is what fell. */
export function stripOf(own: { start: number; left: number }, foe: { start: number; left: number }): Strip {
  const whole = Math.max(1, own.start + foe.start);
  const part = (value: number): number => Math.round((1000 * value) / whole);
  return { own: part(own.left), foe: part(foe.left), met: part(own.start) };
}

/** How many of a hundred stand, whole; one where anything stands at all. */
export function percentLeft(left: number, start: number): number {
  return left === 0 ? 0 : Math.max(1, Math.round((100 * left) / Math.max(1, start)));
}

/** Pieces of one stack that can still be told apart, four lines of fifteen. */
const maxPieces = 60;
const firstSize = 20;

/** How many units one piece stands for, so that the largest stack has at most 60: 20, 50, 100, 200, 500, ... */
export function pieceSizeFor(largestStack: number): number {
  let size = firstSize;
  for (let index = 0; largestStack > size * maxPieces; index += 1) size *= index % 3 === 0 ? 2.5 : 2;
  return size;
}

/** Pieces that a number of units fills; the last one may stand for fewer. */
export function piecesFor(units: number, size: number): number {
  return Math.ceil(units / size);
}
