import type { BuildingType } from '../../contract/vocabulary.ts';
import { GameError } from '../../kernel/errors.ts';
import {
  amounts,
  capitalBuildings,
  maxCities,
  nextCityCost,
  startingStock,
  startingUnits,
  sumOf,
} from '../balance.ts';
import { entryFor, post } from '../economy/ledger.ts';
import { pay, times, stockScale } from '../economy/stock.ts';
import type { Emit } from '../events.ts';
import { addArmy } from '../march/marching.ts';
import { noteScore } from '../diplomacy/protection.ts';
import type { City, Empire, Tile } from '../types.ts';

/** @param levels a building of level 0 is one that will grow */
export function newCity(
  plan: { id: string; name: string; tile: Tile; levels: Partial<Record<BuildingType, number>> },
  now: number,
  newId: () => string,
): City {
  const { id, name, tile, levels } = plan;
  return {
    id,
    name,
    x: tile.x,
    y: tile.y,
    foundedAt: now,
    buildings: Object.entries(levels).map(([type, level]) => ({
      id: newId(),
      type: type as BuildingType,
      level,
    })),
    construction: [],
    training: [],
    plunderedAt: [],
    sackedUntil: null,
  };
}

export function emptyEmpire(identity: Pick<Empire, 'id' | 'kind' | 'name' | 'ownerId'>, now: number): Empire {
  return {
    ...identity,
    description: null,
    createdAt: now,
    stock: amounts(0, 0, 0),
    advancedAt: now,
    foundingPaid: 0,
    destroyedValue: 0,
    protectionEnded: false,
    lastActiveAt: now,
    lastDesertionAt: null,
    attackedBy: {},
    recalledUntil: {},
    armiesRaised: 0,
    eventSeq: 0,
    growsAt: null,
    seats: [],
    crownOffset: 0,
    allianceCrowns: {},
    reignEndsAt: null,
    goals: {},
    victories: 0,
    wishes: null,
    membership: null,
    formerAlliance: null,
    leave: null,
    leaveEndedAt: null,
    cities: [],
    armies: [],
    postings: [],
  };
}

export function newEmpire(
  identity: { id: string; name: string; ownerId: string; tile: Tile; capitalName?: string },
  now: number,
  newId: () => string,
): Empire {
  const { id, name, ownerId, tile, capitalName = 'Capital' } = identity;
  const empire = emptyEmpire({ id, kind: 'player', name, ownerId }, now);
  const levels = Object.fromEntries(capitalBuildings.map((type) => [type, 1]));
  const capital = newCity({ id: newId(), name: capitalName, tile, levels }, now, newId);
  empire.cities.push(capital);
  empire.stock = times(startingStock, stockScale);
  const units = { ...startingUnits };
  addArmy(empire, { id: newId(), tile, homeCityId: capital.id, units, at: now });
  post(empire, entryFor('founding', { cityId: capital.id }), { stock: empire.stock, units: startingUnits });
  return empire;
}

/** The database decides whether tile and name are free. Throws CITY_LIMIT, INSUFFICIENT_RESOURCES. */
export function foundCity(
  empire: Empire,
  { name, tile }: { name: string; tile: Tile },
  { now, newId, emit }: { now: number; newId: () => string; emit: Emit },
): City {
  if (empire.cities.length >= maxCities)
    throw new GameError('CITY_LIMIT', `an empire has at most ${maxCities} cities`);
  const cost = nextCityCost(empire.cities.length);
  const city = newCity({ id: newId(), name, tile, levels: { town_hall: 1 } }, now, newId);
  pay(empire, cost, entryFor('city_founded', { cityId: city.id }));
  empire.foundingPaid += sumOf(cost);
  empire.cities.push(city);
  noteScore(empire);
  emit({ kind: 'city_founded', at: now, empireId: empire.id, cityId: city.id });
  return city;
}
