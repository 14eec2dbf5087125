/** Wishes: which one is next, when it is ordered, and what that changes. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { WishState } from '../../src/contract/vocabulary.ts';
import { advance, applyDueNow, nextDueAt } from '../../src/game/advance.ts';
import { amounts, maxLevel } from '../../src/game/balance.ts';
import { cancelOrder, orderLevels } from '../../src/game/economy/construction.ts';
import { levelOf, ratesOf, stockScale, wholeStock } from '../../src/game/economy/stock.ts';
import { orderBatch } from '../../src/game/economy/training.ts';
import type { Amounts, City, Empire } from '../../src/game/types.ts';
import {
  nextWish,
  setWishes,
  statusOfWishes,
  violationsOfWishes,
  wishesOf,
  type WantedWish,
} from '../../src/game/economy/wishes.ts';
import {
  buildingOf,
  cityOf,
  flatRolls,
  hourMs,
  idMaker,
  makeEmpire,
  makeWorld,
  minuteMs,
  refusal,
  setStock,
  t0,
  the,
  ignoreEvents,
} from '../support/worlds.ts';

const cityId = 'e-c1';
const farm = { cityId, type: 'farm' } as const;
const quarry = { cityId, type: 'quarry' } as const;
const wall = { cityId, type: 'wall' } as const;
const soldiers = (quantity: number): WantedWish => ({ cityId, unit: 'soldiers', quantity });

/** Makes 422/668/323 an hour with a cap of 2000, as the vectors of the rules. */
const levels = { town_hall: 5, farm: 6, quarry: 4, market: 5, barracks: 3, wall: 2, house: 10 } as const;

let newId: () => string;
beforeEach(() => {
  newId = idMaker();
});

function wishing(wanted: WantedWish[], stock: Partial<Amounts> = {}, reserve: Amounts | null = null): Empire {
  const empire = makeEmpire({ cities: [{ levels }], stock: { ...amounts(0, 0, 0), ...stock } });
  setWishes(empire, wanted, reserve, newId);
  return empire;
}

const waitOf = (empire: Empire, speed = 1): number | null => {
  const next = nextWish(empire, ratesOf(empire, speed));
  return next === null ? null : next.at - empire.advancedAt;
};
const statesOf = (empire: Empire): WishState[] => statusOfWishes(empire, 1).map(({ state }) => state);
const advanceTo = (empire: Empire, moment: number) => advance(makeWorld([empire]), moment, flatRolls);
const order = { now: t0, speed: 1, newId: () => newId() };

/** The levels that the wishes are for; null for batches. */
const levelsOf = (empire: Empire): (number | null)[] =>
  statusOfWishes(empire, 1).map((status) => ('level' in status ? status.level : null));

