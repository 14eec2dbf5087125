/** Founding: a new empire with its capital and garrison, and additional cities. */
import type { BuildingType } from '../contract/vocabulary.ts';
import { GameError } from '../kernel/errors.ts';
import { capitalBuildings, maxCities, nextCityCost, startingStock, startingUnits, sumOf } from './balance.ts';
import { entryFor, post } from './ledger.ts';
import { pay, times, stockScale } from './economy.ts';
import type { Emit } from './events.ts';
import { raiseArmy } from './marching.ts';
import { noteScore } from './protection.ts';
import { scoresOf } from './scoring.ts';
import type { City, Empire, Tile } from './types.ts';

const capitalName = 'Capital';

function newCity(
  name: string,
  tile: Tile,
  buildings: readonly BuildingType[],
  now: number,
  newId: () => string,
): City {
  return {
    id: newId(),
    name,
    x: tile.x,
    y: tile.y,
    foundedAt: now,
    buildings: buildings.map((type) => ({ id: newId(), type, level: 1 })),
    construction: [],
    training: [],
    plunderedAt: [],
  };
}

/** A new empire: a capital with its first buildings, starting stock, and a garrison. */
export function newEmpire(
  { id, name, ownerId, tile }: { id: string; name: string; ownerId: string; tile: Tile },
  now: number,
  newId: () => string,
): Empire {
  const capital = newCity(capitalName, tile, capitalBuildings, now, newId);
  const empire: Empire = {
    id,
    name,
    ownerId,
    description: null,
    createdAt: now,
    stock: times(startingStock, stockScale),
    settledAt: now,
    foundingPaid: 0,
    destroyedValue: 0,
    protectionEnded: false,
    lastActiveAt: now,
    lastDesertionAt: null,
    attackedBy: {},
    armiesRaised: 0,
    eventSeq: 0,
    cities: [capital],
    armies: [],
    postings: [],
  };
  raiseArmy(empire, { id: newId(), city: capital, units: { ...startingUnits }, at: now });
  post(empire, entryFor('founding', { cityId: capital.id }), { stock: empire.stock, units: startingUnits });
  return empire;
}

/**
 * Founds an additional city with a town hall and takes its cost. The database decides whether the tile and the
 * name are free. Throws CITY_LIMIT, INSUFFICIENT_RESOURCES.
 */
export function foundCity(
  empire: Empire,
  { name, tile }: { name: string; tile: Tile },
  { now, newId, emit }: { now: number; newId: () => string; emit: Emit },
): City {
  if (empire.cities.length >= maxCities)
    throw new GameError('CITY_LIMIT', `an empire has at most ${maxCities} cities`);
  const cost = nextCityCost(empire.cities.length);
  const city = newCity(name, tile, ['town_hall'], now, newId);
  pay(empire, cost, entryFor('city_founded', { cityId: city.id }));
  empire.foundingPaid += sumOf(cost);
  empire.cities.push(city);
  noteScore(empire, scoresOf(empire).total);
  emit({ kind: 'city_founded', at: now, empireId: empire.id, cityId: city.id });
  return city;
}
