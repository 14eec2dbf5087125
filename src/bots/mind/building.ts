/** Decides which building levels a mind orders next. */
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
import { expectedFoodPerHour, isStoreSmall, producers, yieldOf, youngLevel } from './worth.ts';

interface BuildOption {
  city: City;
  building: BuildingType;
}

/** A city other than the capital gets a barracks when one of its producers is above this level. */
const barracksGrowth = 8;
/** Milliseconds until the construction queue of the city is empty. */
function workMs(draft: Draft, city: City): number {
  const { now, speed } = draft.sight;
  return Math.max(0, (estimateCompletions(city, speed).at(-1)?.completesAt ?? now) - now);
}

function isIdle(draft: Draft, city: City): boolean {
  return city.construction.length < buildQueueLength && workMs(draft, city) < draft.sight.nextTurnMs;
}

/**
 * Orders levels until every city has work until the next turn. Stops earlier, to save, when the most urgent level is
 * not affordable yet.
 * @param needsPeople free people that the missing units need
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
    if (refused === 'INSUFFICIENT_RESOURCES' && !isBeyondCap(draft, option)) return;
    if (refused !== null) refusedKeys.add(keyOf(option));
  }
}

function isBeyondCap(draft: Draft, { city, building }: BuildOption): boolean {
  const cost = levelCost(building, plannedLevel(city, building) + 1);
  return Math.max(cost.gold, cost.food, cost.materials) > capOf(draft.empire);
}

/** Levels that everything else waits for: against hunger, for the opening, for people and for storage. */
function urgentOptions(draft: Draft, temperament: Temperament, needsPeople: number): BuildOption[] {
  const { empire } = draft;
  const idle = empire.cities.filter((city) => isIdle(draft, city));
  const options: BuildOption[] = [];
  const addLowest = (building: BuildingType): void => {
    const cities = idle.filter((city) => plannedLevel(city, building) < maxLevel);
    const [city] = cities.sort((a, b) => plannedLevel(a, building) - plannedLevel(b, building));
    if (city !== undefined) options.push(...unlocked(city, building));
  };
  if (expectedFoodPerHour(draft) < 20) addLowest('farm');
  const goal = openingGoal(draft, temperament);
  const [capital] = empire.cities;
  if (goal !== null && goal !== 'city' && capital !== undefined && idle.includes(capital)) {
    options.push({ city: capital, building: goal[0] });
  }
  const { used, total } = peopleOf(empire);
  if (total - used < Math.max(8, 0.04 * total, needsPeople)) addLowest('house');
  if (isStoreSmall(draft, wantsCity(draft, temperament))) addLowest('warehouse');
  return options;
}

/** Levels that the style requires, then producers by their return on cost. */
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
  return options;
}

/** Minimum levels of a city that the style requires apart from its economy. */
function levelsForStyle(
  city: City,
  isCapital: boolean,
  { style, mix }: Temperament,
): Partial<Record<BuildingType, number>> {
  const rule = styleRules[style];
  const townHall = levelOf(city, 'town_hall');
  const growth = Math.max(...producers.map((type) => levelOf(city, type)));
  const levels: Partial<Record<BuildingType, number>> = {
    // A higher town hall speeds up construction; half the level of the best producer balances its cost.
    town_hall: Math.ceil(growth / 2),
    wall: growth < youngLevel ? 0 : Math.min(rule.wallFor(townHall), growth),
  };
  if (growth < youngLevel || !(isCapital || growth > barracksGrowth)) return levels;
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

/** The building, or else its first missing requirement. Empty if that requirement is already in the queue. */
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
