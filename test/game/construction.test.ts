/** Construction: building time and cost, the queue, and cancelling. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import {
  buildMs,
  cancelOrder,
  estimateCompletions,
  orderLevels,
  statusOfBuilding,
} from '../../src/game/economy/construction.ts';
import { levelOf, wholeStock } from '../../src/game/economy/stock.ts';
import type { BuildingType } from '../../src/contract/vocabulary.ts';
import type { City, Empire, WorldSlice } from '../../src/game/types.ts';
import {
  buildingOf,
  cityOf,
  dump,
  flatRolls,
  hourMs,
  idMaker,
  levelInQueue,
  makeEmpire,
  makeWorld,
  setStock,
  t0,
} from '../support/worlds.ts';

describe('building time', () => {
  // 0.5 s x sum of the cost x min(1, level / 5) / (1 + 0.08 x (town hall - 1)) / speed
  it.each<[string, number, [number, number, number], number, number, number]>([
    ['farm 1', 1, [40, 20, 70], 1, 1, 13_000],
    ['farm 1', 1, [40, 20, 70], 1, 7, 1_858],
    ['farm 1', 1, [40, 20, 70], 1, 3600, 4],
    ['farm 2', 2, [60, 30, 100], 1, 1, 38_000],
    ['farm 2', 2, [60, 30, 100], 2, 1, 35_186],
    ['farm 5', 5, [175, 90, 310], 3, 1, 247_845],
    ['farm 10', 10, [1135, 565, 1985], 10, 1, 1_071_221],
    ['town_hall 20', 20, [139_695, 69_845, 174_615], 20, 1, 76_221_231],
    ['town_hall 20', 20, [139_695, 69_845, 174_615], 20, 7, 10_888_748],
    ['town_hall 20', 20, [139_695, 69_845, 174_615], 20, 3600, 21_173],
  ])(
    '%s (level %i, cost %j) under town hall %i at speed %i takes %i ms',
    (_name, level, cost, townHall, speed, ms) => {
      expect(buildMs(level, amounts(...cost), townHall, speed)).toBe(ms);
    },
  );

  it.each([
    [1, 5_000],
    [7, 715],
    [3600, 2],
  ])('at speed %i no level takes less than %i ms', (speed, ms) => {
    expect(buildMs(1, amounts(10, 0, 0), 1, speed)).toBe(ms);
  });
});

describe('ordering levels', () => {
  let empire: Empire;
  let city: City;
  let world: WorldSlice;
  const newId = idMaker();
  const order = (type: BuildingType, quantity = 1) =>
    orderLevels(empire, city, type, quantity, { now: t0, speed: 1, newId });

  beforeEach(() => {
    empire = makeEmpire({ cities: [{ levels: { farm: 1 } }] });
    city = cityOf(empire);
    world = makeWorld([empire]);
  });

  it('takes the sum of the costs of its levels immediately', () => {
    // farm 2 and 3
    expect(order('farm', 2)).toMatchObject({ fromLevel: 1, toLevel: 3, cost: amounts(145, 70, 245) });
    expect(wholeStock(empire)).toEqual(amounts(1355, 1430, 1255));
  });

  it('continues from the levels already ordered', () => {
    order('farm', 2);
    expect(order('farm')).toMatchObject({ fromLevel: 3, toLevel: 4 });
  });

  it('starts the first level immediately, queues the others, and is due when the first completes', () => {
    order('farm', 2);
    expect(city.construction).toMatchObject([
      { startsAt: t0, completesAt: t0 + 38_000 },
      { startsAt: null, completesAt: null },
    ]);
    expect(nextDueAt(empire, 1)).toBe(t0 + 38_000);
  });

  it('adds a new building at level 0, one per type', () => {
    expect(order('house').building).toMatchObject({ type: 'house', level: 0 });
    order('house');
    expect(city.buildings.filter(({ type }) => type === 'house')).toHaveLength(1);
  });

  it('builds in two cities at the same time', () => {
    empire = makeEmpire({ cities: [{}, {}] });
    for (city of empire.cities) order('farm');
    expect(empire.cities.map(({ construction }) => construction[0]?.startsAt)).toEqual([t0, t0]);
  });

  it('completes each level in its exact millisecond, and starts the next one then, even when handled late', () => {
    // farm 2: 38 s; farm 3: 0.5 x 270 x 3/5 = 81 s
    order('farm', 2);
    advance(world, t0 + 37_999, flatRolls);
    expect(levelOf(city, 'farm')).toBe(1);
    const gameEvents = advance(world, t0 + hourMs, flatRolls);
    expect(gameEvents.map((gameEvent) => gameEvent.at)).toEqual([t0 + 38_000, t0 + 119_000]);
    expect(levelOf(city, 'farm')).toBe(3);
  });

  it('emits an event with the building and its level', () => {
    order('house');
    const { id } = buildingOf(city, 'house');
    const building = { id, type: 'house', level: 1 };
    expect(advance(world, t0 + hourMs, flatRolls)).toEqual([
      { kind: 'construction_complete', at: t0 + 17_000, empireId: 'e', cityId: 'e-c1', building },
    ]);
  });

  it('produces at the new rate from the completion time on', () => {
    order('farm');
    empire.stock.food = 0;
    advance(world, t0 + hourMs, flatRolls);
    // 38 s at 30 + 66, the rest of the hour at 30 + 145 food per hour
    expect(empire.stock.food).toBe(96 * 38_000 + 175 * (hourMs - 38_000));
  });

  it('uses the town hall level at the start of each level for its building time, as estimated', () => {
    // town_hall 2: 0.5 x 480 x 2/5 = 96 s; then farm 2 under town hall 2
    order('town_hall');
    order('farm');
    const farm = { startsAt: t0 + 96_000, completesAt: t0 + 96_000 + 35_186 };
    expect(estimateCompletions(city, 1)).toEqual([{ startsAt: t0, completesAt: t0 + 96_000 }, farm]);
    advance(world, t0 + 96_000, flatRolls);
    expect(city.construction[0]).toMatchObject(farm);
  });

  it('never exceeds level 25', () => {
    buildingOf(city, 'farm').level = 25;
    city.construction = [levelInQueue('farm', 25, t0 + 5)];
    advance(world, t0 + 5, flatRolls);
    expect(levelOf(city, 'farm')).toBe(25);
  });

  it('changes the status from planned to constructing to active', () => {
    order('house', 2);
    const house = buildingOf(city, 'house');
    const statuses = [t0, t0 + 17_000, t0 + hourMs].map((now) => {
      advance(world, now, flatRolls);
      return statusOfBuilding(city, house);
    });
    expect(statuses).toEqual(['planned', 'constructing', 'active']);
  });

  it('keeps a building active while its next level waits', () => {
    order('town_hall');
    order('farm');
    expect(statusOfBuilding(city, buildingOf(city, 'farm'))).toBe('active');
  });

  describe('cancelling', () => {
    const cancel = (id: string, now = t0) => cancelOrder(empire, city, id, now, 1);

    it('refunds 80 % of each resource', () => {
      expect(cancel(order('farm').id)).toEqual(amounts(48, 24, 80));
      expect(wholeStock(empire)).toEqual(amounts(1488, 1494, 1480));
    });

    it('may raise the stock above the cap', () => {
      const { id } = order('farm');
      setStock(empire, amounts(2000, 2000, 2000));
      cancel(id);
      expect(wholeStock(empire)).toEqual(amounts(2048, 2024, 2080));
    });

    it('also cancels and refunds later levels of that building in later orders', () => {
      // farm 2 and farm 3: 145/70/245
      const { id } = order('farm');
      order('house');
      order('farm');
      expect(cancel(id)).toEqual(amounts(116, 56, 196));
      expect(city.construction.map(({ type }) => type)).toEqual(['house']);
    });

    it('keeps earlier levels of that building', () => {
      order('farm');
      cancel(order('farm').id);
      expect(city.construction.map(({ level }) => level)).toEqual([2]);
    });

    it('leaves the running level of another building, or starts the next one immediately', () => {
      const farm = order('farm');
      const house = order('house');
      order('quarry');
      advance(world, t0 + 1_000, flatRolls);
      cancel(house.id, t0 + 1_000);
      expect(city.construction[0]).toMatchObject({ startsAt: t0, completesAt: t0 + 38_000 });
      cancel(farm.id, t0 + 1_000);
      // quarry 1: 0.5 x 140 x 1/5
      expect(city.construction).toMatchObject([{ startsAt: t0 + 1_000, completesAt: t0 + 15_000 }]);
    });

    it('removes a building that was only planned', () => {
      cancel(order('house').id);
      expect(city.buildings.map(({ type }) => type)).toEqual(['town_hall', 'farm']);
    });

    it('cancels only the unfinished levels of an order', () => {
      // farm 2 is complete by then; farm 3 (85/40/145) and farm 4 (120/60/215) are refunded
      const { id } = order('farm', 3);
      advance(world, t0 + 38_000, flatRolls);
      expect(cancel(id, t0 + 38_000)).toEqual(amounts(164, 80, 288));
    });

    it('restores everything but the stock to the state before the order', () => {
      const before = dump(makeWorld([empire]));
      const { id } = order('farm', 3);
      cancel(id);
      setStock(empire, amounts(1500, 1500, 1500));
      expect(dump(makeWorld([empire]))).toBe(before);
    });

    it('returns null for a completed order', () => {
      const { id } = order('farm');
      advance(world, t0 + hourMs, flatRolls);
      expect(cancel(id)).toBeNull();
    });
  });
});
