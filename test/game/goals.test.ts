/** Goals: each threshold, the reward once and at its moment, and the nearest goal. */
import { describe, expect, it } from 'vitest';
import { goalNames, type BuildingType, type GoalName } from '../../src/contract/vocabulary.ts';
import { advance, applyDueNow, nextDueAt } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/economy/construction.ts';
import { wholeStock } from '../../src/game/economy/stock.ts';
import { foundCity, newEmpire } from '../../src/game/founding/founding.ts';
import { goalsOf, goalRules, nextGoal, openGoals } from '../../src/game/economy/goals.ts';
import type { Empire, Units } from '../../src/game/types.ts';
import { setWishes } from '../../src/game/economy/wishes.ts';
import {
  armyOf,
  at,
  attack,
  battleRandomOf,
  buildingOf,
  cityOf,
  hourMs,
  idMaker,
  makeEmpire,
  makeKeeper,
  makeWorld,
  setStock,
  t0,
  the,
  ignoreEvents,
  type EmpirePlan,
} from '../support/worlds.ts';

/** An empire that has reached all goals except these. */
function without(names: readonly GoalName[], plan: EmpirePlan = {}): Empire {
  const empire = makeEmpire({ postings: [], ...plan });
  empire.goals = Object.fromEntries(
    goalNames.filter((name) => !names.includes(name)).map((name) => [name, t0 - hourMs]),
  );
  return empire;
}

const levels = (of: Partial<Record<BuildingType, number>>): EmpirePlan => ({ cities: [{ levels: of }] });
const army = (units: Partial<Units>): EmpirePlan => ({ armies: [{ units }] });
const held = { id: 's', number: 0, x: 9, y: 9, heldSince: t0 };
const heldFor = (ms: number): EmpirePlan => ({ seats: [{ ...held, heldSince: t0 - ms }] });
const citiesOf = (count: number): EmpirePlan => ({
  cities: Array.from({ length: count }, (_, index) => ({ at: at(5 * index, 0), levels: {} })),
});
const here = { at: at(0, 0) };
const there = { at: at(5, 5) };
/** The goal that an empire has reached at this moment. */
const reachedGoal = (empire: Empire): GoalName | null => {
  const next = nextGoal(empire, 1);
  return next?.at === empire.advancedAt ? next.name : null;
};
const reach = (empire: Empire) => advance(makeWorld([empire]), t0, battleRandomOf);

/** For each goal, what is just too little, what is just enough, and the reward of each resource. */
const thresholds: [GoalName, EmpirePlan, EmpirePlan, number][] = [
  ['growth', levels({ farm: 2, quarry: 1, market: 1 }), levels({ farm: 2, quarry: 2, market: 1 }), 80],
  ['barracks', levels({}), levels({ barracks: 1 }), 100],
  ['victory', { victories: 0 }, { victories: 1 }, 150],
  ['house', levels({}), levels({ house: 1 }), 80],
  ['fields', levels({ farm: 1, quarry: 5, market: 1 }), levels({ farm: 2, quarry: 5, market: 1 }), 100],
  ['storehouse', levels({}), levels({ warehouse: 1 }), 80],
  ['recruits', army({ soldiers: 39 }), army({ soldiers: 30, archers: 10 }), 100],
  ['council', levels({ town_hall: 1 }), levels({ town_hall: 2 }), 120],
  ['palisade', levels({}), levels({ wall: 1 }), 60],
  ['homes', levels({ house: 2 }), levels({ house: 3 }), 150],
  ['estates', levels({ farm: 9, quarry: 1, market: 1 }), levels({ farm: 4, quarry: 4, market: 4 }), 150],
  ['raids', { victories: 2 }, { victories: 3 }, 130],
  ['hall', levels({ town_hall: 2 }), levels({ town_hall: 3 }), 150],
  ['muster', army({ soldiers: 30, archers: 19 }), army({ soldiers: 30, archers: 19, catapults: 1 }), 150],
  ['stores', levels({ warehouse: 2 }), levels({ warehouse: 3 }), 150],
  ['second_city', { cities: [here] }, { cities: [here, there] }, 200],
  ['wall', levels({ wall: 2 }), levels({ wall: 3 }), 150],
  ['veteran', { victories: 9 }, { victories: 10 }, 250],
  ['stable', levels({}), levels({ stable: 1 }), 150],
  ['riders', army({ knights: 9, soldiers: 90 }), army({ knights: 10 }), 500],
  ['harvest', levels({ farm: 14, quarry: 14, market: 1 }), levels({ farm: 14, quarry: 14, market: 2 }), 600],
  ['workshop', levels({}), levels({ workshop: 1 }), 500],
  ['third_city', citiesOf(2), citiesOf(3), 800],
  ['engines', army({ catapults: 9 }), army({ catapults: 10 }), 800],
  ['company', army({ soldiers: 199 }), army({ soldiers: 100, knights: 100 }), 800],
  ['palace', levels({ town_hall: 9 }), levels({ town_hall: 10 }), 1500],
  ['conqueror', { victories: 69 }, { victories: 70 }, 2000],
  ['five_cities', citiesOf(4), citiesOf(5), 2000],
  ['ten_cities', citiesOf(9), citiesOf(10), 5000],
  ['seat', { seats: [] }, { seats: [held] }, 1000],
  ['seat_day', heldFor(24 * hourMs - 1), heldFor(24 * hourMs), 2000],
];

