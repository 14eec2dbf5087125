import type { BuildingStatus, BuildingType } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import {
  amounts,
  buildingRules,
  buildQueueLength,
  eachResource,
  levelCost,
  levelsAboveTownHall,
  maxLevel,
  sumOf,
} from '../balance.ts';
import { entryFor } from './ledger.ts';
import { add, give, levelOf, pay, requirePeople } from './stock.ts';
import type { Emit } from '../events.ts';
import type { Amounts, Building, City, Empire } from '../types.ts';

/** Of the cost of a cancelled order. */
export const refundPercent = 80;

export interface LevelsOrder {
  id: string;
  building: Building;
  fromLevel: number;
  toLevel: number;
  cost: Amounts;
}

/**
 * Milliseconds: 0.5 s x (sum of the cost) x min(1, level / 5) / (1 + 0.08 x (town hall - 1)) / speed, at least 5 s /
 * speed; rounded up. The factors are scaled to integers.
 */
export function buildMs(level: number, cost: Amounts, townHall: number, speed: number): number {
  const ms = Math.ceil((10_000 * sumOf(cost) * Math.min(5, level)) / ((100 + 8 * (townHall - 1)) * speed));
  return Math.max(ms, Math.ceil(5_000 / speed));
}

export function statusOfBuilding(city: City, building: Building): BuildingStatus {
  if (building.level === 0) return 'planned';
  return city.construction[0]?.type === building.type ? 'constructing' : 'active';
}

/** After all ordered levels are complete. */
export function plannedLevel(city: City, type: BuildingType): number {
  return levelOf(city, type) + city.construction.filter((queued) => queued.type === type).length;
}

/**
 * The next `quantity` (1 to 25) levels, all or none. Throws, in this order, REQUIREMENT_MISSING, MAX_LEVEL, QUEUE_FULL,
 * INSUFFICIENT_POPULATION, INSUFFICIENT_RESOURCES.
 */
export function orderLevels(
  empire: Empire,
  city: City,
  type: BuildingType,
  quantity: number,
  { now, speed, newId }: { now: number; speed: number; newId: () => string },
): LevelsOrder {
  const rule = buildingRules[type];
  const fromLevel = plannedLevel(city, type);
  const toLevel = fromLevel + quantity;
  requireLevels(city, rule.needs);
  const maxAllowed = levelOf(city, 'town_hall') + levelsAboveTownHall;
  if (toLevel > maxAllowed) {
    throw missing([['town_hall', Math.min(toLevel - levelsAboveTownHall, maxLevel)]]);
  }
  if (toLevel > maxLevel) throw new GameError('MAX_LEVEL', `the highest level is ${maxLevel}`);
  const free = buildQueueLength - city.construction.length;
  if (quantity > free)
    throw new GameError(
      'QUEUE_FULL',
      free === 0 ? 'the queue is full' : `the queue has room for ${free} more`,
    );
  requirePeople(empire, rule.workersPerLevel * quantity);

  const cost = amounts(0, 0, 0);
  for (let level = fromLevel + 1; level <= toLevel; level++) add(cost, levelCost(type, level));
  pay(empire, cost, entryFor('construction', { cityId: city.id, building: { type, level: toLevel } }));

  const order = { id: newId(), building: buildingOf(city, type, newId), fromLevel, toLevel, cost };
  for (let level = fromLevel + 1; level <= toLevel; level++) {
    city.construction.push({
      orderId: order.id,
      type,
      level,
      cost: levelCost(type, level),
      startsAt: null,
      completesAt: null,
    });
  }
  startNextLevel(city, now, speed);
  return order;
}

/** Throws REQUIREMENT_MISSING. Levels that are only ordered do not count. */
export function requireLevels(city: City, needs: Partial<Record<BuildingType, number>>): void {
  const all = Object.entries(needs) as [BuildingType, number][];
  const unmet = all.filter(([type, level]) => levelOf(city, type) < level);
  if (unmet.length > 0) throw missing(unmet);
}

function missing(levels: readonly [BuildingType, number][]): GameError {
  return new GameError(
    'REQUIREMENT_MISSING',
    `needs ${levels.map((level) => level.join(' ')).join(' and ')}`,
  );
}

/** Only complete levels count. False above the highest level. */
export function allowsLevel(city: City, type: BuildingType, level: number): boolean {
  const needs: Partial<Record<BuildingType, number>> = buildingRules[type].needs;
  return (
    level <= Math.min(maxLevel, levelOf(city, 'town_hall') + levelsAboveTownHall) &&
    (Object.keys(needs) as BuildingType[]).every((needed) => levelOf(city, needed) >= (needs[needed] ?? 0))
  );
}

function buildingOf(city: City, type: BuildingType, newId: () => string): Building {
  let building = city.buildings.find((candidate) => candidate.type === type);
  if (building === undefined) {
    building = { id: newId(), type, level: 0 };
    city.buildings.push(building);
  }
  return building;
}

function startNextLevel(city: City, at: number, speed: number): void {
  const next = city.construction[0];
  if (next?.startsAt !== null) return;
  next.startsAt = at;
  next.completesAt = at + buildMs(next.level, next.cost, levelOf(city, 'town_hall'), speed);
}

/**
 * Cancels the unfinished levels of an order and all later levels of that building. Refunds 80 % of each resource,
 * rounded down; null if this city has no such order.
 */
export function cancelOrder(
  empire: Empire,
  city: City,
  orderId: string,
  now: number,
  speed: number,
): Amounts | null {
  const first = city.construction.findIndex((queued) => queued.orderId === orderId);
  const cancelledFrom = city.construction[first];
  if (cancelledFrom === undefined) return null;
  const { type, level } = cancelledFrom;
  const paid = amounts(0, 0, 0);
  const kept = city.construction.filter((queued, index) => {
    const cancelled = index >= first && queued.type === type;
    if (cancelled) add(paid, queued.cost);
    return !cancelled;
  });
  const refund = eachResource((resource) => Math.floor((paid[resource] * refundPercent) / 100));
  city.construction = kept;
  give(empire, refund, entryFor('construction_cancelled', { cityId: city.id, building: { type, level } }));
  dropEmptySites(city);
  startNextLevel(city, now, speed);
  return refund;
}

export function dropEmptySites(city: City): void {
  city.buildings = city.buildings.filter(
    ({ type, level }) => level > 0 || city.construction.some((queued) => queued.type === type),
  );
}

/**
 * The building gets one level more than it has, not the level that was ordered: a wall may have lost levels in the
 * meantime.
 */
export function completeLevel(empire: Empire, city: City, at: number, speed: number, emit: Emit): void {
  const done = city.construction.shift();
  const building = city.buildings.find(({ type }) => type === done?.type);
  if (building === undefined) throw new Error('construction: the completed level has no building');
  building.level = Math.min(building.level + 1, maxLevel);
  startNextLevel(city, at, speed);
  const { id, type, level } = building;
  emit({
    kind: 'construction_complete',
    at,
    empireId: empire.id,
    cityId: city.id,
    building: { id, type, level },
  });
}

/** Waiting levels use the level that the town hall will have by then. */
export function estimateCompletions(city: City, speed: number): { startsAt: number; completesAt: number }[] {
  let townHall = levelOf(city, 'town_hall');
  let previousEnd = 0;
  return city.construction.map((queued) => {
    const startsAt = queued.startsAt ?? previousEnd;
    const completesAt = queued.completesAt ?? startsAt + buildMs(queued.level, queued.cost, townHall, speed);
    if (queued.type === 'town_hall') townHall += 1;
    previousEnd = completesAt;
    return { startsAt, completesAt };
  });
}
