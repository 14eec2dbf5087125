/**
 * Stock, rates, caps and people of an empire. Between events a rate is constant, so stock at any moment is
 * exact: it is kept in 1/3,600,000 of a unit, and (units an hour) x (milliseconds) adds without rounding.
 */
import { resources, unitTypes, type BuildingType } from '../contract/vocabulary.ts';
import { GameError } from '../kernel/errors.ts';
import {
  amounts,
  buildingRules,
  cityOutput,
  housePopulation,
  outputPerHour,
  storageCap,
  unitRules,
} from './balance.ts';
import { entryFor, post } from './ledger.ts';
import type { Amounts, City, Empire, Units, EntrySubject } from './types.ts';
import { sumUnits } from './units.ts';

/** Parts of a unit of stock: the milliseconds of an hour. */
export const stockScale = 3_600_000;

export function levelOf(city: City, type: BuildingType): number {
  return city.buildings.find((building) => building.type === type)?.level ?? 0;
}

/** Units of the whole empire, wherever they are; those in training are not among them yet. */
export function unitsOf(empire: Empire): Units {
  return sumUnits(empire.armies);
}

/** What one city makes an hour, upkeep of its buildings taken off; at the world's speed. */
export function cityProduction(city: City, speed: number): Amounts {
  const rate = amounts(cityOutput, cityOutput, cityOutput);
  for (const { type, level } of city.buildings) {
    const rule = buildingRules[type];
    if (rule.output !== null) rate[rule.output.resource] += outputPerHour(type, level);
    rate.gold -= rule.upkeepPerLevel * level;
  }
  return amounts(rate.gold * speed, rate.food * speed, rate.materials * speed);
}

/** What units eat an hour, at speed 1. */
export function foodOf(units: Units): number {
  return unitTypes.reduce((sum, type) => sum + units[type] * unitRules[type].foodPerHour, 0);
}

/** Net change of the stock an hour, in whole units, at the world's speed; negative where upkeep is larger. */
export function ratesOf(empire: Empire, speed: number): Amounts {
  const rate = amounts(0, 0, 0);
  for (const city of empire.cities) {
    const production = cityProduction(city, speed);
    for (const resource of resources) rate[resource] += production[resource];
  }
  const units = unitsOf(empire);
  rate.food -= foodOf(units) * speed;
  return rate;
}

/** Whole units of each resource up to which production goes on. */
export function capOf(empire: Empire): number {
  let cap = 0;
  for (const city of empire.cities) cap += storageCap(levelOf(city, 'warehouse'));
  return cap;
}

/**
 * Stock after `elapsedMs` at a constant rate. Production stops at the cap (what already lies above stays),
 * consumption at zero. Elapsed time is cut there before it is multiplied, so every product is a safe integer.
 */
export function accrue(stock: number, ratePerHour: number, cap: number, elapsedMs: number): number {
  if (ratePerHour === 0 || elapsedMs <= 0) return stock;
  const limit = ratePerHour > 0 ? cap * stockScale : 0;
  if (ratePerHour > 0 ? stock >= limit : stock <= limit) return stock;
  const untilLimitMs = Math.ceil((limit - stock) / ratePerHour);
  return elapsedMs >= untilLimitMs ? limit : stock + ratePerHour * elapsedMs;
}

/** Brings the stock up to `at` and remembers it; a moment in the past changes nothing. */
export function advanceStock(empire: Empire, at: number, speed: number): void {
  const elapsedMs = at - empire.settledAt;
  if (elapsedMs <= 0) return;
  const rates = ratesOf(empire, speed);
  const cap = capOf(empire);
  const made = amounts(0, 0, 0);
  for (const resource of resources) {
    const before = empire.stock[resource];
    empire.stock[resource] = accrue(before, rates[resource], cap, elapsedMs);
    made[resource] = empire.stock[resource] - before;
  }
  empire.settledAt = at;
  post(empire, entryFor('production'), { stock: made });
}

/** When this resource reaches its cap or zero, or null when it never does at the present rate. */
export function limitsAt(
  stock: number,
  ratePerHour: number,
  cap: number,
  now: number,
): { fullAt: number | null; depletedAt: number | null } {
  const full = cap * stockScale;
  return {
    fullAt: ratePerHour > 0 ? now + Math.max(0, Math.ceil((full - stock) / ratePerHour)) : null,
    depletedAt: ratePerHour < 0 ? now + Math.ceil(stock / -ratePerHour) : null,
  };
}

export function wholeUnits(stock: number): number {
  return Math.floor(stock / stockScale);
}

export function wholeStock(empire: Empire): Amounts {
  return amounts(
    wholeUnits(empire.stock.gold),
    wholeUnits(empire.stock.food),
    wholeUnits(empire.stock.materials),
  );
}

/**
 * Takes a price out of the stock and posts it, or throws INSUFFICIENT_RESOURCES with what is missing and takes
 * nothing.
 */
export function pay(empire: Empire, cost: Amounts, what: EntrySubject): void {
  const have = wholeStock(empire);
  const missing = resources.filter((resource) => have[resource] < cost[resource]);
  if (missing.length > 0) {
    const lacks = missing.map((resource) => `${cost[resource] - have[resource]} ${resource}`);
    throw new GameError('INSUFFICIENT_RESOURCES', `${lacks.join(', ')} missing`);
  }
  take(empire, cost, what);
}

/** Takes whole units out of the stock, which has them, and posts it. */
export function take(empire: Empire, taken: Amounts, what: EntrySubject): void {
  give(empire, amounts(0 - taken.gold, 0 - taken.food, 0 - taken.materials), what);
}

/** Adds whole units to the stock and posts it; what is given may stand above the cap. */
export function give(empire: Empire, gift: Amounts, what: EntrySubject): void {
  const stock = times(gift, stockScale);
  add(empire.stock, stock);
  post(empire, what, { stock });
}

export function add(to: Amounts, more: Amounts): void {
  for (const resource of resources) to[resource] += more[resource];
}

/** `cost` n times. */
export function times(cost: Amounts, n: number): Amounts {
  const product = amounts(0, 0, 0);
  for (const resource of resources) product[resource] = cost[resource] * n;
  return product;
}

export function populationOf(city: City): number {
  return housePopulation(levelOf(city, 'house'));
}

/** People there are, and people at work or under arms; ordered levels and units count from the order on. */
export function peopleOf(empire: Empire): { used: number; total: number } {
  let total = 0;
  let used = 0;
  for (const city of empire.cities) {
    total += populationOf(city);
    for (const { type, level } of city.buildings) used += buildingRules[type].workersPerLevel * level;
    for (const { type } of city.construction) used += buildingRules[type].workersPerLevel;
    for (const { unit, quantity } of city.training) used += unitRules[unit].people * quantity;
  }
  const units = unitsOf(empire);
  for (const type of unitTypes) used += unitRules[type].people * units[type];
  return { used, total };
}

/** Throws INSUFFICIENT_POPULATION unless `people` more find a place. */
export function requirePeople(empire: Empire, people: number): void {
  const { used, total } = peopleOf(empire);
  if (people > 0 && used + people > total) {
    throw new GameError(
      'INSUFFICIENT_POPULATION',
      `${used + people - total} people missing; houses bring more`,
    );
  }
}
