/**
 * The resolver: what becomes of two sides that meet. A pure function of both sides, the wall, the morale and a
 * table of rolls, in integers only, so that anyone can recompute every round from the published seed.
 */
import { stackTypes, unitTypes } from '../contract/vocabulary.ts';
import type { StackType } from '../contract/vocabulary.ts';
import { stackRules, unitRules } from './balance.ts';
import type { Round, Stacks, Units } from './types.ts';

export const maxRounds = 10;
/** Thousandths that each level of the wall adds to what damage to defenders is divided by. */
export const wardPerWallLevel = 40;
const lowestRoll = 900;
const rollSpan = 201;

export type Side = 'a' | 'd';

/** Rolls (900 to 1100, thousandths) of each round, side and stack. */
export type RollTable = Record<Side, Stacks>[];

/** The text whose SHA-256 decides a roll. `round` counts from 1. */
export function rollKey(seed: string, round: number, side: Side, type: StackType): string {
  return `${seed}:${round}:${side}:${type}`;
}

/** @param first32Bits the first four bytes, big-endian, of the SHA-256 of `rollKey` */
export function rollFrom(first32Bits: number): number {
  return lowestRoll + (first32Bits % rollSpan);
}

/** The whole table of a seed. @param first32Bits hashes a text and returns its first four bytes, big-endian */
export function rollTable(seed: string, first32Bits: (text: string) => number): RollTable {
  const rollsOf = (round: number, side: Side): Stacks => {
    const rolls = noStacks();
    for (const type of stackTypes) rolls[type] = rollFrom(first32Bits(rollKey(seed, round, side, type)));
    return rolls;
  };
  return Array.from({ length: maxRounds }, (_, index) => ({
    a: rollsOf(index + 1, 'a'),
    d: rollsOf(index + 1, 'd'),
  }));
}

export const noStacks = (): Stacks => ({ soldiers: 0, archers: 0, knights: 0, catapults: 0, militia: 0 });

/** Units as the stacks of a battle. */
export function stacksOf(units: Units, militia = 0): Stacks {
  return { ...units, militia };
}

export interface Fight {
  attacker: Stacks;
  defender: Stacks;
  /** Level of the wall; 0 without one. */
  wall: number;
  /** Thousandths, 600 to 1000. */
  morale: number;
  rolls: RollTable;
}

export interface FightResult {
  winner: 'attacker' | 'defender' | 'draw';
  attacker: Stacks;
  defender: Stacks;
  rounds: Round[];
}

/** Thousandths: clamp(round(1000 x ((defender + 100) / (attacker + 100))^0.25), 600, 1000). */
export function moraleOf(attackerScore: number, defenderScore: number): number {
  const ratio = (defenderScore + 100) / (attackerScore + 100);
  // Two square roots, because sqrt is exact on every machine and a power is not.
  return Math.min(Math.max(Math.round(1000 * Math.sqrt(Math.sqrt(ratio))), 600), 1000);
}

/** Fights up to ten rounds, both sides of each from the values at its start. */
export function resolveFight({ attacker, defender, wall, morale, rolls }: Fight): FightResult {
  const effectiveWall = Math.max(0, wall - Math.floor(Math.sqrt(attacker.catapults)));
  const ward = 1000 + wardPerWallLevel * effectiveWall;
  const attackers = hpOf(attacker);
  const defenders = hpOf(defender);
  const rounds: Round[] = [];
  while (rounds.length < maxRounds && total(attackers) > 0 && total(defenders) > 0) {
    const roll = rolls[rounds.length];
    if (roll === undefined) throw new Error('a fight needs a roll for every round');
    const byAttacker = strike(attackers, defenders, (n, type) =>
      Math.floor((n * stackRules[type].attack * roll.a[type] * morale) / ward),
    );
    const byDefender = strike(defenders, attackers, (n, type) => n * stackRules[type].attack * roll.d[type]);
    subtract(defenders, byAttacker.taken);
    subtract(attackers, byDefender.taken);
    rounds.push({
      attacker: { units: standing(attackers), damage: byAttacker.dealt },
      defender: { units: standing(defenders), damage: byDefender.dealt },
    });
  }
  const left = { a: total(attackers), d: total(defenders) };
  const winner = left.a > 0 && left.d === 0 ? 'attacker' : left.d > 0 && left.a === 0 ? 'defender' : 'draw';
  return { winner, attacker: standing(attackers), defender: standing(defenders), rounds };
}

function hpOf(stacks: Stacks): Stacks {
  const hp = noStacks();
  for (const type of stackTypes) hp[type] = stacks[type] * stackRules[type].hp * 1000;
  return hp;
}

function standing(hp: Stacks): Stacks {
  const left = noStacks();
  for (const type of stackTypes) left[type] = Math.ceil(hp[type] / (stackRules[type].hp * 1000));
  return left;
}

function total(hp: Stacks): number {
  let sum = 0;
  for (const type of stackTypes) sum += hp[type];
  return sum;
}

/** One side strikes: `dealt` by each of its stacks, `taken` by each stack of the enemy, in milli-hp. */
function strike(
  own: Stacks,
  enemy: Stacks,
  rawOf: (n: number, type: StackType) => number,
): { dealt: Stacks; taken: Stacks } {
  const dealt = noStacks();
  const taken = noStacks();
  const enemyTotal = BigInt(total(enemy));
  const ownUnits = standing(own);
  for (const type of stackTypes) {
    if (ownUnits[type] === 0) continue;
    const raw = BigInt(rawOf(ownUnits[type], type));
    for (const target of stackTypes) {
      if (enemy[target] === 0) continue;
      const share = Number((raw * BigInt(enemy[target])) / enemyTotal);
      const damage = stackRules[type].strongAgainst === target ? Math.floor((share * 3) / 2) : share;
      dealt[type] += damage;
      taken[target] += damage;
    }
  }
  return { dealt, taken };
}

function subtract(hp: Stacks, taken: Stacks): void {
  for (const type of stackTypes) hp[type] = Math.max(0, hp[type] - taken[type]);
}

/** What these units can carry away, in whole units of stock. */
export function carryOf(units: Units): number {
  let carry = 0;
  for (const type of unitTypes) carry += units[type] * unitRules[type].carry;
  return carry;
}
