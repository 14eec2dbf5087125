/** Which level to build next, and whether a further city is the better investment. */
import { resources } from '../../contract/vocabulary.ts';
import type { BuildingType, Resource } from '../../contract/vocabulary.ts';
import {
  buildQueueLength,
  buildingRules,
  levelCost,
  levelsAboveTownHall,
  listPrice,
  maxCities,
  maxLevel,
  nextCityCost,
  outputPerHour,
  sumOf,
} from '../../game/balance.ts';
import { estimateCompletions, plannedLevel } from '../../game/construction.ts';
import { capOf, foodOf, levelOf, noUnits, peopleOf } from '../../game/economy.ts';
import { nearestFreeTile } from '../../game/map.ts';
import type { Amounts, City } from '../../game/types.ts';
import type { Chance } from './chance.ts';
import type { Draft } from './draft.ts';
import { cityNames } from './names.ts';
import { mixRules, openingRules, styleRules } from './temperament.ts';
import type { Goal, Temperament } from './temperament.ts';

interface Wish {
  city: City;
  building: BuildingType;
}

const producers = ['farm', 'quarry', 'market'] as const;
const makes = { farm: 'food', quarry: 'materials', market: 'gold' } as const;
/** What a typical hour of building and training takes of each resource. */
const demand: Amounts = { gold: 0.34, food: 0.22, materials: 0.44 };
/** To which level the producers of a new city are cheap. */
const youngLevel = 5;
/** From which level of its producers a further city has a barracks, too. */
const barracksGrowth = 8;
/** How far from its capital an empire founds its further cities. */
const nearTiles = 3;
const farTiles = 7;

/** How long the city's builders have work, in milliseconds. */
function workMs(draft: Draft, city: City): number {
  const { now, speed } = draft.sight;
  return Math.max(0, (estimateCompletions(city, speed).at(-1)?.completesAt ?? now) - now);
}

function isIdle(draft: Draft, city: City): boolean {
  return city.construction.length < buildQueueLength && workMs(draft, city) < draft.sight.nextLookMs;
}

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
function yieldOf(draft: Draft, city: City, type: (typeof producers)[number]): number {
  const level = plannedLevel(city, type);
  if (level >= maxLevel) return 0;
  const gain = outputPerHour(type, level + 1) - outputPerHour(type, level);
  return (gain * scarcityOf(draft, makes[type])) / sumOf(levelCost(type, level + 1));
}

function scarcityOf({ rates }: Draft, resource: Resource): number {
  const all = resources.reduce((sum, each) => sum + Math.max(1, rates[each]), 0);
  return Math.min(3, (demand[resource] * all) / Math.max(1, rates[resource]));
}

/** What a further city brings for what it and its first buildings cost. */
function yieldOfCity(draft: Draft): number {
  const count = draft.empire.cities.length;
  if (count >= maxCities) return 0;
  const gain = producers.reduce((sum, type) => sum + outputPerHour(type, youngLevel), 0);
  const cost = producers.reduce((sum, type) => sum + listPrice(type, youngLevel), 0);
  return gain / (sumOf(nextCityCost(count)) + cost);
}

function openingGoal(draft: Draft, { opening }: Temperament): Goal | null {
  const { cities } = draft.empire;
  const [capital] = cities;
  // Whoever has a third city or higher levels has long left his opening.
  if (capital === undefined || cities.length > 2) return null;
  const goals: readonly Goal[] = openingRules[opening].goals;
  const open = (goal: Goal): boolean =>
    goal === 'city' ? cities.length === 1 : plannedLevel(capital, goal[0]) < goal[1];
  return goals.find(open) ?? null;
}

/** Whether the opening is played and every order of it given. */
export function isOpened(draft: Draft, temperament: Temperament): boolean {
  return openingGoal(draft, temperament) === null;
}

/** Whether it is time to save for a further city. */
export function wantsCity(draft: Draft, temperament: Temperament): boolean {
  const goal = openingGoal(draft, temperament);
  if (goal !== null) return goal === 'city';
  const best = Math.max(
    ...draft.empire.cities.flatMap((city) => producers.map((type) => yieldOf(draft, city, type))),
  );
  return yieldOfCity(draft) > best * styleRules[temperament.style].cityPatience;
}

/** Founds a city near the capital where it can be paid; returns whether it is ordered. */
export function found(draft: Draft, chance: Chance): boolean {
  const { empire, sight } = draft;
  const [capital] = empire.cities;
  const cost = nextCityCost(empire.cities.length);
  if (capital === undefined || resources.some((resource) => draft.stock[resource] < cost[resource]))
    return false;
  const turn = 2 * Math.PI * chance();
  const away = nearTiles + (farTiles - nearTiles) * chance();
  const wish = {
    x: Math.round(capital.x + away * Math.cos(turn)),
    y: Math.round(capital.y + away * Math.sin(turn)),
  };
  const tile = nearestFreeTile(wish, [...sight.cities, ...empire.cities], sight.radius);
  const taken = new Set(empire.cities.map(({ name }) => name));
  const free = cityNames.filter((name) => !taken.has(name));
  const name = free[Math.floor(chance() * free.length)];
  if (tile === null || name === undefined) return false;
  return draft.wish({ kind: 'found', name, tile }) === null;
}

/**
 * Orders levels until every city's builders have work until the next look, or the most urgent can not be paid: then
 * it saves for it.
 * @param needsPeople how many more the army waits for
 * @param isSaving whether only what is urgent is built
 */
