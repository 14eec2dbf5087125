/** The exchange at a market: what it brings, its ledger, its refusals; and which exchanges pay a cost. */
import { describe, expect, it } from 'vitest';
import { amounts } from '../../src/game/balance.ts';
import { exchange, exchangePercent, exchangesFor, type Exchange } from '../../src/game/economy/exchange.ts';
import { stockScale, wholeStock } from '../../src/game/economy/stock.ts';
import { cityOf, makeEmpire, refusal, the } from '../support/worlds.ts';

const empireWith = (market: number, stock = amounts(1000, 1000, 1000)) =>
  makeEmpire({ postings: [], stock, cities: [{ levels: market === 0 ? {} : { market } }] });
const order = (amount: number): Exchange => ({ give: 'food', take: 'gold', amount });

describe('an exchange', () => {
  it.each([
    [0, 0],
    [1, 51],
    [19, 69],
    [20, 70],
    [25, 70],
  ])('at market %i gives %i %%', (level, percent) => {
    expect(exchangePercent(level)).toBe(percent);
  });

  it('moves whole units at once, rounds down, and is in the ledger', () => {
    const empire = empireWith(3);
    expect(exchange(empire, cityOf(empire), order(101))).toBe(53);
    expect(wholeStock(empire)).toEqual(amounts(1053, 899, 1000));
    expect(the(empire.postings)).toMatchObject([
      {
        cause: 'exchange',
        cityId: cityOf(empire).id,
        stock: { gold: 53 * stockScale, food: -101 * stockScale, materials: 0 },
      },
    ]);
  });

  it.each([
    ['REQUIREMENT_MISSING', 0, 100],
    ['INSUFFICIENT_RESOURCES', 1, 1001],
  ] as const)('is refused with %s', (code, market, amount) => {
    const empire = empireWith(market);
    expect(refusal(() => exchange(empire, cityOf(empire), order(amount)), empire)).toBe(code);
  });

  it('fills the stores to the last unit, and is refused one above', () => {
    const empire = empireWith(1, amounts(1949, 1000, 0));
    expect(exchange(empire, cityOf(empire), order(100))).toBe(51);
    expect(wholeStock(empire).gold).toBe(2000);
    expect(refusal(() => exchange(empire, cityOf(empire), order(2)), empire)).toBe('STORAGE_FULL');
    const above = empireWith(1, amounts(2500, 1000, 0));
    expect(refusal(() => exchange(above, cityOf(above), order(2)), above)).toBe('STORAGE_FULL');
  });
});

describe('the exchanges for a cost', () => {
  it('give the least that pays it, out of what is spare', () => {
    const empire = empireWith(1, amounts(100, 900, 100));
    const exchanges = the(exchangesFor(empire, amounts(200, 100, 150)));
    expect(exchanges).toEqual([
      { give: 'food', take: 'gold', amount: 197 },
      { give: 'food', take: 'materials', amount: 99 },
    ]);
    for (const each of exchanges) exchange(empire, cityOf(empire), each);
    expect(wholeStock(empire)).toEqual(amounts(200, 604, 150));
  });

  it('keep what is to be kept', () => {
    const empire = empireWith(1, amounts(100, 900, 100));
    expect(exchangesFor(empire, amounts(200, 0, 0), amounts(800, 800, 800))).toBeNull();
    expect(exchangesFor(empire, amounts(151, 0, 0), amounts(800, 800, 800))).toHaveLength(1);
  });

  it('are none without need, and null if they do not suffice', () => {
    expect(exchangesFor(empireWith(1), amounts(1000, 1000, 1000))).toEqual([]);
    expect(exchangesFor(empireWith(0), amounts(1001, 0, 0))).toBeNull();
    expect(exchangesFor(empireWith(1), amounts(2000, 1000, 1000))).toBeNull();
    expect(exchangesFor(empireWith(1, amounts(0, 9000, 0)), amounts(2001, 0, 0))).toBeNull();
  });
});
