/** Goals: conditions of an empire's own row, each rewarded once, when it first holds. */
import {
  goalNames,
  unitTypes,
  type BuildingType,
  type GoalMeasure,
  type GoalName,
  type UnitType,
} from '../../contract/vocabulary.ts';
import { hourMs } from '../../kernel/time.ts';
import { amounts } from '../balance.ts';
import { give } from './stock.ts';
import type { Emit } from '../events.ts';
import { entryFor } from './ledger.ts';
import type { Amounts, Empire } from '../types.ts';

interface GoalRule {
  counts: GoalMeasure;
  /** Empty for measures that have no types. */
  of: readonly (BuildingType | UnitType)[];
  atLeast: number;
  /** Whole units of each resource. */
  reward: number;
}

const fieldTypes = ['farm', 'quarry', 'market'] as const;

/** The first nineteen can be reached within three hours at speed 1, and bring at most 2,500 of each resource. */
export const goalRules = {
  growth: { counts: 'total_level', of: fieldTypes, atLeast: 5, reward: 80 },
  barracks: { counts: 'highest_level', of: ['barracks'], atLeast: 1, reward: 100 },
  victory: { counts: 'victories', of: [], atLeast: 1, reward: 150 },
  house: { counts: 'highest_level', of: ['house'], atLeast: 1, reward: 80 },
  fields: { counts: 'total_level', of: fieldTypes, atLeast: 8, reward: 100 },
  storehouse: { counts: 'highest_level', of: ['warehouse'], atLeast: 1, reward: 80 },
  recruits: { counts: 'units', of: unitTypes, atLeast: 40, reward: 100 },
  council: { counts: 'highest_level', of: ['town_hall'], atLeast: 2, reward: 120 },
  palisade: { counts: 'highest_level', of: ['wall'], atLeast: 1, reward: 60 },
  homes: { counts: 'highest_level', of: ['house'], atLeast: 3, reward: 150 },
  estates: { counts: 'total_level', of: fieldTypes, atLeast: 12, reward: 150 },
  raids: { counts: 'victories', of: [], atLeast: 3, reward: 130 },
  hall: { counts: 'highest_level', of: ['town_hall'], atLeast: 3, reward: 150 },
  muster: { counts: 'units', of: unitTypes, atLeast: 50, reward: 150 },
  stores: { counts: 'highest_level', of: ['warehouse'], atLeast: 3, reward: 150 },
  second_city: { counts: 'cities', of: [], atLeast: 2, reward: 200 },
  wall: { counts: 'highest_level', of: ['wall'], atLeast: 3, reward: 150 },
  veteran: { counts: 'victories', of: [], atLeast: 10, reward: 250 },
  stable: { counts: 'highest_level', of: ['stable'], atLeast: 1, reward: 150 },
  riders: { counts: 'units', of: ['knights'], atLeast: 10, reward: 500 },
  harvest: { counts: 'total_level', of: fieldTypes, atLeast: 30, reward: 600 },
  workshop: { counts: 'highest_level', of: ['workshop'], atLeast: 1, reward: 500 },
  third_city: { counts: 'cities', of: [], atLeast: 3, reward: 800 },
  engines: { counts: 'units', of: ['catapults'], atLeast: 10, reward: 800 },
  company: { counts: 'units', of: unitTypes, atLeast: 200, reward: 800 },
  palace: { counts: 'highest_level', of: ['town_hall'], atLeast: 10, reward: 1500 },
  conqueror: { counts: 'victories', of: [], atLeast: 70, reward: 2000 },
  five_cities: { counts: 'cities', of: [], atLeast: 5, reward: 2000 },
  ten_cities: { counts: 'cities', of: [], atLeast: 10, reward: 5000 },
  seat: { counts: 'seats', of: [], atLeast: 1, reward: 1000 },
  seat_day: { counts: 'seat_hours', of: [], atLeast: 24, reward: 2000 },
  guard: { counts: 'guard_victories', of: [], atLeast: 1, reward: 1000 },
} as const satisfies Record<GoalName, GoalRule>;

/** Complete levels count, in all cities; living units, wherever they are. */
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
  seat_hours: (empire, _of, speed) => {
    const since = heldLongestSince(empire);
    return since === null ? 0 : Math.floor(((empire.advancedAt - since) * speed) / hourMs);
  },
  // The fight itself reaches the goal.
  guard_victories: ({ goals }) => (goals.guard === undefined ? 0 : 1),
} satisfies Record<GoalMeasure, (empire: Empire, of: readonly string[], speed: number) => number>;

function heldLongestSince({ seats }: Empire): number | null {
  let first: number | null = null;
  for (const { heldSince } of seats)
    if (heldSince !== null && (first === null || heldSince < first)) first = heldSince;
  return first;
}

/** May be more than `atLeast`. */
function countFor(empire: Empire, name: GoalName, speed: number): number {
  const { counts, of } = goalRules[name];
  return measures[counts](empire, of, speed);
}

/** Not before `advancedAt`; null if that is not known. */
function holdsFrom(empire: Empire, name: GoalName, speed: number): number | null {
  const { counts, atLeast } = goalRules[name];
  if (counts !== 'seat_hours') return countFor(empire, name, speed) >= atLeast ? empire.advancedAt : null;
  const since = heldLongestSince(empire);
  return since === null ? null : Math.max(empire.advancedAt, since + Math.ceil((atLeast * hourMs) / speed));
}

export function rewardOf(name: GoalName): Amounts {
  const { reward } = goalRules[name];
  return amounts(reward, reward, reward);
}

/** The first of the table at the same moment. Null for an empire without a player. */
export function nextGoal(empire: Empire, speed: number): { name: GoalName; at: number } | null {
  if (empire.kind !== 'player') return null;
  let next: { name: GoalName; at: number } | null = null;
  for (const name of goalNames) {
    if (empire.goals[name] !== undefined) continue;
    const at = holdsFrom(empire, name, speed);
    if (at !== null && (next === null || at < next.at)) next = { name, at };
  }
  return next;
}

/** The empire is advanced to `at`. The stock may exceed the cap. */
export function reachGoal(empire: Empire, name: GoalName, at: number, emit: Emit): void {
  if (empire.goals[name] !== undefined) return;
  empire.goals = { ...empire.goals, [name]: at };
  give(empire, rewardOf(name), entryFor('goal'));
  emit({ kind: 'goal_reached', at, empireId: empire.id, goal: name });
}

export interface GoalProgress {
  name: GoalName;
  reachedAt: number | null;
  /** At most `atLeast`; less if the condition of a reached goal holds no more. */
  count: number;
  atLeast: number;
  reward: Amounts;
}

export function goalsOf(empire: Empire, speed: number): GoalProgress[] {
  return goalNames.map((name) => {
    const { atLeast } = goalRules[name];
    const reachedAt = empire.goals[name] ?? null;
    const count = Math.min(countFor(empire, name, speed), atLeast);
    return { name, reachedAt, count, atLeast, reward: rewardOf(name) };
  });
}

/** In the usual order, so that the first one stays until it is reached. */
export function openGoals(goals: readonly GoalProgress[]): GoalProgress[] {
  return goals.filter(({ reachedAt }) => reachedAt === null);
}
