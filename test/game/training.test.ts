/** Training: times, queues, refusals, which change nothing, and deliveries. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { UnitType } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/construction.ts';
import { wholeStock } from '../../src/game/economy.ts';
import { scoresOf } from '../../src/game/scoring.ts';
import { estimateDeliveries, orderBatch, trainMs } from '../../src/game/training.ts';
import type { City, Empire, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  cityOf,
  flatRolls,
  hourMs,
  idMaker,
  makeEmpire,
  makeWorld,
  refusal,
  t0,
  the,
} from '../support/worlds.ts';

describe('training time', () => {
  // quantity x seconds / (1 + 0.1 x (level - 1)) / speed
  it.each([
    ['soldiers', 1, 1, 1, 60_000],
    ['soldiers', 20, 3, 1, 1_000_000],
    ['soldiers', 20, 3, 7, 142_858],
    ['soldiers', 20, 3, 3600, 278],
    ['archers', 1, 2, 1, 68_182],
    ['archers', 3, 1, 1, 225_000],
    ['knights', 1, 11, 1, 100_000],
    ['knights', 7, 1, 7, 200_000],
    ['catapults', 1, 1, 3600, 112],
    ['catapults', 1000, 20, 1, 137_931_035],
  ] as const)(
    '%s x %i in a building of level %i at speed %i take %i ms',
    (unit, quantity, level, speed, ms) => {
      expect(trainMs(unit, quantity, level, speed)).toBe(ms);
    },
  );
});

let empire: Empire;
let city: City;
let world: WorldSlice;
let newId: () => string;
const order = (unit: UnitType, quantity = 1, at = t0) =>
  orderBatch(empire, city, unit, quantity, { now: at, speed: 1, newId });
const orderRefused = (unit: UnitType, quantity = 1) => refusal(() => order(unit, quantity), world);

beforeEach(() => {
  newId = idMaker();
  empire = makeEmpire({
    cities: [{ levels: { town_hall: 5, house: 10, barracks: 1, stable: 1, workshop: 1 } }],
    stock: amounts(200_000, 200_000, 200_000),
  });
  city = cityOf(empire);
  world = makeWorld([empire]);
});

describe('ordering a batch', () => {
  it('takes the cost of all units immediately', () => {
    order('knights', 3);
    expect(wholeStock(empire)).toEqual(amounts(199_550, 199_700, 199_670));
  });

  it('starts immediately in a free building', () => {
    expect(order('soldiers', 2).batch).toMatchObject({ startsAt: t0, completesAt: t0 + 120_000 });
  });

  it('waits behind the batch before it', () => {
    order('soldiers');
    expect(order('archers').batch).toMatchObject({ startsAt: null, completesAt: null });
  });

  it('does not wait for another building', () => {
    order('soldiers');
    expect(order('knights').batch.startsAt).toBe(t0);
  });

  it('is estimated from the batches before it', () => {
    order('soldiers', 2);
    order('archers', 1);
    expect(estimateDeliveries(city, 1)[1]).toEqual({ startsAt: t0 + 120_000, completesAt: t0 + 195_000 });
  });

  it.each([
    ['soldiers', 'barracks'],
    ['archers', 'barracks'],
    ['knights', 'stable'],
    ['catapults', 'workshop'],
  ] as const)('%s need a %s', (unit, building) => {
    city.buildings = city.buildings.filter(({ type }) => type !== building);
    expect(orderRefused(unit)).toBe('REQUIREMENT_MISSING');
  });

  it('needs the completed building', () => {
    city.buildings = city.buildings.filter(({ type }) => type !== 'barracks');
    orderLevels(empire, city, 'barracks', 1, { now: t0, speed: 1, newId });
    expect(orderRefused('soldiers')).toBe('REQUIREMENT_MISSING');
  });

  it('is accepted as the fifth batch of a building', () => {
    for (let n = 0; n < 4; n++) order('soldiers');
    expect(orderRefused('archers')).toBeNull();
  });

  it('is refused as the sixth', () => {
    for (let n = 0; n < 5; n++) order('soldiers');
    expect(orderRefused('archers')).toBe('QUEUE_FULL');
  });

  it('is accepted in another building', () => {
    for (let n = 0; n < 5; n++) order('soldiers');
    expect(orderRefused('knights')).toBeNull();
  });

  // House 10: 748 people; workers: town hall 10, barracks 3, stable 4, workshop 4.
  it.each([
    ['soldiers', 727],
    ['knights', 242],
    ['catapults', 181],
  ] as const)('houses room for the people of %s: %i', (unit, most) => {
    expect([orderRefused(unit, most + 1), orderRefused(unit, most)]).toEqual([
      'INSUFFICIENT_POPULATION',
      null,
    ]);
  });

  it('counts the people of waiting batches', () => {
    order('soldiers', 700);
    expect(orderRefused('archers', 28)).toBe('INSUFFICIENT_POPULATION');
  });

  it('needs the resources of every unit', () => {
    empire.stock = makeEmpire({ stock: amounts(80, 60, 59) }).stock;
    expect([orderRefused('soldiers', 2), orderRefused('soldiers', 1)]).toEqual([
      'INSUFFICIENT_RESOURCES',
      null,
    ]);
  });
});

describe('which refusal comes first', () => {
  const poor = () => {
    empire.stock = makeEmpire({ stock: amounts(0, 0, 0) }).stock;
  };

  it('requirements before the queue', () => {
    for (let n = 0; n < 5; n++) order('soldiers');
    city.buildings = city.buildings.filter(({ type }) => type !== 'barracks');
    poor();
    expect(orderRefused('soldiers', 1000)).toBe('REQUIREMENT_MISSING');
  });

  it('the queue before people', () => {
    for (let n = 0; n < 5; n++) order('soldiers');
    poor();
    expect(orderRefused('soldiers', 1000)).toBe('QUEUE_FULL');
  });

  it('people before resources', () => {
    poor();
    expect(orderRefused('soldiers', 1000)).toBe('INSUFFICIENT_POPULATION');
  });

  it('resources last', () => {
    poor();
    expect(orderRefused('soldiers')).toBe('INSUFFICIENT_RESOURCES');
  });
});

describe('delivery', () => {
  it('delivers the complete batch in its exact millisecond, as an army if none is in the city', () => {
    order('soldiers', 2);
    advance(world, t0 + 119_999, flatRolls);
    expect(empire.armies).toEqual([]);
    advance(world, t0 + 120_000, flatRolls);
    expect(armyOf(empire, 'new-0001')).toMatchObject({
      x: 0,
      y: 0,
      units: { soldiers: 2 },
      homeCityId: 'e-c1',
      standingSince: t0 + 120_000,
      march: null,
    });
  });

  it('adds to the army that has been stationary in the city longest', () => {
    empire.armies = makeEmpire({
      armies: [
        { units: { soldiers: 1 }, standingSince: t0 - 5 },
        { units: { soldiers: 1 }, standingSince: t0 - 9 },
        { units: { soldiers: 1 }, standingSince: t0 - 20, at: { x: 1, y: 0 } },
      ],
    }).armies;
    order('archers', 4);
    advance(world, t0 + hourMs, flatRolls);
    expect(empire.armies.map(({ units }) => units.archers)).toEqual([0, 4, 0]);
  });

  it('does not add to an army that marches away', () => {
    empire.armies = makeEmpire({ armies: [{ units: { soldiers: 1 } }] }).armies;
    const to = { x: 40, y: 0 };
    const from = { x: 0, y: 0 };
    armyOf(empire).march = { kind: 'move', from, to, departsAt: t0, arrivesAt: t0 + hourMs, battleId: null };
    order('archers', 1);
    advance(world, t0 + 75_000, flatRolls);
    expect(empire.armies).toHaveLength(2);
  });

  it('creates an army even with 20 armies', () => {
    empire.armies = makeEmpire({
      armies: Array.from({ length: 20 }, () => ({ at: { x: 9, y: 9 }, units: { soldiers: 1 } })),
    }).armies;
    order('archers', 1);
    advance(world, t0 + 75_000, flatRolls);
    expect(empire.armies).toHaveLength(21);
  });

  it('starts the next batch of that building', () => {
    order('soldiers', 2);
    order('archers', 1);
    advance(world, t0 + 120_000, flatRolls);
    expect(city.training).toMatchObject([{ startsAt: t0 + 120_000, completesAt: t0 + 195_000 }]);
  });

  it('keeps the duration of a running batch when its building gets a level', () => {
    order('soldiers', 20);
    the(city.buildings.find(({ type }) => type === 'barracks')).level = 2;
    advance(world, t0 + hourMs, flatRolls);
    expect(armyOf(empire, 'new-0001').standingSince).toBe(t0 + 1_200_000);
  });

  it('uses the level of the building at the start of each batch', () => {
    order('soldiers', 1);
    order('archers', 1);
    the(city.buildings.find(({ type }) => type === 'barracks')).level = 2;
    advance(world, t0 + 60_000, flatRolls);
    expect(city.training[0]?.completesAt).toBe(t0 + 60_000 + 68_182);
  });

  it('emits an event with the city and the units', () => {
    order('soldiers', 2);
    expect(advance(world, t0 + hourMs, flatRolls)).toEqual([
      {
        kind: 'training_complete',
        at: t0 + 120_000,
        empireId: 'e',
        cityId: 'e-c1',
        unit: 'soldiers',
        quantity: 2,
      },
    ]);
  });

  it('adds to the score', () => {
    const scores = [t0, t0 + hourMs].map((at) => {
      if (at === t0) order('soldiers', 5);
      advance(world, at, flatRolls);
      return scoresOf(empire).military;
    });
    expect(scores).toEqual([0, 5]);
  });

  it('starts the food consumption', () => {
    empire.stock.food = 0;
    city.training = [{ id: 'b', unit: 'soldiers', quantity: 10, startsAt: t0, completesAt: t0 + 600_000 }];
    advance(world, t0 + hourMs, flatRolls);
    expect(empire.stock.food).toBe(30 * 600_000 + 20 * 3_000_000);
  });
});
