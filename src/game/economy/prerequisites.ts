/**
 * What has to be built before an order is possible at all: a required building, a house for its people, or a warehouse
 * for its price.
 */
import type { BuildingType, UnitType } from '../../contract/vocabulary.ts';
import {
  buildingRules,
  housePopulation,
  levelCost,
  levelsAboveTownHall,
  maxLevel,
  storageCap,
  unitRules,
} from '../balance.ts';
import { plannedLevel } from './construction.ts';
import { capOf, levelOf, peopleOf, times } from './stock.ts';
import type { Amounts, City, Empire, Wish } from '../types.ts';
import { wishesOf } from './wishes.ts';

/** In the city of the order. */
export interface LevelAhead {
  type: BuildingType;
  level: number;
}

type Order = { type: BuildingType } | { unit: UnitType; quantity: number };
/** The level that counts, for example with earlier levels of a list. */
type LevelFor = (type: BuildingType) => number;

interface Demand {
  needs: Partial<Record<BuildingType, number>>;
  people: number;
  cost: Amounts;
}

function demandOf(order: Order, levelFor: LevelFor): Demand {
  if ('unit' in order) {
    const { trainedIn, people, cost } = unitRules[order.unit];
    return { needs: { [trainedIn]: 1 }, people: people * order.quantity, cost: times(cost, order.quantity) };
  }
  const level = Math.min(maxLevel, levelFor(order.type) + 1);
  const { needs, workersPerLevel: people } = buildingRules[order.type];
  // For a town hall itself, this is less than it has.
  const townHall = Math.max(0, level - levelsAboveTownHall);
  const hall = Math.max(townHall, needs.town_hall ?? 0);
  return { needs: { ...needs, town_hall: hall }, people, cost: levelCost(order.type, level) };
}

/**
 * Null if the order waits for nothing but stock and queues.
 * @param levelFor by default with the levels that are ordered
 */
export function levelAhead(
  empire: Empire,
  city: City,
  order: Order,
  levelFor: LevelFor = (type) => plannedLevel(city, type),
): LevelAhead | null {
  const { needs, people, cost } = demandOf(order, levelFor);
  for (const [type, level] of Object.entries(needs) as [BuildingType, number][])
    if (levelFor(type) < level) return { type, level };
  const next = (type: BuildingType): LevelAhead | null =>
    levelFor(type) < maxLevel ? { type, level: levelFor(type) + 1 } : null;
  const { used, total } = peopleOf(empire);
  const housed = total - housePopulation(levelOf(city, 'house')) + housePopulation(levelFor('house'));
  if (people > 0 && used + people > housed) return next('house');
  const stored = storageCap(levelFor('warehouse')) - storageCap(levelOf(city, 'warehouse'));
  if (Math.max(cost.gold, cost.food, cost.materials) > capOf(empire) + stored) return next('warehouse');
  return null;
}

/** Longer chains have a circle. */
const maxLinks = 6;

/** What is missing for what is missing: the level to begin with. Null as `levelAhead`. */
export function firstLevelAhead(
  empire: Empire,
  city: City,
  order: Order,
  levelFor: LevelFor = (type) => plannedLevel(city, type),
): LevelAhead | null {
  let first: LevelAhead | null = null;
  for (let link = 0; link < maxLinks; link += 1) {
    const missing = levelAhead(empire, city, first ?? order, levelFor);
    if (missing === null) break;
    first = { type: missing.type, level: levelFor(missing.type) + 1 };
  }
  return first;
}

/** A city has no more levels on the list. */
const maxAhead = 10;

/**
 * The levels that a wish of the list needs first, in order, and that no order and no earlier wish brings. Empty if its
 * city is gone.
 */
export function levelsAheadOfWish(empire: Empire, wish: Wish): LevelAhead[] {
  const city = empire.cities.find(({ id }) => id === wish.cityId);
  if (city === undefined) return [];
  const { list } = wishesOf(empire);
  const earlier = list.slice(0, list.indexOf(wish));
  const ahead: LevelAhead[] = [];
  const levelFor = (type: BuildingType): number =>
    plannedLevel(city, type) +
    earlier.filter((other) => other.cityId === city.id && 'type' in other && other.type === type).length +
    ahead.filter((added) => added.type === type).length;
  while (ahead.length < maxAhead) {
    const first = firstLevelAhead(empire, city, wish, levelFor);
    if (first === null) break;
    ahead.push(first);
  }
  return ahead;
}
