/** Chance that can be repeated: a stream of numbers from a seed. */
import { makeDice } from '../../game/odds.ts';

/** A number from 0 (included) to 1 (not included), evenly spread. */
export type Chance = () => number;

/** The same stream for the same seed. @param seed any whole number */
export function makeChance(seed: number): Chance {
  const dice = makeDice(Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995);
  return () => dice() / 2 ** 32;
}

/** One of a list that is not empty. */
export function pickFrom<T>(list: readonly T[], chance: Chance): T {
  const item = list[Math.floor(chance() * list.length)];
  if (item === undefined) throw new RangeError('there is nothing to pick from');
  return item;
}
