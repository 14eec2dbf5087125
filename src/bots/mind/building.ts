/** Decides which building levels a mind orders next. */
import { buildingTypes, type BuildingType } from '../../contract/vocabulary.ts';
import {
  buildQueueLength,
  buildingRules,
  levelCost,
  levelsAboveTownHall,
  maxLevel,
  storageCap,
  sumOf,
} from '../../game/balance.ts';
import { estimateCompletions, plannedLevel } from '../../game/economy/construction.ts';
import { capOf, levelOf, peopleOf } from '../../game/economy/stock.ts';
import type { City } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import { exchangeFor } from './exchanging.ts';
import { openingGoal, wantsCity } from './founding.ts';
import { bestProducer } from './stationing.ts';
import { recruitsLeft } from './training.ts';
import { defendsFrom, mixRules, styleRules, type Temperament } from './temperament.ts';
import { expectedFoodPerHour, isStoreSmall, producers, yieldOf } from './worth.ts';

interface BuildOption {
  city: City;
  building: BuildingType;
}

/** Another city than the capital gets a barracks above this level of a producer. */
const barracksGrowth = 8;
/** Houses for the army stay this many levels below the best producer, so that they do not delay it. */
const housesBelow = 6;

/** Until the construction queue is empty. */
function workMs(draft: Draft, city: City): number {
  const { now, speed } = draft.sight;
  return Math.max(0, (estimateCompletions(city, speed).at(-1)?.completesAt ?? now) - now);
}

function isIdle(draft: Draft, city: City): boolean {
  return city.construction.length < buildQueueLength && workMs(draft, city) < draft.sight.nextTurnMs;
}

/**
 * Orders levels until every city has work until the next turn, or the most urgent level is not affordable.
 * @param needsPeople of the missing units
 * @param isSaving orders urgent levels only
 */
export function build(
  draft: Draft,
  temperament: Temperament,
  { needsPeople, isSaving }: { needsPeople: number; isSaving: boolean },
): void {
  const refusedKeys = new Set<string>();
  const keyOf = ({ city, building }: BuildOption): string => `${city.id} ${building}`;
  while (!draft.isFull) {
    const options = [
      ...urgentOptions(draft, temperament, needsPeople),
      ...(isSaving ? [] : steadyOptions(draft, temperament)),
    ];
    const option = options.find((candidate) => !refusedKeys.has(keyOf(candidate)));
    if (option === undefined) return;
    const { city, building } = option;
    const refused = draft.tryOrder({ kind: 'build', cityId: city.id, building, quantity: 1 });
    if (refused === 'INSUFFICIENT_RESOURCES') {
      if (!isBeyondCap(option, capOf(draft.empire))) {
        if (exchangeFor(draft, levelCost(building, plannedLevel(city, building) + 1))) continue;
        return;
      }
      if (raiseStore(draft, option) === 'INSUFFICIENT_RESOURCES') return;
    }
    if (refused !== null) refusedKeys.add(keyOf(option));
  }
}

function isBeyondCap({ city, building }: BuildOption, cap: number): boolean {
  const cost = levelCost(building, plannedLevel(city, building) + 1);
  return Math.max(cost.gold, cost.food, cost.materials) > cap;
}

/** If the option costs more than the storage will hold. Returns the reason against the warehouse. */
function raiseStore(draft: Draft, option: BuildOption): ReturnType<Draft['tryOrder']> {
  const { cities } = draft.empire;
  const planned = cities.reduce((sum, city) => sum + storageCap(plannedLevel(city, 'warehouse')), 0);
  if (!isBeyondCap(option, planned)) return null;
  const free = cities.filter(({ construction }) => construction.length < buildQueueLength);
  const [store] = lowest(free, 'warehouse');
  if (store === undefined || isBeyondCap(store, capOf(draft.empire))) return null;
  return draft.tryOrder({ kind: 'build', cityId: store.city.id, building: store.building, quantity: 1 });
}

/** In the city where the building is lowest, the next level or its first missing requirement. */
function lowest(cities: readonly City[], building: BuildingType): BuildOption[] {
  const [city] = cities
    .filter((candidate) => plannedLevel(candidate, building) < maxLevel)
    .sort((a, b) => plannedLevel(a, building) - plannedLevel(b, building));
  return city === undefined ? [] : unlocked(city, building);
}

