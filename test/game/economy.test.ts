/** Rates, caps, exact stock, payments and people. */
import { describe, expect, it } from 'vitest';
import { entryFor } from '../../src/game/economy/ledger.ts';
import { amounts } from '../../src/game/balance.ts';
import {
  accrue,
  advanceStock,
  capOf,
  limitsAt,
  pay,
  peopleOf,
  ratesOf,
  stockScale,
  wholeStock,
} from '../../src/game/economy/stock.ts';
import { newEmpire } from '../../src/game/founding/founding.ts';
import type { Amounts } from '../../src/game/types.ts';
import {
  at,
  batchInQueue,
  hourMs,
  idMaker,
  levelInQueue,
  makeEmpire,
  marchTo,
  refusal,
  t0,
  type EmpirePlan,
} from '../support/worlds.ts';

const newcomer = () => newEmpire({ id: 'n', name: 'New', ownerId: 'o', tile: at(0, 0) }, t0, idMaker());

describe('rates', () => {
  it.each([
    [1, 85, 66, 85],
    [7, 595, 462, 595],
    [3600, 306_000, 237_600, 306_000],
  ])('a new empire at speed %i gains %i gold, %i food, %i materials an hour', (speed, ...rates) => {
    expect(ratesOf(newcomer(), speed)).toEqual(amounts(...rates));
  });

  it.each<[string, EmpirePlan, Amounts]>([
    ['are 30 of each resource for every city', { cities: [{}, {}] }, amounts(60, 60, 60)],
    [
      'pay for buildings: 3, 5, 5 and 1 gold a level',
      { cities: [{ levels: { barracks: 3, stable: 1, workshop: 1, wall: 6 } }] },
      amounts(30 - 9 - 5 - 5 - 6, 30, 30),
    ],
    ['may be negative', { cities: [{ levels: { stable: 4, workshop: 4 } }] }, amounts(-10, 30, 30)],
    [
      'feed units: 1, 1, 3 and 4 food each',
      { armies: [{ units: { soldiers: 2, archers: 3, knights: 4, catapults: 5 } }] },
      amounts(30, 30 - 2 - 3 - 12 - 20, 30),
    ],
    [
      'feed marching armies',
      { armies: [{ units: { soldiers: 5 }, march: marchTo(at(0, 0)) }] },
      amounts(30, 25, 30),
    ],
    [
      'do not feed units in training',
      { cities: [{ training: [batchInQueue('knights', 9, t0 + 1)] }] },
      amounts(30, 30, 30),
    ],
  ])('%s', (_claim, plan, rates) => {
    expect(ratesOf(makeEmpire(plan), 1)).toEqual(rates);
  });
});

it('the cap of an empire is the sum of its cities', () => {
  expect(capOf(makeEmpire({ cities: [{}, { levels: { warehouse: 3 } }] }))).toBe(2000 + 4400);
});

describe('accrual', () => {
  const u = stockScale;
  it.each([
    ['adds rate x milliseconds exactly', 7, 85, 2000, 1234, 7 + 85 * 1234],
    ['takes rate x milliseconds exactly', 9 * u, -11, 2000, 1001, 9 * u - 11 * 1001],
    ['changes nothing at rate 0', 55, 0, 2000, hourMs, 55],
    ['changes nothing after 0 ms', 55, 10, 2000, 0, 55],
    ['stops at the cap', 1999 * u, 2, 2000, hourMs, 2000 * u],
    ['reaches the cap in the exact millisecond', 1999 * u, 2, 2000, hourMs / 2, 2000 * u],
    ['is one millisecond short of the cap', 1999 * u, 2, 2000, hourMs / 2 - 1, 2000 * u - 2],
    // 3,600,000 / 7 = 514,285.7 ms
    ['is not at the cap before the millisecond that brings it there', 0, 7, 1, 514_285, u - 5],
    ['is at the cap from that millisecond on', 0, 7, 1, 514_286, u],
    ['keeps stock above the cap', 2500 * u, 2, 2000, hourMs, 2500 * u],
    ['subtracts from stock above the cap', 2500 * u, -100, 2000, hourMs, 2400 * u],
    ['stops at zero', 5 * u, -10, 2000, hourMs, 0],
    ['stays at zero', 0, -10, 2000, hourMs, 0],
    ['is limited to the cap in the last millisecond', 2000 * u - 1, 85, 2000, 1, 2000 * u],
    ['stays exact over ten years at speed 3600', 0, 300_000_000, 3_801_000, 87_600 * hourMs, 3_801_000 * u],
  ])('%s', (_claim, stock, rate, cap, elapsed, expected) => {
    expect(accrue(stock, rate, cap, elapsed)).toBe(expected);
  });

  it('each resource stops at its own limit', () => {
    const cities = [{ levels: { workshop: 7 } }];
    const empire = makeEmpire({ cities, stock: { gold: 1, food: 1990, materials: 2300 } });
    advanceStock(empire, t0 + hourMs, 1);
    expect(wholeStock(empire)).toEqual(amounts(0, 2000, 2300));
  });

  it('a moment in the past changes nothing', () => {
    const empire = makeEmpire();
    advanceStock(empire, t0 - hourMs, 1);
    expect([empire.advancedAt, empire.stock.gold]).toEqual([t0, 1500 * u]);
  });
});