describe('the moment of the next wish', () => {
  it('the city of the vectors makes 422/668/323 an hour', () => {
    expect(ratesOf(wishing([]), 1)).toEqual(amounts(422, 668, 323));
  });

  it.each<[string, Partial<Amounts>, Amounts | null, number]>([
    ['an empty stock: 7,244,583 ms for materials', {}, null, 7_244_583],
    ['a reserve of 100 gold: the same, gold needs 4,009,479 ms', {}, amounts(100, 0, 0), 7_244_583],
    ['that reserve without the wait for materials', { materials: 650 }, amounts(100, 0, 0), 4_009_479],
    ['260/185/649.5 in stock: 938,389 ms for gold', amounts(260, 185, 649.5), null, 938_389],
    ['all but half a unit of materials: 5,573 ms', amounts(370, 185, 649.5), null, 5_573],
    ['exactly the price: at once', amounts(370, 185, 650), null, 0],
  ])('farm 7 with %s', (_name, stock, reserve, wait) => {
    expect(waitOf(wishing([farm], stock, reserve))).toBe(wait);
  });

  it('speed divides it', () => {
    expect(waitOf(wishing([farm]), 7)).toBe(Math.ceil(7_244_583 / 7));
  });

  it('is a due moment of the empire, at which the level is ordered and paid', () => {
    const empire = wishing([farm]);
    empire.postings = [];
    const due = t0 + 7_244_583;
    expect(nextDueAt(empire, 1)).toBe(due);
    const wish = { id: 'new-0001', ...farm, buildingId: 'new-0002' };
    expect(advanceTo(empire, due)).toEqual([{ kind: 'wish_ordered', at: due, empireId: 'e', wish }]);
    expect(cityOf(empire).construction).toMatchObject([
      { orderId: 'new-0001', type: 'farm', level: 7, cost: amounts(370, 185, 650), startsAt: due },
    ]);
    expect(empire.wishes).toBeNull();
    expect(empire.lastActiveAt).toBe(t0);
    expect(empire.postings.map(({ cause }) => cause)).toEqual(['production', 'construction']);
  });

  it('is the same when the empire is advanced on the way', () => {
    const empire = wishing([farm]);
    advanceTo(empire, t0 + 1_234_567);
    expect(nextWish(empire, ratesOf(empire, 1))?.at).toBe(t0 + 7_244_583);
  });

  it('is at the cap the moment at which the cap is reached, and never above it', () => {
    // 75 soldiers cost 3000/2250/2250; the cap is 2000.
    const empire = wishing([soldiers(50)]);
    expect(waitOf(empire)).toBe(Math.ceil((2000 * stockScale) / 422));
    setWishes(empire, [soldiers(51)], null, newId);
    expect(waitOf(empire)).toBeNull();
    expect(statesOf(empire)).toEqual(['storage']);
  });

  it('counts the reserve against the cap, but not for a resource that is there', () => {
    expect(waitOf(wishing([farm], { gold: 371 }, amounts(1, 0, 1350)))).not.toBeNull();
    expect(waitOf(wishing([farm], {}, amounts(0, 0, 1351)))).toBeNull();
    expect(waitOf(wishing([farm], { materials: 9_000 }, amounts(0, 0, 5_000)))).not.toBeNull();
  });

  /** Without a house, which costs 50/40/80 and no people; its units eat. */
  function hungry(units: number, stock: Amounts): Empire {
    const cities = [{ levels: { ...levels, house: 0 } }];
    const empire = makeEmpire({ cities, armies: [{ units: { soldiers: units } }], stock });
    setWishes(empire, [{ cityId, type: 'house' }], null, newId);
    return empire;
  }

  it.each([
    ['it grows by one an hour', 667, 39, hourMs],
    ['it does not change', 668, 39, null],
    ['it does not change, but suffices', 668, 40, 0],
    ['it shrinks', 669, 39, null],
    ['it shrinks, but suffices', 669, 40, 0],
  ])('with a missing unit of food: %s', (_name, units, food, wait) => {
    expect(waitOf(hungry(units, amounts(2000, food, 2000)))).toBe(wait);
  });

  it.each([
    [44, 426_541],
    [43, null],
  ])('a shrinking stock of %i must suffice at that moment, whenever it is asked', (food, wait) => {
    // In the 426,541 ms for 50 gold the units eat 3.79 food of 32 an hour.
    const empire = hungry(700, amounts(0, food, 2000));
    expect(waitOf(empire)).toBe(wait);
    advanceTo(empire, t0 + minuteMs);
    expect(waitOf(empire)).toBe(wait === null ? null : wait - minuteMs);
  });
});

