/** What an investment is worth: a level of a producer, a further city, a larger store; and what there will be to eat. */
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
import { plannedLevel } from '../../game/construction.ts';
import { capOf, foodOf } from '../../game/economy.ts';
import { noUnits } from '../../game/units.ts';
import type { Amounts, City } from '../../game/types.ts';
import type { Draft } from './draft.ts';

export const producers = ['farm', 'quarry', 'market'] as const;
const makes = { farm: 'food', quarry: 'materials', market: 'gold' } as const;
/** What a typical hour of building and training takes of each resource. */
const demand: Amounts = { gold: 0.34, food: 0.22, materials: 0.44 };
/** How many times its price a resource counts at most when it is scarce. */
const scarcest = 3;
/** To which level the producers of a new city are cheap. */
export const youngLevel = 5;
/** What a store should hold. */
const hoursOfStore = 3;

/** Food an hour at speed 1 when everything that was ordered has been delivered. */
export function foodToCome(draft: Draft): number {
  const { empire, sight, rates } = draft;
  const ordered = noUnits();
  for (const { training } of empire.cities) {
    for (const { unit, quantity } of training) ordered[unit] += quantity;
  }
  return rates.food / sight.speed - foodOf(ordered);
}

/** How much more an hour a level brings for what it costs; scarce resources count more. */
export function yieldOf(draft: Draft, city: City, type: (typeof producers)[number]): number {
  const level = plannedLevel(city, type);
  if (level >= maxLevel) return 0;
  const gain = outputPerHour(type, level + 1) - outputPerHour(type, level);
  return (gain * scarcityOf(draft, makes[type])) / sumOf(levelCost(type, level + 1));
}

function scarcityOf({ rates }: Draft, resource: Resource): number {
  const all = resources.reduce((sum, each) => sum + Math.max(1, rates[each]), 0);
  return Math.min(scarcest, (demand[resource] * all) / Math.max(1, rates[resource]));
}

/** What a further city brings for what it and its first buildings cost. */
export function yieldOfCity(draft: Draft): number {
  const count = draft.empire.cities.length;
  if (count >= maxCities) return 0;
  const gain = producers.reduce((sum, type) => sum + outputPerHour(type, youngLevel), 0);
  const cost = producers.reduce((sum, type) => sum + listPrice(type, youngLevel), 0);
  return gain / (sumOf(nextCityCost(count)) + cost);
}

/** Whether the store holds less than a few hours' work, or less than the next city costs. */
export function isStoreSmall({ empire, sight, rates }: Draft, isSaving: boolean): boolean {
  const cap = capOf(empire);
  const hourly = Math.max(...resources.map((resource) => rates[resource])) / sight.speed;
  const price = nextCityCost(empire.cities.length);
  return cap < hoursOfStore * hourly || (isSaving && cap < Math.max(price.gold, price.food, price.materials));
}
