/**
 * Stock, rates, caps and people. Stock is in 1/3,600,000 of a unit and rates are constant between events, so (units per
 * hour) x (milliseconds) is exact.
 */
import { resources, unitTypes, type BuildingType } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import {
  amounts,
  buildingRules,
  cityOutput,
  eachResource,
  housePopulation,
  outputPerHour,
  storageCap,
  unitRules,
} from '../balance.ts';
import { isOnLeave } from '../diplomacy/leave.ts';
import { entryFor, post } from './ledger.ts';
import type { Amounts, Building, City, Empire, Units, EntrySubject } from '../types.ts';
import { sumUnits } from '../counts.ts';

/** Stored parts per unit. */
export const stockScale = 3_600_000;

export function levelOf(city: Pick<City, 'buildings'>, type: BuildingType): number {
  return city.buildings.find((building) => building.type === type)?.level ?? 0;
}

/** Stationary or marching, without those in training. */
export function unitsOf(empire: Empire): Units {
  return sumUnits(empire.armies);
}

interface Buildings {
  buildings: readonly Pick<Building, 'type' | 'level'>[];
}

/** Per hour at speed 1, minus the upkeep of the buildings, as if the city were not sacked. */
export function fullOutput({ buildings }: Buildings): Amounts {
  const rate = amounts(cityOutput, cityOutput, cityOutput);
  for (const { type, level } of buildings) {
    const rule = buildingRules[type];
    if (rule.output !== null) rate[rule.output.resource] += outputPerHour(type, level);
    rate.gold -= rule.upkeepPerLevel * level;
  }
  return rate;
}

/** Of a net output r per hour: floor(r / 2) of a positive one. */
export function lostToSack(output: Amounts): Amounts {
  return eachResource((resource) => Math.floor(Math.max(0, output[resource]) / 2));
}

/** Per hour at the world's speed. A sack halves it. */
export function cityProduction(city: City, speed: number): Amounts {
  const output = fullOutput(city);
  if (city.sackedUntil !== null) add(output, times(lostToSack(output), -1));
  return times(output, speed);
}

/** Per hour at speed 1. */
export function foodOf(units: Units): number {
  return unitTypes.reduce((sum, type) => sum + units[type] * unitRules[type].foodPerHour, 0);
}

/** Net change per hour, in whole units, at the world's speed; negative if upkeep is larger. Zero on leave. */
export function ratesOf(empire: Empire, speed: number): Amounts {
  return isOnLeave(empire) ? amounts(0, 0, 0) : usualRatesOf(empire, speed);
}

/** When not, or no longer, on leave. */
export function usualRatesOf(empire: Empire, speed: number): Amounts {
  const rate = amounts(0, 0, 0);
  for (const city of empire.cities) add(rate, cityProduction(city, speed));
  rate.food -= foodOf(unitsOf(empire)) * speed;
  return rate;
}

/** In whole units of each resource. */
export function capOf(empire: Empire): number {
  let cap = 0;
  for (const city of empire.cities) cap += storageCap(levelOf(city, 'warehouse'));
  return cap;
}

/**
 * Production stops at the cap, consumption at zero; stock above the cap is kept. Time is limited to that point before
 * the multiplication, so every product is a safe integer.
 */
export function accrue(stock: number, ratePerHour: number, cap: number, elapsedMs: number): number {
  if (ratePerHour === 0 || elapsedMs <= 0) return stock;
  const limit = ratePerHour > 0 ? cap * stockScale : 0;
  if (ratePerHour > 0 ? stock >= limit : stock <= limit) return stock;
  const untilLimitMs = Math.ceil((limit - stock) / ratePerHour);
  return elapsedMs >= untilLimitMs ? limit : stock + ratePerHour * elapsedMs;
}

/** Also posts the production. A past `at` changes nothing. */
export function advanceStock(empire: Empire, at: number, speed: number): void {
  const elapsedMs = at - empire.advancedAt;
  if (elapsedMs <= 0) return;
  const rates = ratesOf(empire, speed);
  const cap = capOf(empire);
  const produced = amounts(0, 0, 0);
  for (const resource of resources) {
    const before = empire.stock[resource];
    empire.stock[resource] = accrue(before, rates[resource], cap, elapsedMs);
    produced[resource] = empire.stock[resource] - before;
  }
  empire.advancedAt = at;
  post(empire, entryFor('production'), { stock: produced });
}

/** At the current rate; null for never. */
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
  return eachResource((resource) => wholeUnits(empire.stock[resource]));
}

/** Throws INSUFFICIENT_RESOURCES with the missing amounts. */
export function requireStock(empire: Empire, cost: Amounts): void {
  const available = wholeStock(empire);
  const missing = resources.filter((resource) => available[resource] < cost[resource]);
  if (missing.length > 0) {
    const lacks = missing.map((resource) => `${cost[resource] - available[resource]} ${resource}`);
    throw new GameError('INSUFFICIENT_RESOURCES', `${lacks.join(', ')} missing`);
  }
}

/** Throws as `requireStock`. */
export function pay(empire: Empire, cost: Amounts, subject: EntrySubject): void {
  requireStock(empire, cost);
  take(empire, cost, subject);
}

/** Whole units. The caller ensures that the stock is sufficient. */
export function take(empire: Empire, taken: Amounts, subject: EntrySubject): void {
  give(
    empire,
    eachResource((resource) => 0 - taken[resource]),
    subject,
  );
}

/** Whole units. The stock may exceed the cap. */
export function give(empire: Empire, received: Amounts, subject: EntrySubject): void {
  const stock = times(received, stockScale);
  add(empire.stock, stock);
  post(empire, subject, { stock });
}

export function add(to: Amounts, addend: Amounts): void {
  for (const resource of resources) to[resource] += addend[resource];
}

export function times(cost: Amounts, n: number): Amounts {
  return eachResource((resource) => cost[resource] * n);
}

export function populationOf(city: Pick<City, 'buildings'>): number {
  return housePopulation(levelOf(city, 'house'));
}

/** Workers and units are in use. Ordered levels and units count from the order on. */
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

/** Throws INSUFFICIENT_POPULATION. */
export function requirePeople(empire: Empire, people: number): void {
  const { used, total } = peopleOf(empire);
  if (people > 0 && used + people > total) {
    throw new GameError(
      'INSUFFICIENT_POPULATION',
      `${used + people - total} people missing; houses bring more`,
    );
  }
}
