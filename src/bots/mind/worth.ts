/** Yields of investments: a producer's level, a further city, more storage. Also the expected food. */
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
/** Share of each resource in the typical cost of building and training. */
const demand: Amounts = { gold: 0.34, food: 0.22, materials: 0.44 };
/** Weight of food while the stock has more than half of what the storage holds. */
const surplusFood = 0.25;
/** Maximum weight of a scarce resource. */
const maxScarcity = 3;
/** The yield of a new city is that of its producers at this level; up to it they are cheap. */
const youngLevel = 5;
/** Hours of the largest rate that the storage should hold. */
const hoursOfStore = 3;

export function unitsInTraining({ cities }: Empire): Units {
  const units = noUnits();
  for (const { unit, quantity } of cities.flatMap(({ training }) => training)) units[unit] += quantity;
  return units;
}

/** Net food per hour at speed 1 after the delivery of all units in training. */
export function expectedFoodPerHour({ empire, sight, rates }: Draft): number {
  return rates.food / sight.speed - foodOf(unitsInTraining(empire));
}

/** Additional output per hour of a producer's next level, divided by its cost; scarce resources count more. */
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

/** Output per hour of a further city, divided by the cost of the city and its first buildings. */
export function yieldOfCity(draft: Draft): number {
  const count = draft.empire.cities.length;
  if (count >= maxCities) return 0;
  const gain = producers.reduce((sum, type) => sum + outputPerHour(type, youngLevel), 0);
  const cost = producers.reduce((sum, type) => sum + listPrice(type, youngLevel), 0);
  return gain / (sumOf(nextCityCost(count)) + cost);
}

/** Whether the storage cap is below `hoursOfStore`, or below the cost of the next city while saving for it. */
export function isStoreSmall({ empire, sight, rates }: Draft, isSaving: boolean): boolean {
  const cap = capOf(empire);
  const hourly = Math.max(...resources.map((resource) => rates[resource])) / sight.speed;
  const price = nextCityCost(empire.cities.length);
  return cap < hoursOfStore * hourly || (isSaving && cap < Math.max(price.gold, price.food, price.materials));
}
