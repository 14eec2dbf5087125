/** Training: times, queues, refusals, which change nothing, and deliveries. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { BuildingType, UnitType } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { wholeStock } from '../../src/game/economy/stock.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import { estimateDeliveries, orderBatch, trainMs } from '../../src/game/economy/training.ts';
import type { City, Empire, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  batchInQueue,
  buildingOf,
  cityOf,
  flatRolls,
  hourMs,
  idMaker,
  makeEmpire,
  makeWorld,
  marchTo,
  refusal,
  setStock,
  t0,
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
const order = (unit: UnitType, quantity = 1) =>
  orderBatch(empire, city, unit, quantity, { now: t0, speed: 1, newId });
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

/** Orders as many batches of soldiers as the barracks hold. */
const fillBarracks = (batches = 5) => {
  for (let n = 0; n < batches; n++) order('soldiers');
};
const removeBuilding = (removed: BuildingType) => {
  city.buildings = city.buildings.filter(({ type }) => type !== removed);
};
const poor = () => setStock(empire, amounts(0, 0, 0));

describe('ordering a batch', () => {
  it('takes the cost of all units immediately', () => {
    order('knights', 3);
    expect(wholeStock(empire)).toEqual(amounts(199_550, 199_700, 199_670));
  });

  it('starts in a free building immediately, waits behind the batch before it, and is estimated from it', () => {
    const [first, second, other] = [order('soldiers', 2), order('archers'), order('knights')];
    expect(first.batch).toMatchObject({ startsAt: t0, completesAt: t0 + 120_000 });
    expect(second.batch).toMatchObject({ startsAt: null, completesAt: null });
    expect(other.batch.startsAt).toBe(t0);
    expect(estimateDeliveries(city, 1)[1]).toEqual({ startsAt: t0 + 120_000, completesAt: t0 + 195_000 });
  });

  it.each([
    ['soldiers', 'barracks'],
    ['archers', 'barracks'],
    ['knights', 'stable'],
    ['catapults', 'workshop'],
  ] as const)('%s need a %s', (unit, building) => {
    removeBuilding(building);
    expect(orderRefused(unit)).toBe('REQUIREMENT_MISSING');
  });

  it('needs the completed building', () => {
    removeBuilding('barracks');
    orderLevels(empire, city, 'barracks', 1, { now: t0, speed: 1, newId });
    expect(orderRefused('soldiers')).toBe('REQUIREMENT_MISSING');
  });

  it.each([
    ['is accepted as the fifth batch of a building', 4, 'archers', null],
    ['is refused as the sixth', 5, 'archers', 'QUEUE_FULL'],
    ['is accepted in another building', 5, 'knights', null],
  ] as const)('%s', (_claim, before, unit, code) => {
    fillBarracks(before);
    expect(orderRefused(unit)).toBe(code);
  });

  // House 10: 748 people; workers: town hall 10, barracks 3, stable 4, workshop 4.
  it.each([
    ['soldiers', 727],
    ['knights', 242],
    ['catapults', 181],
  ] as const)('houses room for the people of %s: %i', (unit, most) => {
    const refusals = [orderRefused(unit, most + 1), orderRefused(unit, most)];
    expect(refusals).toEqual(['INSUFFICIENT_POPULATION', null]);
  });

  it('counts the people of waiting batches', () => {
    order('soldiers', 700);
    expect(orderRefused('archers', 28)).toBe('INSUFFICIENT_POPULATION');
  });

  it('needs the resources of every unit', () => {
    setStock(empire, amounts(80, 60, 59));
    const refusals = [orderRefused('soldiers', 2), orderRefused('soldiers', 1)];
    expect(refusals).toEqual(['INSUFFICIENT_RESOURCES', null]);
  });

  it('is refused for requirements, then the queue, then people, then resources', () => {
    poor();
    expect(orderRefused('soldiers')).toBe('INSUFFICIENT_RESOURCES');
    expect(orderRefused('soldiers', 1000)).toBe('INSUFFICIENT_POPULATION');
    setStock(empire, amounts(200_000, 200_000, 200_000));
    fillBarracks();
    poor();
    expect(orderRefused('soldiers', 1000)).toBe('QUEUE_FULL');
    removeBuilding('barracks');
    expect(orderRefused('soldiers', 1000)).toBe('REQUIREMENT_MISSING');
  });
});

describe('delivery', () => {
  it('comes in its exact millisecond, as an army if none is in the city, and adds to the score', () => {
    order('soldiers', 2);
    advance(world, t0 + 119_999, flatRolls);
    expect([empire.armies, scoresOf(empire).military]).toEqual([[], 0]);
    const completed = { at: t0 + 120_000, empireId: 'e', cityId: 'e-c1', unit: 'soldiers', quantity: 2 };
    expect(advance(world, t0 + 120_000, flatRolls)).toEqual([{ kind: 'training_complete', ...completed }]);
    expect(armyOf(empire, 'new-0001')).toMatchObject({
      x: 0,
      y: 0,
      units: { soldiers: 2 },
      homeCityId: 'e-c1',
      standingSince: t0 + 120_000,
      march: null,
    });
    expect(scoresOf(empire).military).toBe(2);
  });

  it('adds to the army that has been stationary in the city longest', () => {
    empire.armies = makeEmpire({
      armies: [
        { units: { soldiers: 1 }, standingSince: t0 - 5 },
        { units: { soldiers: 1 }, standingSince: t0 - 9 },
        { units: { soldiers: 1 }, standingSince: t0 - 20, at: at(1, 0) },
      ],
    }).armies;
    order('archers', 4);
    advance(world, t0 + hourMs, flatRolls);
    expect(empire.armies.map(({ units }) => units.archers)).toEqual([0, 4, 0]);
  });

  it.each([
    ['if that in the city marches away', [{ units: { soldiers: 1 }, march: marchTo(at(40, 0)) }]],
    [
      'even with 20 armies elsewhere',
      Array.from({ length: 20 }, () => ({ at: at(9, 9), units: { soldiers: 1 } })),
    ],
  ])('creates an army %s', (_claim, armies) => {
    empire.armies = makeEmpire({ armies }).armies;
    order('archers', 1);
    advance(world, t0 + 75_000, flatRolls);
    expect(empire.armies).toHaveLength(armies.length + 1);
  });

  it('keeps the duration of a running batch when its building gets a level, which the next one uses', () => {
    order('soldiers', 2);
    order('archers', 1);
    buildingOf(city, 'barracks').level = 2;
    advance(world, t0 + 120_000, flatRolls);
    expect(armyOf(empire, 'new-0001').standingSince).toBe(t0 + 120_000);
    expect(city.training).toMatchObject([{ startsAt: t0 + 120_000, completesAt: t0 + 120_000 + 68_182 }]);
  });

  it('starts the food consumption', () => {
    empire.stock.food = 0;
    city.training = [batchInQueue('soldiers', 10, t0 + 600_000)];
    advance(world, t0 + hourMs, flatRolls);
    expect(empire.stock.food).toBe(30 * 600_000 + 20 * 3_000_000);
  });
});
