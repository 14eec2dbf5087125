/** Villages: empires without a player around every new capital, which only grow, and defend with a large militia. */
import type { BuildingType } from '../../contract/vocabulary.ts';
import { hourMs } from '../../kernel/time.ts';
import { amounts, housePopulation, militiaOf, vaultOf } from '../balance.ts';
import { levelOf, stockScale, times } from '../economy/stock.ts';
import { emptyEmpire, newCity } from './founding.ts';
import { entryFor, post } from '../economy/ledger.ts';
import { axisDistance, nearestFreeTile, tileTowards } from '../march/map.ts';
import type { Amounts, City, Empire, Tile } from '../types.ts';

/** Distance from the capital in tiles and initial strength, by number. */
export const villageRules = [
  { distance: 3, strength: 0 },
  { distance: 4, strength: 1 },
  { distance: 6, strength: 3 },
  { distance: 8, strength: 5 },
] as const;
/** Every founding adds the first numbers; further ones only in surroundings with few villages. */
export const alwaysFounded = 2;
/** Tiles within this axis distance of a capital; so many villages in them are enough. */
export const surroundings = { reach: 9, enough: 4 };
/** A village grows by one up to this strength, after each such time; divided by the world's speed. */
export const maxStrength = 8;
export const growthMs = 96 * hourMs;
/** In tiles: a village farther from the requested tile would be of no use to the capital. */
const searchRadius = 12;
/** Cities within this axis distance of a capital can matter to the places of its villages. */
export const placingReach = 23;

/** Its hash decides all of it but the place. */
export interface VillageDraft {
  id: string;
  name: string;
  /** From the capital, as a fraction of a full turn. */
  turns: number;
}

export interface OccupiedTile extends Tile {
  isVillage: boolean;
}

export interface PlacedVillage extends VillageDraft {
  tile: Tile;
  strength: number;
}

export function villageLevels(strength: number): Partial<Record<BuildingType, number>> {
  const basic = Math.max(1, strength);
  return {
    town_hall: basic,
    farm: basic,
    quarry: basic,
    market: basic,
    house: strength,
    warehouse: strength,
  };
}

/** Of each resource, twice what the warehouse protects. */
function initialStock(strength: number): Amounts {
  const stock = 2 * vaultOf(strength);
  return amounts(stock, stock, stock);
}

export function villageStrengths() {
  return Array.from({ length: maxStrength + 1 }, (_, strength) => {
    const population = housePopulation(strength);
    return {
      strength,
      levels: villageLevels(strength),
      population,
      militia: militiaOf(population, 'village'),
      /** If it is founded with this strength. */
      initialStock: initialStock(strength),
    };
  });
}

/** From 0 to `maxStrength`. */
export function strengthOf(city: Pick<City, 'buildings'>): number {
  return levelOf(city, 'warehouse');
}

/**
 * Each village is on the legal tile nearest to the one at its distance and in its direction; without one within
 * `searchRadius`, there is none.
 * @param drafts one for each of `villageRules`
 * @param cities all within `placingReach` of the capital, without the capital itself
 */
export function placeVillages(
  capital: Tile,
  drafts: readonly VillageDraft[],
  cities: readonly OccupiedTile[],
  radius: number,
): PlacedVillage[] {
  const occupied = [...cities, { ...capital, isVillage: false }];
  const placed: PlacedVillage[] = [];
  villageRules.forEach(({ distance, strength }, number) => {
    const near = occupied.filter(
      (tile) => tile.isVillage && axisDistance(tile, capital) <= surroundings.reach,
    );
    const draft = drafts[number];
    if (draft === undefined || (number >= alwaysFounded && near.length >= surroundings.enough)) return;
    const tile = nearestFreeTile(tileTowards(capital, draft.turns, distance), occupied, radius, searchRadius);
    if (tile === null) return;
    placed.push({ ...draft, tile, strength });
    occupied.push({ ...tile, isVillage: true });
  });
  return placed;
}

/** The one city has the id of the empire: that marks the cities of villages. */
export function newVillage(
  { id, name, tile, strength }: PlacedVillage,
  ownerId: string,
  { now, speed, newId }: { now: number; speed: number; newId: () => string },
): Empire {
  const village = emptyEmpire({ id, kind: 'village', name, ownerId }, now);
  const city = newCity({ id, name, tile, levels: villageLevels(strength) }, now, newId);
  village.cities.push(city);
  village.stock = times(initialStock(strength), stockScale);
  village.growsAt = growsAfter(strength, now, speed);
  post(village, entryFor('founding', { cityId: city.id }), { stock: village.stock });
  return village;
}

function growsAfter(strength: number, at: number, speed: number): number | null {
  return strength < maxStrength ? at + Math.ceil(growthMs / speed) : null;
}

export function growVillage(village: Empire, at: number, speed: number): void {
  const [city] = village.cities;
  if (city === undefined) throw new Error(`village ${village.id} has no city`);
  const strength = strengthOf(city) + 1;
  for (const building of city.buildings)
    building.level = villageLevels(strength)[building.type] ?? building.level;
  village.growsAt = growsAfter(strength, at, speed);
}
