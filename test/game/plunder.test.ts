/** Plunder: available amounts, carrying capacity, shares, and when the loot is credited. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { amounts, sumOf } from '../../src/game/balance.ts';
import { times, stockScale, wholeStock } from '../../src/game/economy/stock.ts';
import { halvingsOf, plunder, shareOut } from '../../src/game/contact/plunder.ts';
import type { Amounts, Empire, Units } from '../../src/game/types.ts';
import { noUnits } from '../../src/game/counts.ts';
import { armyOf, cityOf, dayMs, flatRolls, hourMs, makeEmpire, t0 } from '../support/worlds.ts';
import { clash, duel } from './duel.ts';

const plenty = 1_000_000;

interface Plan {
  stock?: Amounts;
  warehouse?: number;
  cities?: number;
  carry?: number;
  before?: number[];
  speed?: number;
  ageMs?: number;
}

/** The plunder of the first city of an empire at `t0`. */
const plunderOf = (loser: Empire, carry = plenty, index = 0, speed = 1): Amounts =>
  plunder(loser, cityOf(loser, index), { carry, battleId: 'b', at: t0, speed });

const evenly = (n: number): Amounts => amounts(n, n, n);

function take({ stock = evenly(1500), carry, speed, ...plan }: Plan = {}): { loot: Amounts; loser: Empire } {
  const plunderedAt = (plan.before ?? []).map((moment) => ({ at: moment, share: 1000 }));
  const others = Array.from({ length: (plan.cities ?? 1) - 1 }, () => ({}));
  const loser = makeEmpire({
    stock,
    createdAt: t0 - (plan.ageMs ?? 30 * dayMs),
    cities: [{ levels: { warehouse: plan.warehouse ?? 0 }, plunderedAt }, ...others],
  });
  return { loot: plunderOf(loser, carry, 0, speed), loser };
}

describe('the available plunder', () => {
  it.each<[string, Plan, Amounts]>([
    ['half of the amount above the vault of 200', {}, evenly(650)],
    ['less with the larger vault of a warehouse', { warehouse: 3 }, evenly(500)],
    ['nothing below the vault', { stock: amounts(200, 150, 0) }, evenly(0)],
    ['whole units, rounded down', { stock: amounts(203, 202, 201) }, amounts(1, 1, 0)],
    [
      'of the share of one city: a half',
      { cities: 2, stock: amounts(3001, 3000, 2999) },
      amounts(650, 650, 649),
    ],
    [
      'of the share of one city: a third',
      { cities: 3, stock: amounts(3002, 3000, 600) },
      amounts(400, 400, 0),
    ],
    ['a quarter after one fight', { before: [t0 - hourMs] }, evenly(325)],
    ['an eighth after two', { before: [t0 - hourMs, t0 - 1] }, evenly(162)],
    ['a 32nd after four', { before: [1, 2, 3, 4].map((n) => t0 - n) }, evenly(40)],
    ['a 32nd after more than four', { before: [1, 2, 3, 4, 5, 6].map((n) => t0 - n) }, evenly(40)],
    ['half again after 24 hours', { before: [t0 - dayMs] }, evenly(650)],
    ['a quarter until then', { before: [t0 - dayMs + 1] }, evenly(325)],
    ['half again earlier in a faster world', { speed: 7, before: [t0 - dayMs / 7] }, evenly(650)],
    ['a quarter until then', { speed: 7, before: [t0 - dayMs / 7 + 1] }, evenly(325)],
    ['nothing from an empire younger than 24 hours', { ageMs: dayMs - 1 }, evenly(0)],
    ['something from an empire of 24 hours', { ageMs: dayMs }, evenly(650)],
    ['nothing from a young empire in a faster world', { ageMs: dayMs / 24 - 1, speed: 24 }, evenly(0)],
    ['something after 24 hours / speed', { ageMs: dayMs / 24, speed: 24 }, evenly(650)],
    ['stock above the cap included', { stock: amounts(9200, 200, 200) }, amounts(4500, 0, 0)],
  ])('%s', (_claim, plan, loot) => {
    expect(take(plan).loot).toEqual(loot);
  });

  it('is subtracted from the stock', () => {
    expect(wholeStock(take().loser)).toEqual(evenly(850));
  });

  it('does not include fractions of a unit', () => {
    const loser = makeEmpire();
    loser.stock.gold += 3_599_999;
    plunderOf(loser);
    expect(loser.stock.gold).toBe(850 * 3_600_000 + 3_599_999);
  });
});

describe('the carried plunder', () => {
  // above the vault 700/400/1900, half 350/200/950
  const uneven = { warehouse: 1, stock: amounts(1000, 700, 2200) };
  it.each<[string, Plan, Amounts]>([
    ['the rest goes to gold, then food', { carry: 326 }, amounts(109, 109, 108)],
    ['one unit goes to gold', { carry: 1 }, amounts(1, 0, 0)],
    // 101: 23.57, 13.47, 63.97
    ['the largest remainders first', { ...uneven, carry: 101 }, amounts(24, 13, 64)],
    // 100: 23.33, 13.33, 63.33
    ['gold at equal remainders', { ...uneven, carry: 100 }, amounts(24, 13, 63)],
    ['nothing without carrying capacity', { carry: 0 }, evenly(0)],
    ['no more than the available plunder', { carry: 1951 }, evenly(650)],
  ])('%s', (_claim, plan, loot) => {
    expect(take(plan).loot).toEqual(loot);
  });
});