describe('the goal', () => {
  it('table has a row for each', () => {
    // The fight of a guard itself reaches its goal: see guards.test.ts.
    expect([...thresholds.map(([name]) => name), 'guard']).toEqual(goalNames);
  });

  it.each(thresholds)(
    '%s is reached at its condition, with its reward, once',
    (name, below, enough, reward) => {
      expect(reachedGoal(without([name], below))).toBeNull();
      const empire = without([name], enough);
      expect(reach(empire)).toEqual([{ kind: 'goal_reached', at: t0, empireId: 'e', goal: name }]);
      expect(empire.goals[name]).toBe(t0);
      expect(wholeStock(empire)).toEqual(amounts(1500 + reward, 1500 + reward, 1500 + reward));
      expect(the(empire.postings)).toMatchObject([{ cause: 'goal', at: t0 }]);
      expect(advance(makeWorld([empire]), t0 + 1, battleRandomOf)).toEqual([]);
      expect(nextDueAt(empire, 1)).not.toBe(empire.advancedAt);
    },
  );

  it('rewards of the first three hours are at most 2,500 of each resource', () => {
    const first = goalNames.slice(0, goalNames.indexOf('riders'));
    expect(first.length).toBeGreaterThanOrEqual(13);
    expect(first.reduce((sum, name) => sum + goalRules[name].reward, 0)).toBeLessThanOrEqual(2500);
  });

  it('of a day on a seat is due at that moment, divided by the speed, and also when it is applied late', () => {
    for (const [speed, dayOnSeat] of [
      [1, 24 * hourMs],
      [7, Math.ceil((24 * hourMs) / 7)],
    ] as const) {
      const empire = without(['seat_day'], heldFor(0));
      expect(nextGoal(empire, speed)).toEqual({ name: 'seat_day', at: t0 + dayOnSeat });
      advance({ ...makeWorld([empire]), speed }, t0 + 30 * hourMs, battleRandomOf);
      expect(empire.goals.seat_day).toBe(t0 + dayOnSeat);
    }
  });

  it.each(['village', 'keeper'] as const)('is none of a %s', (kind) => {
    const empire = makeEmpire({ kind, goals: {}, victories: 12, seats: [held], ...levels({ wall: 9 }) });
    expect(reachedGoal(empire)).toBeNull();
  });
});

describe('the levels of fields', () => {
  it('count in all cities together', () => {
    const cities = [
      { ...here, levels: { farm: 3, quarry: 1 } },
      { ...there, levels: { market: 3, quarry: 1 } },
    ];
    expect(reachedGoal(without(['fields'], { cities }))).toBe('fields');
  });

  it('count when they are complete, not when they are ordered', () => {
    const empire = without(['fields'], levels({ farm: 7 }));
    orderLevels(empire, cityOf(empire), 'quarry', 1, { now: t0, speed: 1, newId: idMaker() });
    expect(reachedGoal(empire)).toBeNull();
  });

  it('bring nothing more with a second city', () => {
    const empire = without(['fields', 'second_city'], levels({ farm: 8 }));
    reach(empire);
    setStock(empire, amounts(5000, 5000, 5000));
    foundCity(empire, { name: 'B', tile: there.at }, { now: t0, newId: idMaker(), emit: ignoreEvents });
    const told: string[] = [];
    applyDueNow(makeWorld([empire]), empire, t0, ({ kind, ...event }) =>
      told.push('goal' in event ? event.goal : kind),
    );
    expect(told).toEqual(['second_city']);
    expect(wholeStock(empire)).toEqual(amounts(4400, 4400, 4200));
  });
});

describe('a new empire', () => {
  const founded = () => newEmpire({ id: 'e', name: 'E', ownerId: 'o', tile: here.at }, t0, idMaker());

  it('has reached nothing', () => {
    const empire = founded();
    expect([empire.goals, empire.victories, reachedGoal(empire)]).toEqual([{}, 0, null]);
  });

  it('has growth as its first goal: 3 of 5 levels', () => {
    expect(openGoals(goalsOf(founded(), 1))[0]).toMatchObject({ name: 'growth', count: 3, atLeast: 5 });
  });
});

