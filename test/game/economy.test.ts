/** Rates, caps, exact stock, payments and people. */
import { describe, expect, it } from 'vitest';
import { entryFor } from '../../src/game/ledger.ts';
import { amounts } from '../../src/game/balance.ts';
import {
  accrue,
  capOf,
  limitsAt,
  pay,
  peopleOf,
  ratesOf,
  advanceStock,
  stockScale,
  wholeStock,
} from '../../src/game/economy.ts';
import { newEmpire } from '../../src/game/founding.ts';
import { GameError } from '../../src/kernel/errors.ts';
import { cityOf, hourMs, idMaker, makeEmpire, refusal, t0 } from '../support/worlds.ts';

const newcomer = () => newEmpire({ id: 'n', name: 'New', ownerId: 'o', tile: { x: 0, y: 0 } }, t0, idMaker());

describe('rates', () => {
  it.each([
    [1, 85, 66, 85],
    [7, 595, 462, 595],
    [3600, 306_000, 237_600, 306_000],
  ])('a new empire at speed %i gains %i gold, %i food, %i materials an hour', (speed, ...rates) => {
    expect(ratesOf(newcomer(), speed)).toEqual(amounts(...rates));
  });

  it('every city produces 30 of each resource', () => {
    expect(ratesOf(makeEmpire({ cities: [{}, {}] }), 1)).toEqual(amounts(60, 60, 60));
  });

  it.each([
    ['barracks', 3, 9],
    ['stable', 2, 10],
    ['workshop', 4, 20],
    ['wall', 6, 6],
  ] as const)('a %s of level %i costs %i gold an hour', (type, level, upkeep) => {
    expect(ratesOf(makeEmpire({ cities: [{ levels: { [type]: level } }] }), 1).gold).toBe(30 - upkeep);
  });

  it('the gold rate may be negative', () => {
    const levels = { stable: 4, workshop: 4 };
    expect(ratesOf(makeEmpire({ cities: [{ levels }] }), 7).gold).toBe(-70);
  });

  it.each([
    ['soldiers', 1],
    ['archers', 1],
    ['knights', 3],
    ['catapults', 4],
  ] as const)('%s eat %i an hour each', (type, food) => {
    expect(ratesOf(makeEmpire({ armies: [{ units: { [type]: 20 } }] }), 1).food).toBe(30 - 20 * food);
  });

  it('marching armies consume food', () => {
    const empire = makeEmpire({ armies: [{ units: { soldiers: 5 } }] });
    const from = { x: 0, y: 0 };
    const march = { kind: 'move', from, to: from, departsAt: t0, arrivesAt: t0 + 1, battleId: null } as const;
    empire.armies.forEach((army) => (army.march = march));
    expect(ratesOf(empire, 1).food).toBe(25);
  });

  it('units in training do not consume food', () => {
    const empire = makeEmpire();
    cityOf(empire).training.push({
      id: 'b',
      unit: 'knights',
      quantity: 9,
      startsAt: t0,
      completesAt: t0 + 1,
    });
    expect(ratesOf(empire, 1).food).toBe(30);
  });
});

describe('caps', () => {
  it('the cap of an empire is the sum of its cities', () => {
    expect(capOf(makeEmpire({ cities: [{}, { levels: { warehouse: 3 } }] }))).toBe(2000 + 4400);
  });
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

  it('gold at 0 with a negative rate stays at 0', () => {
    const empire = makeEmpire({ cities: [{ levels: { workshop: 7 } }], stock: { gold: 1 } });
    advanceStock(empire, t0 + 24 * hourMs, 1);
    expect(empire.stock.gold).toBe(0);
  });

  it('each resource stops at its own cap', () => {
    const empire = makeEmpire({ stock: { gold: 1990, food: 100, materials: 2300 } });
    advanceStock(empire, t0 + hourMs, 1);
    expect(wholeStock(empire)).toEqual(amounts(2000, 130, 2300));
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

  it('full_at is the millisecond in which the cap is reached, rounded up', () => {
    // 500 units at 85 per hour: 5.88235... h = 21,176,470.6 ms
    expect(limitsAt(1500 * stockScale, 85, 2000, t0).fullAt).toBe(t0 + 21_176_471);
  });

  it('depleted_at is the millisecond in which zero is reached', () => {
    // 100 units at 30 per hour: 3 h 20 min
    expect(limitsAt(100 * stockScale, -30, 2000, t0).depletedAt).toBe(t0 + 12_000_000);
  });

  it('full_at is null without a positive rate', () => {
    expect(limitsAt(100, -1, 2000, t0).fullAt).toBeNull();
  });

  it('depleted_at is null without a negative rate', () => {
    expect(limitsAt(100, 0, 2000, t0).depletedAt).toBeNull();
  });
});

describe('paying', () => {
  it('takes the cost', () => {
    const empire = makeEmpire();
    pay(empire, amounts(1500, 20, 0), entryFor('training'));
    expect(wholeStock(empire)).toEqual(amounts(0, 1480, 1500));
  });

  it('names the missing amounts', () => {
    const empire = makeEmpire({ stock: { gold: 95, food: 30, materials: 0 } });
    let details: string | undefined;
    try {
      pay(empire, amounts(100, 30, 10), entryFor('training'));
    } catch (error) {
      if (error instanceof GameError) details = error.details;
    }
    expect(details).toBe('5 gold, 10 materials missing');
  });

  it('does not count fractions of a unit', () => {
    const empire = makeEmpire({ stock: { gold: 0 } });
    empire.stock.gold = 10 * stockScale - 1;
    expect(
      refusal(() => {
        pay(empire, amounts(10, 0, 0), entryFor('training'));
      }),
    ).toBe('INSUFFICIENT_RESOURCES');
  });

  it('takes nothing if a resource is missing', () => {
    const empire = makeEmpire({ stock: { materials: 0 } });
    refusal(() => {
      pay(empire, amounts(10, 10, 10), entryFor('training'));
    });
    expect(wholeStock(empire)).toEqual(amounts(1500, 1500, 0));
  });
});

describe('people', () => {
  it('a new empire uses 8 workers and 30 units of 100 people', () => {
    expect(peopleOf(newcomer())).toEqual({ used: 38, total: 100 });
  });

  it('are summed over all cities', () => {
    expect(peopleOf(makeEmpire({ cities: [{ levels: { house: 3 } }, {}] })).total).toBe(200 + 100);
  });

  it.each([
    ['soldiers', 1],
    ['archers', 1],
    ['knights', 3],
    ['catapults', 4],
  ] as const)('%s are %i people each', (type, people) => {
    // The town hall has 2 workers.
    expect(peopleOf(makeEmpire({ armies: [{ units: { [type]: 10 } }] })).used).toBe(2 + 10 * people);
  });

  it('include ordered units', () => {
    const empire = makeEmpire();
    cityOf(empire).training.push({
      id: 'b',
      unit: 'catapults',
      quantity: 5,
      startsAt: null,
      completesAt: null,
    });
    expect(peopleOf(empire).used).toBe(2 + 20);
  });

  it('include ordered levels', () => {
    const cost = amounts(1, 1, 1);
    const queued = {
      orderId: 'o',
      type: 'stable',
      level: 1,
      cost,
      startsAt: null,
      completesAt: null,
    } as const;
    expect(peopleOf(makeEmpire({ cities: [{ construction: [queued] }] })).used).toBe(2 + 4);
  });

  it('include armies on any tile', () => {
    const armies = [{ at: { x: 50, y: 50 }, units: { soldiers: 7 } }];
    expect(peopleOf(makeEmpire({ armies })).used).toBe(2 + 7);
  });
});
