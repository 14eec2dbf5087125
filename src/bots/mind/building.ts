/** Which levels to build next. */
import type { BuildingType } from '../../contract/vocabulary.ts';
import {
  buildQueueLength,
  buildingRules,
  levelCost,
  levelsAboveTownHall,
  maxLevel,
} from '../../game/balance.ts';
import { estimateCompletions, plannedLevel } from '../../game/construction.ts';
import { capOf, levelOf, peopleOf } from '../../game/economy.ts';
import type { City } from '../../game/types.ts';
import type { Draft } from './draft.ts';
import { openingGoal, wantsCity } from './founding.ts';
import { mixRules, styleRules, type Temperament } from './temperament.ts';
import { foodToCome, isStoreSmall, producers, yieldOf, youngLevel } from './worth.ts';

interface Wish {
  city: City;
  building: BuildingType;
}

/** From which level of its producers a further city has a barracks, too. */
const barracksGrowth = 8;
/** How long the city's builders have work, in milliseconds. */
function workMs(draft: Draft, city: City): number {
  const { now, speed } = draft.sight;
  return Math.max(0, (estimateCompletions(city, speed).at(-1)?.completesAt ?? now) - now);
}

function isIdle(draft: Draft, city: City): boolean {
  return city.construction.length < buildQueueLength && workMs(draft, city) < draft.sight.nextLookMs;
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
    if (city !== undefined) wishes.push(...unlocked(city, building));
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

/** Barracks and walls as the style has them, then whatever brings most for what it costs. */
function steadyWishes(draft: Draft, temperament: Temperament): Wish[] {
  const { empire } = draft;
  const wishes: Wish[] = [];
  for (const city of empire.cities) {
    if (!isIdle(draft, city)) continue;
    const isCapital = city === empire.cities[0];
    for (const [building, level] of Object.entries(standsFor(city, isCapital, temperament))) {
      if (plannedLevel(city, building as BuildingType) < level) {
        wishes.push(...unlocked(city, building as BuildingType));
      }
    }
  }
  const levels = empire.cities
    .filter((city) => isIdle(draft, city))
    .flatMap((city) =>
      producers.map((building) => ({ city, building, worth: yieldOf(draft, city, building) })),
    )
    .sort((a, b) => b.worth - a.worth);
  for (const { city, building } of levels) wishes.push(...unlocked(city, building));
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

/** The building, or first what it needs; nothing where that is only to be waited for. */
function unlocked(city: City, building: BuildingType): Wish[] {
  const hall = plannedLevel(city, building) + 1 - levelsAboveTownHall;
  const needs: Partial<Record<BuildingType, number>> = { ...buildingRules[building].needs };
  if (building !== 'town_hall') needs.town_hall = Math.max(needs.town_hall ?? 1, hall);
  for (const [type, level] of Object.entries(needs) as [BuildingType, number][]) {
    if (levelOf(city, type) < level)
      return plannedLevel(city, type) < level ? [{ city, building: type }] : [];
  }
  return [{ city, building }];
}