describe('displayed values', () => {
  it('stock is whole units, rounded down', () => {
    const empire = makeEmpire({ stock: { gold: 0 } });
    // 30 per hour: the second unit is complete after exactly four minutes.
    advanceStock(empire, t0 + hourMs / 15 - 1, 1);
    expect(wholeStock(empire).gold).toBe(1);
  });

  it.each([
    // 500 units at 85 per hour: 5.88235... h = 21,176,470.6 ms
    ['full_at is the millisecond in which the cap is reached, rounded up', 1500, 85, 21_176_471, null],
    // 100 units at 30 per hour: 3 h 20 min
    ['depleted_at is the millisecond in which zero is reached', 100, -30, null, 12_000_000],
    ['both are null without a rate', 100, 0, null, null],
  ])('%s', (_claim, stock, rate, full, depleted) => {
    const later = (ms: number | null) => (ms === null ? null : t0 + ms);
    const limits = { fullAt: later(full), depletedAt: later(depleted) };
    expect(limitsAt(stock * stockScale, rate, 2000, t0)).toEqual(limits);
  });
});

describe('paying', () => {
  it('takes the cost', () => {
    const empire = makeEmpire();
    pay(empire, amounts(1500, 20, 0), entryFor('training'));
    expect(wholeStock(empire)).toEqual(amounts(0, 1480, 1500));
  });

  it('names the missing amounts, and takes nothing', () => {
    const empire = makeEmpire({ stock: { gold: 95, food: 30, materials: 0 } });
    const cost = amounts(100, 30, 10);
    expect(() => pay(empire, cost, entryFor('training'))).toThrow(
      expect.objectContaining({ details: '5 gold, 10 materials missing' }),
    );
    expect(wholeStock(empire)).toEqual(amounts(95, 30, 0));
  });

  it('does not count fractions of a unit', () => {
    const empire = makeEmpire();
    empire.stock.gold = 10 * stockScale - 1;
    const cost = amounts(10, 0, 0);
    expect(refusal(() => pay(empire, cost, entryFor('training')))).toBe('INSUFFICIENT_RESOURCES');
  });
});

describe('people', () => {
  it('a new empire uses 8 workers and 30 units of 100 people', () => {
    expect(peopleOf(newcomer())).toEqual({ used: 38, total: 100 });
  });

  // The town hall has 2 workers.
  it.each<[string, EmpirePlan, { used: number; total: number }]>([
    ['live in all cities', { cities: [{ levels: { house: 3 } }, {}] }, { used: 4, total: 200 + 100 }],
    [
      'serve in units, wherever they are: 1, 1, 3 and 4 each',
      { armies: [{ at: at(50, 50), units: { soldiers: 2, archers: 3, knights: 4, catapults: 5 } }] },
      { used: 2 + 2 + 3 + 12 + 20, total: 100 },
    ],
    [
      'serve in ordered units',
      { cities: [{ training: [batchInQueue('catapults', 5, null)] }] },
      { used: 2 + 20, total: 100 },
    ],
    [
      'work for ordered levels',
      { cities: [{ construction: [levelInQueue('stable', 1, null)] }] },
      { used: 2 + 4, total: 100 },
    ],
  ])('%s', (_claim, plan, people) => {
    expect(peopleOf(makeEmpire(plan))).toEqual(people);
  });
});
