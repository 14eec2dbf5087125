/** Sights for tests of the mind, and its orders. */
import { levelOf, populationOf } from '../../src/game/economy/stock.ts';
import { stacksOf } from '../../src/game/fight/battle.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { Empire, Units } from '../../src/game/types.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { decide } from '../../src/bots/mind/decide.ts';
import { noMemory, type Memory, type Order } from '../../src/bots/mind/orders.ts';
import type { Neighbour, NeighbourCity, SeatView, Sight } from '../../src/bots/mind/sight.ts';
import type { Temperament } from '../../src/bots/mind/temperament.ts';
import { dayMs, hourMs, makeEmpire, t0 } from '../support/worlds.ts';

export const builder: Temperament = { style: 'builder', opening: 'farms', mix: 'mixed', level: 'hard' };
export const raider: Temperament = { style: 'raider', opening: 'farms', mix: 'soldiers', level: 'hard' };
export const turtle: Temperament = { style: 'turtle', opening: 'farms', mix: 'archers', level: 'hard' };

/** Levels of a capital after its opening. */
export const grown = {
  town_hall: 5,
  farm: 8,
  quarry: 8,
  market: 8,
  house: 8,
  warehouse: 5,
  barracks: 3,
  wall: 2,
};

export function ordersOf(temperament: Temperament, sight: Sight, memory: Memory = noMemory): Order[] {
  return decide(temperament, sight, memory, makeChance(1));
}

/** The kinds of these orders, each once. */
export function kindsOf(orders: readonly Order[]): string[] {
  return [...new Set(orders.map(({ kind }) => kind))].sort();
}

/** The ids of what these orders attack. */
export function attacksIn(orders: readonly Order[]): string[] {
  return orders.flatMap((order) => (order.kind === 'attack' ? [order.target.id] : []));
}

/** The sight of an empire with one city at 0/0, by default without neighbours. */
export function sightOf(own: Empire, rest: Partial<Sight> = {}): Sight {
  return {
    ...{ now: t0, speed: 1, radius: 100, nextTurnMs: hourMs / 3, own },
    ...{ neighbours: [], threats: [], alliedThreats: [], battles: [], seats: [] },
    cities: rest.neighbours?.flatMap(({ cities }) => cities.map(({ tile }) => tile)) ?? [],
    ...rest,
  };
}

/** An empire of one grown city. */
export function makeGrown(plan: Parameters<typeof makeEmpire>[0] = {}): Empire {
  return makeEmpire({ cities: [{ levels: grown }], ...plan });
}

/** A neighbour 8 tiles away, 30 days old, with one city without a warehouse. */
export function makeNeighbour(plan: Partial<Neighbour> & { garrison?: Partial<Units> } = {}): Neighbour {
  const { garrison = {}, ...rest } = plan;
  const { cities } = makeGrown();
  const [city] = cities;
  const units = { ...noUnits(), ...garrison };
  return {
    id: 'stranger',
    kind: 'player',
    isPerson: false,
    allianceId: null,
    score: 500,
    createdAt: t0 - 30 * dayMs,
    leave: null,
    stock: { gold: 6000, food: 6000, materials: 6000 },
    cityCount: 1,
    units,
    cities:
      city === undefined
        ? []
        : [
            {
              id: 'target',
              tile: { x: 8, y: 0 },
              wall: levelOf(city, 'wall'),
              warehouse: 0,
              militia: Math.floor(populationOf(city) / 25),
              output: { gold: 600, food: 700, materials: 600 },
              isSacked: false,
              units,
            },
          ],
    armies: [],
    ...rest,
  };
}

/** A village 4 tiles away with twice the stock that it protects: 200 of each resource can be taken. */
export function makeVillage(plan: Partial<NeighbourCity> = {}): Neighbour {
  const stranger = makeNeighbour({ id: 'village', kind: 'village', score: 7, createdAt: t0 });
  return {
    ...{ ...stranger, stock: { gold: 600, food: 600, materials: 600 } },
    cities: stranger.cities.map((city) => ({
      ...{ ...city, id: 'village', tile: { x: 4, y: 0 }, wall: 0, warehouse: 1, militia: 12, ...plan },
    })),
  };
}

/** A seat 10 tiles away that its keeper holds with a small militia. */
export function makeSeat(plan: Partial<SeatView> = {}): SeatView {
  const defender = stacksOf(noUnits(), 20);
  return {
    id: 's',
    tile: { x: 10, y: 0 },
    heldSince: null,
    holder: { id: 'keeper', score: 0, allianceId: null },
    defender,
    attacks: [],
    ...plan,
  };
}
