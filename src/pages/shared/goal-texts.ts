/** The goals in words: what to do, how far it is, and why it helps. */
import type { GoalName } from '../../contract/vocabulary.ts';
import { goalRules } from '../../game/economy/goals.ts';
import { countOf, group } from './formatters.ts';

interface GoalText {
  /** As an order to the player. @param n the count that reaches the goal */
  title: (n: number) => string;
  /** The plural of what is counted; by default levels. */
  counted?: string;
  reason: string;
  icon: string;
}

export const goalTexts: Record<GoalName, GoalText> = {
  fields: {
    title: (n) => `Build ${countOf(n, 'levels')} of farm, quarry and market together`,
    reason: 'They are your income. The first levels cost little and pay for themselves soonest.',
    icon: 'farm',
  },
  victory: {
    title: (n) => (n === 1 ? 'Win an attack' : `Win ${group(n)} attacks`),
    counted: 'attacks won',
    reason: 'A won attack brings plunder. Villages never strike back; the weakest fall to a few soldiers.',
    icon: 'attack',
  },
  barracks: {
    title: () => 'Build barracks',
    counted: 'barracks',
    reason: 'They train soldiers and archers. These defend your stock and plunder other cities.',
    icon: 'barracks',
  },
  hall: {
    title: (n) => `Raise a town hall to level ${n}`,
    reason:
      'It speeds up all building in its city and allows higher levels. Stables and workshops need one, too.',
    icon: 'town_hall',
  },
  muster: {
    title: (n) => `Have ${countOf(n, 'units')}`,
    counted: 'units',
    reason: 'The larger side loses fewer units in a fight, at home and away.',
    icon: 'soldiers',
  },
  homes: {
    title: (n) => `Raise a house to level ${n}`,
    reason: 'Houses bring people. Every level of a building and every unit needs some.',
    icon: 'house',
  },
  stores: {
    title: (n) => `Raise a warehouse to level ${n}`,
    reason: 'You can save for larger levels, you stay full less often, and more is safe from plunder.',
    icon: 'warehouse',
  },
  second_city: {
    title: (n) => (n === 2 ? 'Found a second city' : `Have ${countOf(n, 'cities', 'city')}`),
    counted: 'cities',
    reason: 'It builds and trains at the same time as your capital, and adds its own output and stores.',
    icon: 'overview',
  },
  veteran: {
    title: (n) => (n === 1 ? 'Win an attack' : `Win ${group(n)} attacks`),
    counted: 'attacks won',
    reason: 'Regular raids are an income of their own. Villages fill their stores again while you are away.',
    icon: 'attack',
  },
  wall: {
    title: (n) => `Raise a wall to level ${n}`,
    reason: 'It hurts attackers before the first round and protects everybody behind it, militia included.',
    icon: 'wall',
  },
  riders: {
    title: (n) => `Have ${countOf(n, 'knights')}`,
    counted: 'knights',
    reason: 'Knights are the fastest unit, carry the most, and beat archers.',
    icon: 'knights',
  },
  seat: {
    title: (n) => (n === 1 ? 'Take a seat' : `Hold ${countOf(n, 'seats')}`),
    counted: 'seats',
    reason: 'Each seat earns crowns every hour, and the empire with most crowns becomes the Hegemon.',
    icon: 'seat',
  },
};

export const goalTitle = (name: GoalName): string => goalTexts[name].title(goalRules[name].atLeast);

/** `5 of 8 levels`, `level 2 of 3`, or `not yet` for something that is either there or not. */
export function goalProgressText(name: GoalName, count: number): string {
  const { counts, atLeast } = goalRules[name];
  if (atLeast === 1) return count === 0 ? 'not yet' : 'reached';
  if (counts === 'highest_level') return `level ${count} of ${atLeast}`;
  return `${group(count)} of ${group(atLeast)} ${goalTexts[name].counted ?? 'levels'}`;
}
