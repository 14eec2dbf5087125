/** Sights for tests of the mind. */
import { levelOf, populationOf } from '../../src/game/economy.ts';
import { noUnits } from '../../src/game/units.ts';
import type { Empire, Units } from '../../src/game/types.ts';
import type { Neighbour, Sight } from '../../src/bots/mind/sight.ts';
import type { Temperament } from '../../src/bots/mind/temperament.ts';
import { dayMs, hourMs, makeEmpire, t0 } from '../support/worlds.ts';

export const builder: Temperament = { style: 'builder', opening: 'farms', mix: 'mixed' };
export const raider: Temperament = { style: 'raider', opening: 'farms', mix: 'soldiers' };
export const turtle: Temperament = { style: 'turtle', opening: 'farms', mix: 'archers' };

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

/** The sight of an empire with one city at 0/0, by default without neighbours. */
export function sightOf(own: Empire, rest: Partial<Sight> = {}): Sight {
  return {
    ...{ now: t0, speed: 1, radius: 100, nextTurnMs: hourMs / 3, own },
    ...{ neighbours: [], threats: [], battles: [] },
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
    score: 500,
    createdAt: t0 - 30 * dayMs,
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
              units,
            },
          ],
    armies: [],
    ...rest,
  };
}