describe('the stored defeats of a city', () => {
  // 1950 are available
  it.each<[string, Plan, number[]]>([
    ['have all of what could be taken as 1000', { carry: 1951 }, [1000]],
    ['have half of it as 500', { carry: 975 }, [500]],
    ['have 974 of 1950 as 499', { carry: 974 }, [499]],
    ['have 2 of 1950 as 1', { carry: 2 }, [1]],
    ['do not include a fight in which less than a thousandth was taken', { carry: 1 }, []],
    ['do not include a fight with nothing to take', { stock: evenly(0) }, []],
    ['drop fights more than 24 hours ago', { before: [t0 - dayMs - 1], carry: 0 }, []],
    ['do not include fights of a young empire', { ageMs: hourMs }, []],
  ])('%s', (_claim, plan, shares) => {
    expect(cityOf(take(plan).loser).plunderedAt).toEqual(shares.map((share) => ({ at: t0, share })));
  });

  it.each([
    [[], 0],
    [[490], 0],
    [[500], 1],
    [[490, 490], 1],
    [[1000, 1000, 490], 2],
    [[1000, 1000, 500], 3],
    [[1000, 1000, 1000, 1000, 1000, 1000], 4],
  ])('of %j thousandths halve the plunder %i times', (shares, halvings) => {
    expect(halvingsOf(shares.map((share) => ({ at: t0, share })))).toBe(halvings);
  });

  it('counts many small raids, too', () => {
    const loser = makeEmpire();
    const raid = () => sumOf(plunderOf(loser, 900));
    // 1950, then 1500 are available; 461 and 600 thousandths of them are taken.
    expect([raid(), raid()]).toEqual([900, 900]);
    // 1500 - 600 = 900 above the vault would give 1050, but k is 1 by now.
    expect(raid()).toBe(525);
  });

  it('do not affect other cities', () => {
    const loser = makeEmpire({ cities: [{}, {}], stock: evenly(3000) });
    plunderOf(loser);
    // 3000 - 650 = 2350; half is 1175, minus 200, half of it
    expect(plunderOf(loser, plenty, 1)).toEqual(evenly(487));
  });
});

describe('shares by the largest remainder', () => {
  it.each([
    [10, [1, 1, 1], [4, 3, 3]],
    [7, [3, 2, 2], [3, 2, 2]],
    [3, [21, 39], [1, 2]],
    [0, [5, 5], [0, 0]],
    [0, [], []],
    [5, [0, 5], [0, 5]],
    [0, [0, 0], [0, 0]],
    [8, [5, 3], [5, 3]],
    [9_000_000_000, [3_000_000_001, 6_000_000_002], [3_000_000_000, 6_000_000_000]],
  ])('%i over %j is %j', (amount, weights, shares) => {
    expect(shareOut(amount, weights)).toEqual(shares);
  });
});

describe('the loot of a victory', () => {
  const raid = (soldiers = 100, garrison: { units: Partial<Units> }[] = []) => {
    const scene = duel(
      { armies: [{ units: { soldiers } }], stock: amounts(1990, 100_000, 1990) },
      { armies: garrison, stock: evenly(900) },
    );
    return { ...scene, outcome: clash(scene).outcome };
  };

  it('is half of the stock above the vault at contact, and half of the output of two hours', () => {
    const { by, on, outcome } = raid();
    // 900 + 3 in six minutes - 200 = 703: 351, and twice 15 of 30
    expect([outcome.loot, armyOf(by).loot]).toEqual([evenly(381), evenly(381)]);
    // Without the output.
    expect(wholeStock(on)).toEqual(evenly(552));
    // The winner has 1990 + 3 in six minutes until the army is home.
    expect(wholeStock(by).gold).toBe(1993);
  });

  it('is credited at arrival, even above the cap, and posted with its battle', () => {
    const { by, world, outcome } = raid();
    by.postings = [];
    advance(world, t0 + hourMs, flatRolls);
    // Six minutes there, six minutes and one round back: 1990 + 6 at arrival, + 381; no production above 2000
    expect(wholeStock(by).gold).toBe(2377);
    const posted = by.postings.filter(({ cause }) => cause === 'loot');
    const [battle] = world.battles.values();
    expect(posted.map(({ battleId, stock }) => [battleId, stock])).toEqual([
      [battle?.id, times(outcome.loot, stockScale)],
    ]);
  });

  it('is limited by the capacity of the army', () => {
    // 20 soldiers beat 4 militia in one round without a loss and carry 500 of the available 1143.
    expect(raid(20).outcome.loot).toEqual(amounts(167, 167, 166));
  });

  it('is limited by the capacity of the survivors, without the lost units', () => {
    // 5 archers and 4 militia deal 151,500, 94,500 and 57,000 of 1,440,000: 16 soldiers survive and carry 400.
    expect(raid(20, [{ units: { archers: 5 } }]).outcome.loot).toEqual(amounts(134, 133, 133));
  });

  it('is lost if no unit comes home', () => {
    const { by, world } = raid(100);
    armyOf(by).units.soldiers = 1;
    const units = { ...noUnits(), soldiers: 900 };
    by.armies.push({ ...armyOf(by), id: 'eaters', march: null, units });
    by.stock.food = 0;
    advance(world, t0 + hourMs, flatRolls);
    expect([by.armies.map(({ id }) => id), wholeStock(by).gold]).toEqual([['eaters'], 2000]);
  });
});
