/**
 * The odds of a fight: it is fought many times with the real resolver and different dice. The dice come from a
 * small generator of integers with a fixed beginning, so that the same question has the same answer everywhere.
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
  /** Mean of what is left standing, in whole units. */
  attackerLeft: Stacks;
  defenderLeft: Stacks;
}

/** Where the generator begins and how far it walks between two numbers: the constants of mulberry32. */
const firstState = 0x9e37_79b9;
const step = 0x6d2b_79f5;

/** Integers of 32 bits, evenly spread, the same for the same beginning: mulberry32. */
export function makeDice(begin = firstState): () => number {
  let state = begin;
  return () => {
    state = (state + step) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function throwDice(dice: () => number): RollTable {
  const side = (): Stacks => {
    const rolls = noStacks();
    for (const type of stackTypes) rolls[type] = rollFrom(dice());
    return rolls;
  };
  return Array.from({ length: maxRounds }, () => ({ a: side(), d: side() }));
}

/** Fights one battle `trials` times. @param trials a whole number from 1 */
export function estimateOdds({ attacker, defender, wall, morale }: Omit<Fight, 'rolls'>, trials = 40): Odds {
  const dice = makeDice();
  const wins = { attacker: 0, defender: 0, draw: 0 };
  const left = { attacker: noStacks(), defender: noStacks() };
  for (let trial = 0; trial < trials; trial += 1) {
    const fight = resolveFight({ attacker, defender, wall, morale, rolls: throwDice(dice) });
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
