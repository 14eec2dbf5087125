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

/** The rolls of the trial fights, the same for every estimate: made once, because they take as long as the fights. */
const trialRolls: RollTable[] = [];
const trialDice = makeDice();

function rollsOfTrial(trial: number): RollTable {
  return (trialRolls[trial] ??= makeRolls(trialDice));
}

/** Fights one battle `trials` times. @param trials an integer of at least 1 */
export function estimateOdds({ attacker, defender, wall, morale }: Omit<Fight, 'rolls'>, trials = 40): Odds {
  const wins = { attacker: 0, defender: 0, draw: 0 };
  const left = { attacker: noStacks(), defender: noStacks() };
  for (let trial = 0; trial < trials; trial += 1) {
    const fight = resolveFight({ attacker, defender, wall, morale, rolls: rollsOfTrial(trial) });
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

/** Trial fights of each attacker of a queue. */
const queueTrials = 20;

/**
 * For each of these attackers, the trials in which it is the first to win. They meet the same defender one after the other;
 * its losses stay, but its militia is whole again each time.
 */
export function estimateQueue(
  attackers: readonly { stacks: Stacks; morale: number }[],
  defender: Stacks,
): { won: number; trials: number }[] {
  const odds = attackers.map(() => ({ won: 0, trials: queueTrials }));
  for (let trial = 0; trial < queueTrials; trial += 1) {
    let left = defender;
    for (const [index, { stacks, morale }] of attackers.entries()) {
      const rolls = rollsOfTrial(trial + queueTrials * index);
      const fight = resolveFight({ attacker: stacks, defender: left, wall: 0, morale, rolls });
      if (fight.winner === 'attacker') {
        const own = odds[index];
        if (own !== undefined) own.won += 1;
        break;
      }
      left = { ...fight.defender, militia: defender.militia };
    }
  }
  return odds;
}

/** Wins of 40 from which a fight counts as a good one. */
export const goodOdds = 30;
/** Wins of 40 from which a victory is almost certain. */
export const safeOdds = 38;
/** Trials of the search for a number of units; its result is checked with 40. */
const quickTrials = 8;

/**
 * About the least number of further units with which the attacker wins at least 30 of 40 trial fights, or null if
 * `most` of them do not suffice. Runs some 150 fights.
 * @param fightWith the fight with this number of further units @param most an integer of at least 1
 */
export function reinforcementOf(
  fightWith: (quantity: number) => Omit<Fight, 'rolls'>,
  most: number,
): { quantity: number; won: number } | null {
  let [low, high] = [0, most];
  while (high - low > Math.max(1, high / 16)) {
    const middle = Math.ceil((low + high) / 2);
    if (estimateOdds(fightWith(middle), quickTrials).won * 40 >= goodOdds * quickTrials) high = middle;
    else low = middle;
  }
  for (let quantity = high; ; quantity = Math.min(most, Math.ceil(quantity * 1.1))) {
    const { won } = estimateOdds(fightWith(quantity));
    if (won >= goodOdds) return { quantity, won };
    if (quantity === most) return null;
  }
}