/** Against hunger, for the opening, for people and for storage. */
function urgentOptions(draft: Draft, temperament: Temperament, needsPeople: number): BuildOption[] {
  const { empire } = draft;
  const idle = empire.cities.filter((city) => isIdle(draft, city));
  const options: BuildOption[] = [];
  if (expectedFoodPerHour(draft) < 20) options.push(...lowest(idle, 'farm'));
  const goal = openingGoal(draft, temperament);
  const [capital] = empire.cities;
  if (goal !== null && goal !== 'city' && capital !== undefined && idle.includes(capital)) {
    options.push({ city: capital, building: goal[0] });
  }
  const { used, total } = peopleOf(empire);
  const free = total - used;
  if (free < Math.max(8, 0.04 * total)) options.push(...lowest(idle, 'house'));
  else if (Math.min(free, recruitsLeft(draft)) < needsPeople) {
    const small = idle.filter((city) => plannedLevel(city, 'house') < bestProducer(city) - housesBelow);
    options.push(...lowest(small, 'house'));
  }
  if (isStoreSmall(draft, wantsCity(draft, temperament))) options.push(...lowest(idle, 'warehouse'));
  return options;
}

/** What the style requires, then producers by their return on cost. */
function steadyOptions(draft: Draft, temperament: Temperament): BuildOption[] {
  const { empire } = draft;
  const options: BuildOption[] = [];
  for (const city of empire.cities) {
    if (!isIdle(draft, city)) continue;
    const isCapital = city === empire.cities[0];
    for (const [building, level] of Object.entries(levelsForStyle(city, isCapital, temperament))) {
      if (plannedLevel(city, building as BuildingType) < level) {
        options.push(...unlocked(city, building as BuildingType));
      }
    }
  }
  const producerLevels = empire.cities
    .filter((city) => isIdle(draft, city))
    .flatMap((city) =>
      producers.map((building) => ({ city, building, worth: yieldOf(draft, city, building) })),
    )
    .sort((a, b) => b.worth - a.worth);
  for (const { city, building } of producerLevels) options.push(...unlocked(city, building));
  return areComplete(empire.cities) ? [...options, ...otherLevels(draft)] : options;
}

function areComplete(cities: readonly City[]): boolean {
  return cities.every((city) => producers.every((type) => plannedLevel(city, type) >= maxLevel));
}

/** Without a return, the cheapest first: nothing better is left. */
function otherLevels(draft: Draft): BuildOption[] {
  return draft.empire.cities
    .filter((city) => isIdle(draft, city))
    .flatMap((city) =>
      buildingTypes.map((building) => ({ city, building, level: plannedLevel(city, building) + 1 })),
    )
    .filter(({ level }) => level <= maxLevel)
    .sort((a, b) => sumOf(levelCost(a.building, a.level)) - sumOf(levelCost(b.building, b.level)))
    .flatMap(({ city, building }) => unlocked(city, building));
}

/** Minimum levels apart from the economy. */
function levelsForStyle(
  city: City,
  isCapital: boolean,
  { style, mix }: Temperament,
): Partial<Record<BuildingType, number>> {
  const rule = styleRules[style];
  const growth = bestProducer(city);
  const levels: Partial<Record<BuildingType, number>> = {
    // Half the level balances its cost and the faster construction.
    town_hall: Math.ceil(growth / 2),
    wall: growth < defendsFrom ? 0 : Math.floor(growth * rule.wallShare),
  };
  if (rule.armyShare === 0 || growth < rule.trainsFrom || !(isCapital || growth > barracksGrowth))
    return levels;
  const shares = mixRules[mix];
  levels.barracks = growth > 10 ? 5 : 2;
  if (!isCapital) return levels;
  if (shares.knights > 0)
    Object.assign(levels, {
      town_hall: Math.max(3, levels.town_hall ?? 0),
      barracks: Math.max(3, levels.barracks),
      stable: growth > 10 ? 4 : 1,
    });
  if (shares.catapults > 0)
    Object.assign(levels, {
      town_hall: Math.max(5, levels.town_hall ?? 0),
      barracks: 5,
      workshop: growth > 10 ? 3 : 1,
    });
  return levels;
}

/** The building, or its first missing requirement; empty if that is in the queue. */
function unlocked(city: City, building: BuildingType): BuildOption[] {
  const hall = plannedLevel(city, building) + 1 - levelsAboveTownHall;
  const needs: Partial<Record<BuildingType, number>> = { ...buildingRules[building].needs };
  if (building !== 'town_hall') needs.town_hall = Math.max(needs.town_hall ?? 1, hall);
  for (const [type, level] of Object.entries(needs) as [BuildingType, number][]) {
    if (levelOf(city, type) < level)
      return plannedLevel(city, type) < level ? [{ city, building: type }] : [];
  }
  return [{ city, building }];
}