export function build(
  draft: Draft,
  temperament: Temperament,
  { needsPeople, isSaving }: { needsPeople: number; isSaving: boolean },
): void {
  const given = new Set<string>();
  const keyOf = ({ city, building }: Wish): string => `${city.id} ${building}`;
  while (!draft.isFull) {
    const wishes = [
      ...urgentWishes(draft, temperament, needsPeople),
      ...(isSaving ? [] : steadyWishes(draft, temperament)),
    ];
    const wish = wishes.find((candidate) => !given.has(keyOf(candidate)));
    if (wish === undefined) return;
    const refused = draft.wish({ kind: 'build', cityId: wish.city.id, building: wish.building, quantity: 1 });
    if (refused === 'INSUFFICIENT_RESOURCES' && !isBeyondCap(draft, wish)) return;
    if (refused !== null) given.add(keyOf(wish));
  }
}

function isBeyondCap(draft: Draft, { city, building }: Wish): boolean {
  const cost = levelCost(building, plannedLevel(city, building) + 1);
  return Math.max(cost.gold, cost.food, cost.materials) > capOf(draft.empire);
}

/** What stands in the way of everything else: hunger, a full store, too few people, the opening. */
function urgentWishes(draft: Draft, temperament: Temperament, needsPeople: number): Wish[] {
  const { empire } = draft;
  const idle = empire.cities.filter((city) => isIdle(draft, city));
  const wishes: Wish[] = [];
  const cheapest = (building: BuildingType): void => {
    const cities = idle.filter((city) => plannedLevel(city, building) < maxLevel);
    const [city] = cities.sort((a, b) => plannedLevel(a, building) - plannedLevel(b, building));
    if (city !== undefined) wishes.push(hallOr(city, building));
  };
  if (foodToCome(draft) < 20) cheapest('farm');
  const goal = openingGoal(draft, temperament);
  const [capital] = empire.cities;
  if (goal !== null && goal !== 'city' && capital !== undefined && idle.includes(capital)) {
    wishes.push({ city: capital, building: goal[0] });
  }
  const { used, total } = peopleOf(empire);
  if (total - used < Math.max(8, 0.04 * total, needsPeople)) cheapest('house');
  if (isStoreSmall(draft, wantsCity(draft, temperament))) cheapest('warehouse');
  return wishes;
}

/** Whether the store holds less than three hours' work, or less than the next city costs. */
function isStoreSmall({ empire, sight, rates }: Draft, isSaving: boolean): boolean {
  const cap = capOf(empire);
  const hourly = Math.max(...resources.map((resource) => rates[resource])) / sight.speed;
  const price = nextCityCost(empire.cities.length);
  return cap < 3 * hourly || (isSaving && cap < Math.max(price.gold, price.food, price.materials));
}

/** Barracks and walls as the style has them, then whatever brings most for what it costs. */
function steadyWishes(draft: Draft, temperament: Temperament): Wish[] {
  const { empire } = draft;
  const wishes: Wish[] = [];
  for (const city of empire.cities) {
    if (!isIdle(draft, city)) continue;
    const isCapital = city === empire.cities[0];
    for (const [building, level] of Object.entries(standsFor(city, isCapital, temperament))) {
      if (plannedLevel(city, building as BuildingType) < level) {
        wishes.push(hallOr(city, building as BuildingType));
      }
    }
  }
  const levels = empire.cities
    .filter((city) => isIdle(draft, city))
    .flatMap((city) =>
      producers.map((building) => ({ city, building, worth: yieldOf(draft, city, building) })),
    )
    .sort((a, b) => b.worth - a.worth);
  for (const { city, building } of levels) wishes.push(hallOr(city, building));
  return wishes;
}

/** The levels of a city that its economy does not ask for. */
function standsFor(
  city: City,
  isCapital: boolean,
  { style, mix }: Temperament,
): Partial<Record<BuildingType, number>> {
  const rule = styleRules[style];
  const townHall = levelOf(city, 'town_hall');
  const growth = Math.max(...producers.map((type) => levelOf(city, type)));
  const levels: Partial<Record<BuildingType, number>> = {
    // Builders are quicker with a higher hall; half of what they build is a fair price for it.
    town_hall: Math.ceil(growth / 2),
    wall: growth < youngLevel ? 0 : Math.min(rule.wallFor(townHall), growth),
  };
  if (growth < youngLevel || !(isCapital || growth > barracksGrowth)) return levels;
  const parts = mixRules[mix];
  levels.barracks = growth > 10 ? 5 : 2;
  if (!isCapital) return levels;
  if (parts.knights > 0)
    Object.assign(levels, {
      town_hall: Math.max(3, levels.town_hall ?? 0),
      barracks: Math.max(3, levels.barracks),
      stable: growth > 10 ? 4 : 1,
    });
  if (parts.catapults > 0)
    Object.assign(levels, {
      town_hall: Math.max(5, levels.town_hall ?? 0),
      barracks: 5,
      workshop: growth > 10 ? 3 : 1,
    });
  return levels;
}

/** The building, or first the town hall or what else it needs. */
function hallOr(city: City, building: BuildingType): Wish {
  const needs: Partial<Record<BuildingType, number>> = buildingRules[building].needs;
  for (const [type, level] of Object.entries(needs) as [BuildingType, number][]) {
    if (plannedLevel(city, type) < level) return { city, building: type };
  }
  const isCapped = plannedLevel(city, building) >= levelOf(city, 'town_hall') + levelsAboveTownHall;
  return { city, building: isCapped && building !== 'town_hall' ? 'town_hall' : building };
}
