/** The opening, and when and where a mind founds further cities. */
import { resources } from '../../contract/vocabulary.ts';
import { nextCityCost } from '../../game/balance.ts';
import { cityNamesAt } from '../../game/founding/city-names.ts';
import { plannedLevel } from '../../game/economy/construction.ts';
import { nearestFreeTile, tileTowards } from '../../game/march/map.ts';
import type { Chance } from './chance.ts';
import type { Draft } from './draft.ts';
import { exchangeFor } from './exchanging.ts';
import { openingGoals, styleRules, type Goal, type Temperament } from './temperament.ts';
import { producers, yieldOf, yieldOfCity } from './worth.ts';

export const origins: readonly string[] = `Aulis Byblos Corinth Delos Elatea Gaza Halos Iolcos Knossos Larissa
  Megara Naxos Olynthus Pylos Rhodes Sybaris Tiryns Volos Xanthos Zakros`.split(/\s+/);

/** From the capital. */
const nearTiles = 3;
const farTiles = 7;

/** Null if all are reached or ordered. */
export function openingGoal(draft: Draft, { opening }: Temperament): Goal | null {
  const { cities } = draft.empire;
  const [capital] = cities;
  // A third city ends the opening.
  if (capital === undefined || cities.length > 2) return null;
  const isOpen = (goal: Goal): boolean =>
    goal === 'city' ? cities.length === 1 : plannedLevel(capital, goal[0]) < goal[1];
  return openingGoals[opening].find(isOpen) ?? null;
}

export function wantsCity(draft: Draft, temperament: Temperament): boolean {
  const goal = openingGoal(draft, temperament);
  if (goal !== null) return goal === 'city';
  const best = Math.max(
    ...draft.empire.cities.flatMap((city) => producers.map((type) => yieldOf(draft, city, type))),
  );
  return yieldOfCity(draft) > best * styleRules[temperament.style].cityPatience;
}

/** Near the capital, if the stock suffices. Returns whether the draft accepted it. */
export function found(draft: Draft, chance: Chance): boolean {
  const { empire, sight } = draft;
  const [capital] = empire.cities;
  const cost = nextCityCost(empire.cities.length);
  if (capital === undefined) return false;
  const isShort = resources.some((resource) => draft.stock[resource] < cost[resource]);
  if (isShort && !exchangeFor(draft, cost)) return false;
  const direction = chance();
  const preferred = tileTowards(capital, direction, nearTiles + (farTiles - nearTiles) * chance());
  const tile = nearestFreeTile(preferred, [...sight.cities, ...empire.cities], sight.radius);
  if (tile === null) return false;
  const taken = new Set(empire.cities.map(({ name }) => name));
  for (const name of cityNamesAt(tile))
    if (!taken.has(name)) return draft.tryOrder({ kind: 'found', name, tile }) === null;
  return false;
}