describe('the order of the list', () => {
  it('the first possible wish is next; nothing overtakes it', () => {
    const empire = wishing([farm, wall, soldiers(1)]);
    expect(statesOf(empire)).toEqual(['next', 'behind', 'behind']);
    // The cheaper ones could be paid.
    advanceTo(empire, t0 + hourMs);
    expect(statesOf(empire)).toEqual(['next', 'behind', 'behind']);
  });

  it.each<[WishState, WantedWish, (city: City, empire: Empire) => unknown]>([
    ['busy', quarry, (city, empire) => orderLevels(empire, city, 'wall', 1, order)],
    ['busy', soldiers(1), (city, empire) => orderBatch(empire, city, 'archers', 1, order)],
    ['requirement', { cityId, type: 'stable' }, (city) => (buildingOf(city, 'town_hall').level = 2)],
    ['requirement', { cityId, unit: 'knights', quantity: 1 }, () => undefined],
    ['people', soldiers(900), () => undefined],
    ['storage', soldiers(60), () => undefined],
  ])('a wish that is impossible (%s) is passed over and keeps its place', (state, wish, prepare) => {
    const empire = wishing([wish], amounts(2_000, 2_000, 2_000));
    prepare(cityOf(empire), empire);
    const other = 'unit' in wish ? farm : soldiers(1);
    setWishes(empire, [{ id: the(wishesOf(empire).list[0]).id }, other], null, newId);
    expect(statesOf(empire)).toEqual([state, 'next']);
    advanceTo(empire, the(nextWish(empire, ratesOf(empire, 1))).at);
    expect(wishesOf(empire).list).toHaveLength(1);
    expect(wishesOf(empire).list[0]).toMatchObject(wish);
  });

  it.each([
    ['above the highest level', maxLevel, maxLevel, null],
    ['above town hall + 5', 1, 6, amounts(370, 185, 650)],
  ])('a wish %s stays until its owner removes it', (_name, townHall, level, cost) => {
    const empire = wishing([farm, wall], amounts(9_000, 9_000, 9_000));
    cityOf(empire).buildings = [
      { id: 'h', type: 'town_hall', level: townHall },
      { id: 'f', type: 'farm', level },
      { id: 'o', type: 'house', level: 20 },
    ];
    expect(statusOfWishes(empire, 1)).toMatchObject([{ state: 'requirement', cost }, { state: 'next' }]);
    advanceTo(empire, t0);
    expect(wishesOf(empire).list).toMatchObject([farm]);
  });

  it('a later wish for the same building is for the level after it', () => {
    const empire = wishing([farm, wall, farm]);
    expect(levelsOf(empire)).toEqual([7, 3, 8]);
    setStock(empire, amounts(9_000, 9_000, 9_000));
    orderLevels(empire, cityOf(empire), 'farm', 2, order);
    expect(levelsOf(empire)).toEqual([9, 3, 10]);
  });

  it('a new building has the id that was made with the wish', () => {
    const empire = wishing([{ cityId, type: 'workshop' }], amounts(5_000, 5_000, 5_000));
    buildingOf(cityOf(empire), 'barracks').level = 5;
    advanceTo(empire, t0);
    expect(cityOf(empire).buildings.at(-1)).toEqual({ id: 'new-0002', type: 'workshop', level: 0 });
  });

  it('a batch has the id of its wish', () => {
    const empire = wishing([soldiers(3)], amounts(500, 500, 500));
    advanceTo(empire, t0);
    expect(cityOf(empire).training).toMatchObject([{ id: 'new-0001', unit: 'soldiers', quantity: 3 }]);
    expect(wholeStock(empire)).toEqual(amounts(380, 410, 410));
  });
});

