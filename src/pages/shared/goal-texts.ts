/** The goals in words: what to do, how far it is, and why it helps. Hours and days are those of a world of speed 1. */
import type { GoalName } from '../../contract/vocabulary.ts';
import { goalRules } from '../../game/economy/goals.ts';
import { countOf, group } from './formatters.ts';

interface GoalText {
  /** @param n the count that reaches the goal */
  title: (n: number) => string;
  /** By default levels. */
  counted?: string;
  reason: string;
  icon: string;
}

const fields = {
  title: (n: number) => `Build ${countOf(n, 'levels')} of farm, quarry and market together`,
  icon: 'farm',
};
const victories = {
  title: (n: number) => (n === 1 ? 'Win an attack' : `Win ${group(n)} attacks`),
  counted: 'attacks won',
  icon: 'attack',
};
const units = { title: (n: number) => `Have ${countOf(n, 'units')}`, counted: 'units' };
const cities = {
  title: (n: number) => `Have ${countOf(n, 'cities', 'city')}`,
  counted: 'cities',
  icon: 'overview',
};
const building = (name: string, icon: string) => ({
  title: (n: number) => (n === 1 ? `Build a ${name}` : `Raise a ${name} to level ${n}`),
  icon,
});
const seatReason = 'Each seat earns crowns every hour, and the empire with most crowns becomes the Hegemon.';

export const goalTexts: Record<GoalName, GoalText> = {
  growth: {
    ...fields,
    reason: 'They are your income. The first levels cost little and pay for themselves soonest.',
  },
  barracks: {
    title: () => 'Build barracks',
    counted: 'barracks',
    reason: 'They train soldiers and archers. These defend your stock and plunder other cities.',
    icon: 'barracks',
  },
  victory: {
    ...victories,
    reason: 'A won attack brings plunder. Villages never strike back; the weakest fall to a few soldiers.',
  },
  house: {
    ...building('house', 'house'),
    reason: 'Houses bring people. Every level of a building and every unit needs some.',
  },
  fields: { ...fields, reason: 'Your income pays for everything else: raise it as soon as you can.' },
  storehouse: {
    ...building('warehouse', 'warehouse'),
    reason: 'You stay full less often, and more of your stock is safe from plunder.',
  },
  recruits: {
    ...units,
    reason: 'Ten more units beat villages that your first army cannot.',
    icon: 'soldiers',
  },
  council: {
    ...building('town hall', 'town_hall'),
    reason: 'It speeds up all building in its city and allows higher levels.',
  },
  palisade: {
    ...building('wall', 'wall'),
    reason: 'It hurts attackers before the first round, and costs little.',
  },
  homes: {
    ...building('house', 'house'),
    reason: 'More people: for higher levels, and for a larger army.',
  },
  estates: { ...fields, reason: 'Each level makes a tenth more than the one before it did.' },
  raids: {
    ...victories,
    reason: 'A village that was raided gives less until its stores are full again.',
  },
  hall: {
    ...building('town hall', 'town_hall'),
    reason:
      'It speeds up all building in its city and allows higher levels. Stables and workshops need one, too.',
  },
  muster: {
    ...units,
    reason: 'The larger side loses fewer units in a fight, at home and away.',
    icon: 'soldiers',
  },
  stores: {
    ...building('warehouse', 'warehouse'),
    reason: 'You can save for larger levels, you stay full less often, and more is safe from plunder.',
  },
  second_city: {
    ...cities,
    title: () => 'Found a second city',
    reason: 'It builds and trains at the same time as your capital, and adds its own output and stores.',
  },
  wall: {
    ...building('wall', 'wall'),
    reason: 'It hurts attackers before the first round and protects everybody behind it, militia included.',
  },
  veteran: {
    ...victories,
    reason: 'Raids are an income if villages take turns: one that has rested gives as much as at first.',
  },
  stable: {
    ...building('stable', 'stable'),
    reason: 'It trains knights, who march twice as fast as soldiers.',
  },
  riders: {
    ...{ title: (n) => `Have ${countOf(n, 'knights')}`, counted: 'knights', icon: 'knights' },
    reason: 'Knights are the fastest unit, carry the most, and beat archers.',
  },
  harvest: { ...fields, reason: 'Cities of their own fields feed armies and pay for further cities.' },
  workshop: {
    ...building('workshop', 'workshop'),
    reason: 'It trains catapults, which lower the wall of whom you attack.',
  },
  third_city: { ...cities, reason: 'It adds its own output and stores, and one more queue for building.' },
  engines: {
    ...{ title: (n) => `Have ${countOf(n, 'catapults')}`, counted: 'catapults', icon: 'catapults' },
    reason: 'With a tenth of your army in catapults, high walls cost you far fewer units.',
  },
  company: { ...units, reason: 'So many win against the neighbours of a grown empire.', icon: 'soldiers' },
  palace: {
    ...building('town hall', 'town_hall'),
    reason: 'It builds every level in its city much faster.',
  },
  conqueror: {
    ...victories,
    reason: 'Ten in each day of the game, for a week: some villages rest while you raid the others.',
  },
  five_cities: { ...cities, reason: 'Five queues build at once, and a raid on one of them takes a fifth.' },
  ten_cities: { ...cities, reason: 'No empire has more: from here on you grow in height.' },
  seat: {
    title: (n) => (n === 1 ? 'Take a seat' : `Hold ${countOf(n, 'seats')}`),
    counted: 'seats',
    reason: seatReason,
    icon: 'seat',
  },
  seat_day: {
    title: (n) => `Hold a seat for ${countOf(n, 'hours')} of the game`,
    counted: 'hours',
    reason: `${seatReason} Who has held one for long is attacked with more courage.`,
    icon: 'seat',
  },
  guard: {
    title: () => 'Win a fight as a guard',
    reason: 'It takes an ally: your army at one of their cities or seats meets every attacker first.',
    icon: 'defence',
  },
};

export const goalTitle = (name: GoalName): string => goalTexts[name].title(goalRules[name].atLeast);

/** `5 of 8 levels`, `level 2 of 3`, or `not yet`. */
export function goalProgressText(name: GoalName, count: number): string {
  const { counts, atLeast } = goalRules[name];
  if (atLeast === 1) return count === 0 ? 'not yet' : 'reached';
  if (counts === 'highest_level') return `level ${count} of ${atLeast}`;
  return `${group(count)} of ${group(atLeast)} ${goalTexts[name].counted ?? 'levels'}`;
}
