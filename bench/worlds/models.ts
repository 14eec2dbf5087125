import { randomUUID } from 'node:crypto';
import { goalNames, type BuildingType } from '../../src/contract/vocabulary.ts';
import { capOf, stockScale } from '../../src/game/economy/stock.ts';
import { nextCityCost, sumOf } from '../../src/game/balance.ts';
import { nextDueAt } from '../../src/game/advance.ts';
import { noStacks } from '../../src/game/fight/battle.ts';
import type { Outcome } from '../../src/game/battle-types.ts';
import type { Army, City, Empire, Units, WorldSlice } from '../../src/game/types.ts';
import { fromArmy, fromCity, fromEmpire } from '../../src/world/rows/row-conversion.ts';

const modelCount = 48;
const noLoot = { gold: 0, food: 0, materials: 0 };

function cityOf(model: number, isCapital: boolean, at: number): City {
  const levels: Partial<Record<BuildingType, number>> = {
    town_hall: 6 + (model % 5),
    farm: 8 + (model % 3),
    quarry: 3 + (model % 7),
    market: 4 + (model % 6),
    house: 10,
    warehouse: 2 + (model % 8),
    barracks: 5,
    ...(isCapital ? { stable: 1 + (model % 3), workshop: 1, wall: 1 + (model % 4) } : {}),
  };
  return {
    id: randomUUID(),
    name: isCapital ? 'Capital' : 'Second city',
    x: 0,
    y: 0,
    foundedAt: at,
    buildings: Object.entries(levels).map(([type, level]) => ({
      id: randomUUID(),
      type: type as BuildingType,
      level,
    })),
    construction: [],
    training: [],
    plunderedAt: [],
    sackedUntil: null,
  };
}

function armyOf(name: string, units: Units, homeCityId: string, at: number): Army {
  return {
    ...{ id: randomUUID(), name, x: 0, y: 0, units, homeCityId },
    ...{ standingSince: at, march: null, loot: noLoot, guards: null },
  };
}

/** One in four models has two cities, one in three has two armies. Nothing is due, and stock is plentiful. */
function createModel(model: number, createdAt: number, advancedAt: number): object {
  const cities = [cityOf(model, true, createdAt)];
  if (model % 4 === 0) cities.push(cityOf(model, false, createdAt));
  const home = cities[0]?.id ?? '';
  const garrison = { soldiers: 20 + model, archers: 10, knights: model % 9, catapults: model % 5 };
  const armies = [armyOf('Army 1', garrison, home, createdAt)];
  if (model % 3 === 0)
    armies.push(armyOf('Army 2', { soldiers: 5, archers: 5, knights: 0, catapults: 0 }, home, createdAt));
  const empire: Empire = {
    id: randomUUID(),
    kind: 'player',
    growsAt: null,
    name: 'model',
    ownerId: randomUUID(),
    description: null,
    createdAt,
    stock: noLoot,
    advancedAt,
    foundingPaid: cities.length > 1 ? sumOf(nextCityCost(1)) : 0,
    destroyedValue: 0,
    protectionEnded: true,
    membership: null,
    formerAlliance: null,
    leave: null,
    leaveEndedAt: null,
    lastActiveAt: advancedAt,
    lastDesertionAt: null,
    attackedBy: {},
    recalledUntil: {},
    armiesRaised: armies.length,
    eventSeq: 10,
    seats: [],
    // None is due, so that the world stays idle.
    goals: Object.fromEntries(goalNames.map((name) => [name, createdAt])),
    victories: 0,
    crownOffset: 0,
    allianceCrowns: {},
    reignEndsAt: null,
    wishes: null,
    cities,
    armies,
    postings: null,
  };
  // More than the cap, so that production stands still and every order can be paid.
  const stock = 10 * capOf(empire) * stockScale;
  empire.stock = { gold: stock, food: stock, materials: stock };
  const world: WorldSlice = {
    speed: 1,
    radius: 1000,
    firstReignAt: 0,
    empires: new Map(),
    battles: new Map(),
  };
  if (nextDueAt(empire, world.speed) !== null) throw new Error(`model ${model} has due work`);
  return {
    empire: fromEmpire(empire, world),
    cities: cities.map((city) => fromCity(city, empire.id)),
    armies: armies.map((army) => fromArmy(army, empire.id)),
  };
}

/** The models as JSON: rows of empires, cities and armies. */
export function createModels(createdAt: number, advancedAt: number): object[] {
  return Array.from({ length: modelCount }, (_, model) => createModel(model, createdAt, advancedAt));
}

/** The outcome of every seeded battle: called off, so that no fight has to follow from its seed. */
export function createOutcome(at: number): Outcome {
  return {
    ...{
      resolver: 2,
      volley: null,
      result: 'called_off',
      at,
      endsAt: at,
      reason: 'target_gone',
      morale: 1000,
      wall: null,
    },
    ...{ attackerStart: noStacks(), defenderStart: noStacks(), rounds: [], loot: noLoot },
  };
}