describe('a reward', () => {
  it('comes at the moment of the level that reaches the goal, also when it is applied late', () => {
    const empire = without(['barracks']);
    const order = { now: t0, speed: 1, newId: idMaker() };
    orderLevels(empire, cityOf(empire), 'barracks', 1, order);
    const done = the(cityOf(empire).construction[0]?.completesAt);
    const events = advance(makeWorld([empire]), t0 + 99 * hourMs, battleRandomOf);
    expect(events.map((event) => [event.kind, 'at' in event && event.at])).toEqual([
      ['construction_complete', done],
      ['goal_reached', done],
    ]);
    expect(empire.goals.barracks).toBe(done);
  });

  it('may stand above the cap', () => {
    const empire = without(['victory'], { victories: 1, stock: amounts(1990, 2000, 0) });
    reach(empire);
    expect(wholeStock(empire)).toEqual(amounts(2140, 2150, 150));
  });

  it('pays for the next wish at the same moment', () => {
    const empire = without(['barracks'], { stock: amounts(0, 0, 0), ...levels({ barracks: 1 }) });
    setWishes(empire, [{ cityId: 'e-c1', type: 'farm' }], null, idMaker());
    const events = reach(empire);
    expect(events.map(({ kind }) => kind)).toEqual(['goal_reached', 'wish_ordered']);
    expect(wholeStock(empire)).toEqual(amounts(60, 80, 30));
  });

  it('comes in the order of the table if several goals are reached together', () => {
    const empire = without(['seat', 'fields', 'wall'], {
      seats: [held],
      ...levels({ farm: 8, wall: 3 }),
    });
    const events = reach(empire);
    expect(events.map((event) => 'goal' in event && event.goal)).toEqual(['fields', 'wall', 'seat']);
  });

  it('stays when the condition holds no more', () => {
    const empire = without(['wall'], levels({ wall: 3 }));
    reach(empire);
    buildingOf(cityOf(empire), 'wall').level = 1;
    expect(goalsOf(empire, 1).find(({ name }) => name === 'wall')).toMatchObject({ reachedAt: t0, count: 1 });
    expect(reachedGoal(empire)).toBeNull();
  });
});

describe('a won attack', () => {
  const village: EmpirePlan = { id: 'd', kind: 'village', cities: [{ at: at(3, 0) }] };
  const fight = (mine: number, theirs: number) => {
    const by = without(['victory'], { id: 'a', ...army({ soldiers: mine }) });
    const on = makeEmpire({ ...village, ...army({ soldiers: theirs }) });
    const world = makeWorld([by, on]);
    const battle = attack(world, { by, on, target: cityOf(on) });
    const events = advance(world, battle.contactAt, battleRandomOf);
    return { by, on, battle, kinds: events.map(({ kind }) => kind) };
  };

  it('is counted at its contact and reaches the goal there, on a village too', () => {
    const { by, battle, kinds } = fight(200, 0);
    expect(kinds).toEqual(['battle_decided', 'goal_reached']);
    expect([by.victories, by.goals.victory]).toEqual([1, battle.contactAt]);
  });

  it('is one of the attacker only', () => {
    const { by, on, kinds } = fight(1, 500);
    expect([by.victories, on.victories]).toEqual([0, 0]);
    expect(kinds).toEqual(['battle_decided']);
  });

  it('reaches its goal before the next contact of the same moment', () => {
    const by = without(['victory'], { id: 'a', ...army({ soldiers: 200 }) });
    const foe = makeEmpire({ id: 'b', cities: [there], ...army({ soldiers: 900 }) });
    const on = makeEmpire({ ...village, stock: amounts(0, 0, 0) });
    const world = makeWorld([by, foe, on]);
    const own = attack(world, { by, on, target: cityOf(on) });
    const other = attack(world, { by: foe, on: by, target: cityOf(by) });
    other.contactAt = own.contactAt;
    the(armyOf(foe).march).arrivesAt = own.contactAt;
    const events = advance(world, own.contactAt, battleRandomOf);
    expect(events.map(({ kind }) => kind)).toEqual(['battle_decided', 'goal_reached', 'battle_decided']);
  });

  it('on a seat brings the goal of the seat at the contact', () => {
    const by = without(['seat'], { id: 'a', ...army({ soldiers: 900 }) });
    const seat = { ...held, heldSince: null };
    const keeper = makeKeeper('k', seat);
    const world = makeWorld([by, keeper]);
    const battle = attack(world, { by, on: keeper, target: the(keeper.seats[0]) });
    advance(world, battle.contactAt, battleRandomOf);
    expect(by.goals.seat).toBe(battle.contactAt);
    expect(keeper.goals).toEqual({});
  });
});

describe('the open goals', () => {
  it('have the order of the table, however near they are', () => {
    const empire = without(['fields', 'muster', 'veteran'], {
      victories: 8,
      ...army({ soldiers: 30 }),
      ...levels({ farm: 6 }),
    });
    expect(openGoals(goalsOf(empire, 1)).map(({ name }) => name)).toEqual(['fields', 'muster', 'veteran']);
  });

  it('are none when all are reached', () => {
    expect(openGoals(goalsOf(makeEmpire(), 1))).toEqual([]);
  });
});
