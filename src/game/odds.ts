/**
 * The odds of a fight, estimated by many trial fights with the real resolver and different rolls. The random
 * generator has a fixed seed, so that the same input gives the same odds everywhere.
 */
import { stackTypes } from '../contract/vocabulary.ts';
import { maxRounds, noStacks, resolveFight, rollFrom, type Fight, type RollTable } from './battle.ts';
import type { Stacks } from './types.ts';

/** Counted from the attacker's side. */
export interface Odds {
  won: number;
  lost: number;
  drawn: number;
  trials: number;
  attacker: Stacks;
  defender: Stacks;
  /** Mean of the surviving units, rounded to whole units. */
  attackerLeft: Stacks;
  defenderLeft: Stacks;
}

/** Initial state and increment of the generator: the constants of mulberry32. */
const firstState = 0x9e37_79b9;
const step = 0x6d2b_79f5;

/** The generator mulberry32: uniform 32-bit integers, the same sequence for the same seed. */
export function makeDice(seed = firstState): () => number {
  let state = seed;
  return () => {
    state = (state + step) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function makeRolls(dice: () => number): RollTable {
  const side = (): Stacks => {
    const rolls = noStacks();
    for (const type of stackTypes) rolls[type] = rollFrom(dice());
    return rolls;
  };
  return Array.from({ length: maxRounds }, () => ({ a: side(), d: side() }));
}

/** Fights one battle `trials` times. @param trials an integer of at least 1 */
export function estimateOdds({ attacker, defender, wall, morale }: Omit<Fight, 'rolls'>, trials = 40): Odds {
  const dice = makeDice();
  const wins = { attacker: 0, defender: 0, draw: 0 };
  const left = { attacker: noStacks(), defender: noStacks() };
  for (let trial = 0; trial < trials; trial += 1) {
    const fight = resolveFight({ attacker, defender, wall, morale, rolls: makeRolls(dice) });
    wins[fight.winner] += 1;
    for (const type of stackTypes) {
      left.attacker[type] += fight.attacker[type];
      left.defender[type] += fight.defender[type];
    }
  }
  for (const type of stackTypes) {
    left.attacker[type] = Math.round(left.attacker[type] / trials);
    left.defender[type] = Math.round(left.defender[type] / trials);
  }
  return {
    won: wins.attacker,
    lost: wins.defender,
    drawn: wins.draw,
    trials,
    attacker,
    defender,
    attackerLeft: left.attacker,
    defenderLeft: left.defender,
  };
}
