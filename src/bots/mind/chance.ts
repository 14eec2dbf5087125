/** Repeatable random numbers from a seed. */
import { makeDice } from '../../game/fight/odds.ts';

/** Uniform in [0, 1). */
export type Chance = () => number;

/** @param seed an integer */
export function makeChance(seed: number): Chance {
  const dice = makeDice(Math.imul(seed, 0x9e37_79b1) ^ 0x5bd1_e995);
  return () => dice() / 2 ** 32;
}
