/**
 * The battle resolver: a pure function, in integers only, so that players can recompute every round from the published
 * seed.
 */
import { stackTypes, unitTypes, type StackType } from '../../contract/vocabulary.ts';
import { stackRules, unitRules } from '../balance.ts';
import type { Round } from '../battle-types.ts';
import type { Stacks, Units } from '../types.ts';

export const maxRounds = 10;
/** Thousandths that each level of the wall adds to the divisor of damage to defenders. */
export const wardPerWallLevel = 40;
/** Thousandths of its hit points that an attacking stack loses per level before round 1. */
export const volleyPerWallLevel = 10;
/** Factor of damage to the type that a stack is strong against. */
export const strongTimes = 1.5;
/** Surviving catapults that take off one level after a victory. */
export const catapultsPerWallLevel = 25;
/** Thousandths, both included. */
export const minRoll = 900;
export const maxRoll = 1100;
/** Thousandths, both included: bounds of the morale that the scores give. */
export const minMorale = 600;
export const fullMorale = 1000;
/** At a seat, the weariness of the holder adds up to 4000. */
export const maxMorale = 5000;

/** In the playback: max(3 s / speed, 0.5 s). */
export function roundMs(speed: number): number {
  return Math.max(Math.ceil(3_000 / speed), 500);
}

export type Side = 'a' | 'd';

/** Of each round, side and stack: 900 to 1100, thousandths. */
export type RollTable = Record<Side, Stacks>[];

/** A parameter: the core cannot hash. */
export type BattleRandom = (seed: string) => RollTable;

export function guardSeed(seed: string): string {
  return `${seed}/1`;
}

/** The text whose SHA-256 decides a roll. `round` starts at 1. */
export function rollKey(seed: string, round: number, side: Side, type: StackType): string {
  return `${seed}:${round}:${side}:${type}`;
}

/** @param first32Bits the first four bytes, big-endian, of the SHA-256 of `rollKey` */
export function rollFrom(first32Bits: number): number {
  return minRoll + (first32Bits % (maxRoll - minRoll + 1));
}

/** @param first32Bits returns the first four bytes, big-endian, of the SHA-256 of a text */
export function rollTable(seed: string, first32Bits: (text: string) => number): RollTable {
  const sideRolls = (round: number, side: Side): Stacks =>
    eachStack((type) => rollFrom(first32Bits(rollKey(seed, round, side, type))));
  return Array.from({ length: maxRounds }, (_, index) => ({
    a: sideRolls(index + 1, 'a'),
    d: sideRolls(index + 1, 'd'),
  }));
}

export const noStacks = (): Stacks => ({ soldiers: 0, archers: 0, knights: 0, catapults: 0, militia: 0 });

/** Called in the order of `stackTypes`. */
export function eachStack(numberOf: (type: StackType) => number): Stacks {
  const stacks = noStacks();
  for (const type of stackTypes) stacks[type] = numberOf(type);
  return stacks;
}

export function stacksOf(units: Units, militia = 0): Stacks {
  return { ...units, militia };
}

export interface Fight {
  attacker: Stacks;
  defender: Stacks;
  /** 0 without a wall. */
  wall: number;
  /** Thousandths, 600 to 5000. */
  morale: number;
  rolls: RollTable;
}

export interface FightResult {
  winner: 'attacker' | 'defender' | 'draw';
  attacker: Stacks;
  defender: Stacks;
  /** Milli-hp; see `Outcome`. */
  volley: Stacks;
  rounds: Round[];
}

/** Thousandths: clamp(round(1000 x ((defender + 100) / (attacker + 100))^0.25), 600, 1000). */
export function moraleOf(attackerScore: number, defenderScore: number): number {
  const ratio = (defenderScore + 100) / (attackerScore + 100);
  // IEEE 754 rounds sqrt exactly on every machine, but not a power.
  const morale = Math.round(fullMorale * Math.sqrt(Math.sqrt(ratio)));
  return Math.min(Math.max(morale, minMorale), fullMorale);
}

/** A side is a list, not a table by type: trial fights run several times faster. */
interface FightingStack {
  type: StackType;
  attack: number;
  strongAgainst: StackType | null;
  /** Milli-hp of one unit, of all living units, and the damage of this round. */
  unitHp: number;
  hp: number;
  taken: number;
}

