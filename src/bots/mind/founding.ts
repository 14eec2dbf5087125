/** How an empire begins, when it saves for a further city, and where it founds one. */
import { resources } from '../../contract/vocabulary.ts';
import { nextCityCost } from '../../game/balance.ts';
import { plannedLevel } from '../../game/construction.ts';
import { nearestFreeTile, tileTowards } from '../../game/map.ts';
import { pickFrom, type Chance } from './chance.ts';
import type { Draft } from './draft.ts';
import { cityNames } from './names.ts';
import { openingRules, styleRules, type Goal, type Temperament } from './temperament.ts';
import { producers, yieldOf, yieldOfCity } from './worth.ts';

/** How far from its capital an empire founds its further cities. */
const nearTiles = 3;
const farTiles = 7;

/** What the opening asks for next, or null when every order of it is given. */
export function openingGoal(draft: Draft, { opening }: Temperament): Goal | null {
  const { cities } = draft.empire;
  const [capital] = cities;
  // Whoever has a third city or higher levels has long left his opening.
  if (capital === undefined || cities.length > 2) return null;
  const goals: readonly Goal[] = openingRules[opening].goals;
  const open = (goal: Goal): boolean =>
    goal === 'city' ? cities.length === 1 : plannedLevel(capital, goal[0]) < goal[1];
  return goals.find(open) ?? null;
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
  const turns = chance();
  const wish = tileTowards(capital, turns, nearTiles + (farTiles - nearTiles) * chance());
  const tile = nearestFreeTile(wish, [...sight.cities, ...empire.cities], sight.radius);
  const taken = new Set(empire.cities.map(({ name }) => name));
  const free = cityNames.filter((name) => !taken.has(name));
  return tile !== null && draft.wish({ kind: 'found', name: pickFrom(free, chance), tile }) === null;
}
