/**
 * The odds of a fight, by trial fights of the real resolver. The seed is fixed, so that the same input gives the same
 * odds everywhere.
 */
import { stackTypes } from '../../contract/vocabulary.ts';
import {
  carryOf,
  eachStack,
  maxRounds,
  noStacks,
  resolveFight,
  rollFrom,
  type Fight,
  type RollTable,
} from './battle.ts';
import type { Stacks } from '../types.ts';
import { valueOf } from '../diplomacy/scoring.ts';

/** Counted from the attacker's side. */
export interface Odds {
  won: number;
  lost: number;
  drawn: number;
  trials: number;
  attacker: Stacks;
  defender: Stacks;
  /** Mean of the survivors, in whole units. */
  attackerLeft: Stacks;
  defenderLeft: Stacks;
}

const firstState = 0x9e37_79b9;
const step = 0x6d2b_79f5;

/** mulberry32: uniform 32-bit integers. */
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
  const side = (): Stacks => eachStack(() => rollFrom(dice()));
  return Array.from({ length: maxRounds }, () => ({ a: side(), d: side() }));
}

/**
 * Made once, because that takes as long as the fights, and in the order of their numbers, so that they do not depend on
 * what was estimated before.
 */
function rollsByTrial(dice: () => number): (trial: number) => RollTable {
  const made: RollTable[] = [];
  return (trial) => {
    while (made.length < trial) made.push(makeRolls(dice));
    return (made[trial] ??= makeRolls(dice));
  };
}

const rollsOfTrial = rollsByTrial(makeDice());
/** Of the fights with guards. */
const rollsOfGuardTrial = rollsByTrial(makeDice(step));

/** A guard that meets the attacker first, in the open, and the attacker's morale against it. */
export interface GuardInWay {
  stacks: Stacks;
  morale: number;
}

export type TrialBattle = Omit<Fight, 'rolls'> & { guard?: GuardInWay | null };

/** Fights the defender only if the guard falls. */
function fightTrial({ guard = null, attacker, defender, ...terms }: TrialBattle, trial: number) {
  const rolls = rollsOfTrial(trial);
  if (guard === null) return { ...resolveFight({ attacker, defender, ...terms, rolls }), guard: noStacks() };
  const open = { attacker, defender: guard.stacks, wall: 0, morale: guard.morale };
  const first = resolveFight({ ...open, rolls: rollsOfGuardTrial(trial) });
  return first.winner === 'attacker'
    ? { ...resolveFight({ attacker: first.attacker, defender, ...terms, rolls }), guard: first.defender }
    : { ...first, defender, guard: first.defender };
}

/** @param trials an integer of at least 1 */
export function estimateOdds(battle: TrialBattle, trials = 40): Odds {
  const { attacker, defender } = battle;
  const wins = { attacker: 0, defender: 0, draw: 0 };
  const left = { attacker: noStacks(), defender: noStacks() };
  for (let trial = 0; trial < trials; trial += 1) {
    const fight = fightTrial(battle, trial);
    wins[fight.winner] += 1;
    for (const type of stackTypes) {
      left.attacker[type] += fight.attacker[type];
      left.defender[type] += fight.defender[type];
    }
  }
  const mean = (sums: Stacks): Stacks => eachStack((type) => Math.round(sums[type] / trials));
  return {
    won: wins.attacker,
    lost: wins.defender,
    drawn: wins.draw,
    trials,
    attacker,
    defender,
    attackerLeft: mean(left.attacker),
    defenderLeft: mean(left.defender),
  };
}

/** The mean of the trial fights, in resources added. */
export interface RaidOutcome {
  /** Of 40. */
  won: number;
  loot: number;
  /** The price of the units that fall. */
  losses: number;
}

/** @param spoils what the victor takes if the survivors can carry it */
export function estimateRaid(battle: TrialBattle, spoils: number): RaidOutcome {
  const trials = 40;
  const sent = valueOf(battle.attacker);
  let [won, loot, losses] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial += 1) {
    const fight = fightTrial(battle, trial);
    losses += sent - valueOf(fight.attacker);
    if (fight.winner !== 'attacker') continue;
    won += 1;
    loot += Math.min(spoils, carryOf(fight.attacker));
  }
  return { won, loot: loot / trials, losses: losses / trials };
}

/** Per attacker. */
const queueTrials = 20;

/**
 * For each attacker, the trials in which it is the first to win. One after the other, they meet the same guard and
 * defender, whose losses stay; but the militia is whole again.
 * @param attackers with their morale against the defender and the guard; null for those that pass the guard by
 */
export function estimateQueue(
  attackers: readonly { attacker: Stacks; morale: number; moraleToGuard: number | null }[],
  { defender, guard }: { defender: Stacks; guard: Stacks },
): { won: number; trials: number }[] {
  const odds = attackers.map(() => ({ won: 0, trials: queueTrials }));
  for (let trial = 0; trial < queueTrials; trial += 1) {
    let left = { defender, guard };
    for (const [index, { moraleToGuard, ...fight }] of attackers.entries()) {
      const isMet = moraleToGuard !== null && stackTypes.some((type) => left.guard[type] > 0);
      const met = isMet ? { stacks: left.guard, morale: moraleToGuard } : null;
      const battle = { ...fight, defender: left.defender, wall: 0, guard: met };
      const after = fightTrial(battle, trial + queueTrials * index);
      if (after.winner === 'attacker') {
        const own = odds[index];
        if (own !== undefined) own.won += 1;
        break;
      }
      left = {
        defender: { ...after.defender, militia: defender.militia },
        guard: isMet ? after.guard : left.guard,
      };
    }
  }
  return odds;
}

/** Wins of 40 that make a good fight. */
export const goodOdds = 30;
/** Wins of 40 that make a victory almost certain. */
export const safeOdds = 38;
/** Of a search; its result is checked with 40. */
const quickTrials = 8;

/**
 * About the least with which the attacker wins 30 of 40 trial fights; null if `most` do not suffice. Runs some 150
 * fights.
 * @param fightWith the fight with so many further units @param most an integer of at least 1
 */
export function reinforcementOf(
  fightWith: (quantity: number) => TrialBattle,
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
