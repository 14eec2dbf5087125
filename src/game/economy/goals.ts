/** Goals: conditions of an empire's own row, each rewarded once at the moment at which it first holds. */
import {
  goalNames,
  unitTypes,
  type BuildingType,
  type GoalMeasure,
  type GoalName,
  type UnitType,
} from '../../contract/vocabulary.ts';
import { amounts } from '../balance.ts';
import { give } from './stock.ts';
import type { Emit } from '../events.ts';
import { entryFor } from './ledger.ts';
import type { Amounts, Empire } from '../types.ts';

/** The condition: what is counted, of which types, and the least number that reaches the goal. */
interface GoalRule {
  counts: GoalMeasure;
  /** Building types or unit types; empty for measures that have no types. */
  of: readonly (BuildingType | UnitType)[];
  atLeast: number;
  /** Whole units of each resource. */
  reward: number;
}

export const goalRules = {
  fields: { counts: 'total_level', of: ['farm', 'quarry', 'market'], atLeast: 8, reward: 100 },
  victory: { counts: 'victories', of: [], atLeast: 1, reward: 150 },
  barracks: { counts: 'highest_level', of: ['barracks'], atLeast: 1, reward: 100 },
  hall: { counts: 'highest_level', of: ['town_hall'], atLeast: 3, reward: 150 },
  muster: { counts: 'units', of: ['soldiers', 'archers', 'knights', 'catapults'], atLeast: 50, reward: 200 },
  homes: { counts: 'highest_level', of: ['house'], atLeast: 3, reward: 150 },
  stores: { counts: 'highest_level', of: ['warehouse'], atLeast: 3, reward: 200 },
  second_city: { counts: 'cities', of: [], atLeast: 2, reward: 300 },
  veteran: { counts: 'victories', of: [], atLeast: 10, reward: 300 },
  wall: { counts: 'highest_level', of: ['wall'], atLeast: 3, reward: 200 },
  riders: { counts: 'units', of: ['knights'], atLeast: 10, reward: 500 },
  seat: { counts: 'seats', of: [], atLeast: 1, reward: 1000 },
} as const satisfies Record<GoalName, GoalRule>;

/** Levels count when they are complete, in all cities; units count while they live, wherever they are. */
const measures = {
  total_level: ({ cities }, of) => {
    let total = 0;
    for (const { buildings } of cities)
      for (const { type, level } of buildings) if (of.includes(type)) total += level;
    return total;
  },
  highest_level: ({ cities }, of) => {
    let highest = 0;
    for (const { buildings } of cities)
      for (const { type, level } of buildings) if (level > highest && of.includes(type)) highest = level;
    return highest;
  },
  units: ({ armies }, of) => {
    let count = 0;
    for (const { units } of armies) for (const type of unitTypes) if (of.includes(type)) count += units[type];
    return count;
  },
  victories: ({ victories }) => victories,
  cities: ({ cities }) => cities.length,
  seats: ({ seats }) => seats.length,
} satisfies Record<GoalMeasure, (empire: Empire, of: readonly string[]) => number>;

/** How much of the condition the empire has at present; it may be more than `atLeast`. */
function countFor(empire: Empire, name: GoalName): number {
  const { counts, of } = goalRules[name];
  return measures[counts](empire, of);
}

export function rewardOf(name: GoalName): Amounts {
  const { reward } = goalRules[name];
  return amounts(reward, reward, reward);
}

/** The first goal that holds and has not been rewarded; null if there is none, and for an empire without a player. */
export function reachedGoal(empire: Empire): GoalName | null {
  if (empire.kind !== 'player') return null;
  for (const name of goalNames) {
    if (empire.goals[name] === undefined && countFor(empire, name) >= goalRules[name].atLeast) return name;
  }
  return null;
}

/** Notes a goal and credits its reward at `at`, to which the empire is advanced. The stock may exceed the cap. */
export function reachGoal(empire: Empire, name: GoalName, at: number, emit: Emit): void {
  empire.goals = { ...empire.goals, [name]: at };
  give(empire, rewardOf(name), entryFor('goal'));
  emit({ kind: 'goal_reached', at, empireId: empire.id, goal: name });
}

export interface GoalProgress {
  name: GoalName;
  /** Null until it is reached. */
  reachedAt: number | null;
  /** At most `atLeast`. A goal that was reached stays so when its condition holds no more. */
  count: number;
  atLeast: number;
  reward: Amounts;
}

/** All goals with their progress. */
export function goalsOf(empire: Empire): GoalProgress[] {
  return goalNames.map((name) => {
    const { atLeast } = goalRules[name];
    const reachedAt = empire.goals[name] ?? null;
    const count = Math.min(countFor(empire, name), atLeast);
    return { name, reachedAt, count, atLeast, reward: rewardOf(name) };
  });
}

/** The goals that are not reached, in their usual order, so that the first one stays until it is reached. */
export function openGoals(goals: readonly GoalProgress[]): GoalProgress[] {
  return goals.filter(({ reachedAt }) => reachedAt === null);
}