describe('what changes the next wish', () => {
  it('spending postpones it', () => {
    const empire = wishing([farm], amounts(300, 215, 680));
    expect(waitOf(empire)).toBe(597_157);
    orderBatch(empire, cityOf(empire), 'soldiers', 1, order);
    expect(waitOf(empire)).toBe(938_389);
  });

  it('a completed level frees its place in the same millisecond', () => {
    const empire = wishing([farm, farm], amounts(2_000, 2_000, 2_000));
    advanceTo(empire, t0);
    const done = the(cityOf(empire).construction[0]?.completesAt);
    advanceTo(empire, done);
    expect(levelOf(cityOf(empire), 'farm')).toBe(7);
    expect(cityOf(empire).construction).toMatchObject([{ level: 8, startsAt: done }]);
  });

  it('a refund orders the next wish in the same millisecond, and the cancelled order does not come back', () => {
    const empire = wishing([wall], amounts(0, 0, 0));
    setStock(empire, amounts(500, 300, 700));
    const { id } = orderLevels(empire, cityOf(empire), 'farm', 1, order);
    expect(statesOf(empire)).toEqual(['busy']);
    cancelOrder(empire, cityOf(empire), id, t0, 1);
    const received: string[] = [];
    applyDueNow(makeWorld([empire]), empire, t0, ({ kind }) => received.push(kind));
    expect(received).toEqual(['wish_ordered']);
    expect(cityOf(empire).construction.map(({ type }) => type)).toEqual(['wall']);
    expect(empire.wishes).toBeNull();
  });

  it('several wishes are ordered in the same millisecond if the stock suffices', () => {
    const empire = wishing([soldiers(1), farm, wall], amounts(2_000, 2_000, 2_000));
    applyDueNow(makeWorld([empire]), empire, t0, ignoreEvents);
    expect(cityOf(empire).construction.map(({ type }) => type)).toEqual(['farm']);
    expect(cityOf(empire).training).toHaveLength(1);
    expect(wishesOf(empire).list).toHaveLength(1);
  });
});

describe('setting the list', () => {
  it('keeps wishes by id in the given order, and leaves out unknown ids', () => {
    const empire = wishing([farm, wall, soldiers(4)]);
    const [first, second, third] = wishesOf(empire).list.map(({ id }) => ({ id }));
    setWishes(empire, [the(third), { id: 'gone' }, quarry, the(first)], amounts(1, 2, 3), newId);
    expect(wishesOf(empire)).toMatchObject({
      list: [{ unit: 'soldiers', quantity: 4 }, { type: 'quarry' }, { type: 'farm' }],
      reserve: amounts(1, 2, 3),
    });
    setWishes(empire, [the(second)], null, newId);
    expect(wishesOf(empire)).toEqual({ list: [], reserve: amounts(1, 2, 3) });
    setWishes(empire, [], amounts(0, 0, 0), newId);
    expect(empire.wishes).toBeNull();
  });

  const times = (n: number, wish: WantedWish): WantedWish[] => Array.from({ length: n }, () => wish);
  const seven = Array.from({ length: 7 }, (_, index) => `c${index + 1}`);
  it.each<[string, WantedWish[], boolean]>([
    ['10 levels in a city', times(10, farm), true],
    ['11 levels in a city', [...times(6, farm), ...times(5, wall)], false],
    ['3 batches in a city', times(3, soldiers(1)), true],
    ['4 batches in a city', [...times(3, soldiers(1)), { cityId, unit: 'knights', quantity: 1 }], false],
    ['60 wishes', seven.slice(1).flatMap((id) => times(10, { ...farm, cityId: id })), true],
    ['61 wishes', [farm, ...seven.slice(1).flatMap((id) => times(10, { ...farm, cityId: id }))], false],
    ['1000 units', [soldiers(1000)], true],
    ['1001 units', [soldiers(1001)], false],
    ['0 units', [soldiers(0)], false],
  ])('%s', (_name, wanted, isAllowed) => {
    const empire = makeEmpire({ cities: seven.map((id) => ({ id, levels })) });
    empire.cities[0] = { ...cityOf(empire), id: cityId };
    const code = refusal(() => setWishes(empire, wanted, null, newId), empire);
    expect(code).toBe(isAllowed ? null : 'VALIDATION_ERROR');
  });

  it.each([-1, 0.5, 100_000_001])('a reserve of %d is refused', (gold) => {
    expect(violationsOfWishes({ list: [], reserve: amounts(gold, 0, 0) })).toHaveLength(1);
  });

  it('a wish cannot be on the list twice', () => {
    const empire = wishing([farm]);
    const { id } = the(wishesOf(empire).list[0]);
    expect(refusal(() => setWishes(empire, [{ id }, { id }], null, newId))).toBe('VALIDATION_ERROR');
  });
});