/** In a round, both sides strike with their values at its start. */
export function resolveFight({ attacker, defender, wall, morale, rolls }: Fight): FightResult {
  const effectiveWall = Math.max(0, wall - Math.floor(Math.sqrt(attacker.catapults)));
  const ward = 1000 + wardPerWallLevel * effectiveWall;
  const attackers = toFightingStacks(attacker);
  const defenders = toFightingStacks(defender);
  const volley = fireVolley(attackers, total(defenders) > 0 ? effectiveWall : 0);
  const rounds: Round[] = [];
  while (rounds.length < maxRounds && total(attackers) > 0 && total(defenders) > 0) {
    const roll = rolls[rounds.length];
    if (roll === undefined) throw new Error('rolls: must have one entry per round');
    const byAttacker = strike(attackers, defenders, (n, { type, attack }) =>
      Math.floor((n * attack * roll.a[type] * morale) / ward),
    );
    const byDefender = strike(defenders, attackers, (n, { type, attack }) => n * attack * roll.d[type]);
    takeWounds(defenders);
    takeWounds(attackers);
    rounds.push({
      attacker: { units: survivors(attackers), damage: byAttacker },
      defender: { units: survivors(defenders), damage: byDefender },
    });
  }
  const left = { a: total(attackers), d: total(defenders) };
  const winner = left.a > 0 && left.d === 0 ? 'attacker' : left.d > 0 && left.a === 0 ? 'defender' : 'draw';
  return { winner, attacker: survivors(attackers), defender: survivors(defenders), volley, rounds };
}

function toFightingStacks(stacks: Stacks): FightingStack[] {
  return stackTypes
    .filter((type) => stacks[type] > 0)
    .map((type) => {
      const { attack, hp, strongAgainst } = stackRules[type];
      const unitHp = hp * 1000;
      return { type, attack, strongAgainst, unitHp, hp: stacks[type] * unitHp, taken: 0 };
    });
}

/** Before round 1, every attacking stack loses floor(milli-hp x 10 x wall / 1000). Returns the milli-hp. */
function fireVolley(attackers: readonly FightingStack[], wall: number): Stacks {
  const volley = noStacks();
  for (const stack of attackers) {
    volley[stack.type] = Math.floor((stack.hp * volleyPerWallLevel * wall) / 1000);
    stack.hp -= volley[stack.type];
  }
  return volley;
}

/** A wounded unit counts as one. */
export function afterVolley(start: Stacks, volley: Stacks | null): Stacks {
  if (volley === null) return { ...start };
  return eachStack((type) => {
    const unitHp = stackRules[type].hp * 1000;
    return Math.ceil((start[type] * unitHp - volley[type]) / unitHp);
  });
}

function countOf({ hp, unitHp }: FightingStack): number {
  return Math.ceil(hp / unitHp);
}

function survivors(side: readonly FightingStack[]): Stacks {
  const left = noStacks();
  for (const stack of side) left[stack.type] = countOf(stack);
  return left;
}

function total(side: readonly FightingStack[]): number {
  let sum = 0;
  for (const { hp } of side) sum += hp;
  return sum;
}

/** `takeWounds` subtracts the damage after both sides have struck. Returns the milli-hp dealt by each stack. */
function strike(
  own: readonly FightingStack[],
  enemy: readonly FightingStack[],
  rawOf: (n: number, stack: FightingStack) => number,
): Stacks {
  const dealt = noStacks();
  const enemyTotal = total(enemy);
  for (const stack of own) {
    const raw = rawOf(countOf(stack), stack);
    let sum = 0;
    for (const target of enemy) {
      const share = shareOf(raw, target.hp, enemyTotal);
      const damage = stack.strongAgainst === target.type ? Math.floor(share * strongTimes) : share;
      target.taken += damage;
      sum += damage;
    }
    dealt[stack.type] = sum;
  }
  return dealt;
}

/**
 * floor(raw x hp / sideHp), exact although the product may have 67 bits. The relative error of the floating-point
 * quotient is below 2^-51; slow big integers decide only if an integer is within it.
 */
function shareOf(raw: number, hp: number, sideHp: number): number {
  if (raw === 0 || hp === 0) return 0;
  if (hp === sideHp) return raw;
  const quotient = (raw * hp) / sideHp;
  const floor = Math.floor(quotient);
  const maxError = quotient * 2 ** -51;
  if (quotient - floor > maxError && floor + 1 - quotient > maxError) return floor;
  return Number((BigInt(raw) * BigInt(hp)) / BigInt(sideHp));
}

function takeWounds(side: readonly FightingStack[]): void {
  for (const stack of side) {
    stack.hp = Math.max(0, stack.hp - stack.taken);
    stack.taken = 0;
  }
}

export function breachedLevel(level: number, catapults: number): number {
  return Math.max(0, level - Math.floor(catapults / catapultsPerWallLevel));
}

/** In whole units of stock. */
export function carryOf(units: Units): number {
  let carry = 0;
  for (const type of unitTypes) carry += units[type] * unitRules[type].carry;
  return carry;
}
