/** Yields of investments: a producer's level, a further city, more storage. */
import { resources, type Resource } from '../../contract/vocabulary.ts';
import {
  levelCost,
  listPrice,
  maxCities,
  maxLevel,
  nextCityCost,
  outputPerHour,
  sumOf,
} from '../../game/balance.ts';
import { plannedLevel } from '../../game/economy/construction.ts';
import { capOf, foodOf, stockScale } from '../../game/economy/stock.ts';
import { noUnits } from '../../game/counts.ts';
import type { Amounts, City, Empire, Units } from '../../game/types.ts';
import type { Draft } from './draft.ts';

export const producers = ['farm', 'quarry', 'market'] as const;
const outputOf = { farm: 'food', quarry: 'materials', market: 'gold' } as const;
/** In the typical cost of building and training. */
const demand: Amounts = { gold: 0.34, food: 0.22, materials: 0.44 };
/** Weight of food above half the cap. */
const surplusFood = 0.25;
const maxScarcity = 3;
/** The yield of a new city is that of its producers at this level; up to it they are cheap. */
const youngLevel = 5;
/** Of the largest rate. */
const hoursOfStore = 3;

export function unitsInTraining({ cities }: Empire): Units {
  const units = noUnits();
  for (const { unit, quantity } of cities.flatMap(({ training }) => training)) units[unit] += quantity;
  return units;
}

/** Net, at speed 1, after the delivery of all units in training. */
export function expectedFoodPerHour({ empire, sight, rates }: Draft): number {
  return rates.food / sight.speed - foodOf(unitsInTraining(empire));
}

/** Of the next level: additional output per hour, divided by the cost; scarce resources count more. */
export function yieldOf(draft: Draft, city: City, type: (typeof producers)[number]): number {
  const level = plannedLevel(city, type);
  if (level >= maxLevel) return 0;
  const gain = outputPerHour(type, level + 1) - outputPerHour(type, level);
  return (gain * scarcityOf(draft, outputOf[type])) / sumOf(levelCost(type, level + 1));
}

function scarcityOf({ rates, sight: { own } }: Draft, resource: Resource): number {
  if (resource === 'food' && own.stock.food > (capOf(own) * stockScale) / 2) return surplusFood;
  const total = resources.reduce((sum, each) => sum + Math.max(1, rates[each]), 0);
  return Math.min(maxScarcity, (demand[resource] * total) / Math.max(1, rates[resource]));
}

/** Output per hour, divided by the cost of the city and its first buildings. */
export function yieldOfCity(draft: Draft): number {
  const count = draft.empire.cities.length;
  if (count >= maxCities) return 0;
  const gain = producers.reduce((sum, type) => sum + outputPerHour(type, youngLevel), 0);
  const cost = producers.reduce((sum, type) => sum + listPrice(type, youngLevel), 0);
  return gain / (sumOf(nextCityCost(count)) + cost);
}

/** Also below the cost of the next city while saving for it. */
export function isStoreSmall({ empire, sight, rates }: Draft, isSaving: boolean): boolean {
  const cap = capOf(empire);
  const hourly = Math.max(...resources.map((resource) => rates[resource])) / sight.speed;
  const price = nextCityCost(empire.cities.length);
  return cap < hoursOfStore * hourly || (isSaving && cap < Math.max(price.gold, price.food, price.materials));
}
