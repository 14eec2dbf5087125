/** The odds of a fight: counted from trial fights with the real resolver, and the same for the same input. */
import { describe, expect, it, vi } from 'vitest';
import { stackTypes } from '../../src/contract/vocabulary.ts';
import { noStacks } from '../../src/game/fight/battle.ts';
import {
  estimateOdds,
  estimateQueue,
  goodOdds,
  reinforcementOf,
  type Odds,
} from '../../src/game/fight/odds.ts';
import type { Stacks } from '../../src/game/types.ts';

const stacks = (units: Partial<Stacks>): Stacks => ({ ...noStacks(), ...units });

interface Plan {
  a: Partial<Stacks>;
  d: Partial<Stacks>;
  wall?: number;
  morale?: number;
}

const sidesOf = ({ a, d, wall = 0, morale = 1000 }: Plan) => ({
  attacker: stacks(a),
  defender: stacks(d),
  wall,
  morale,
});
const oddsOf = (plan: Plan, trials?: number): Odds => estimateOdds(sidesOf(plan), trials);

/** So even that the rolls decide. */
const even: Plan = { a: { archers: 100 }, d: { archers: 100 } };
const large: Plan = {
  a: { soldiers: 100_000, archers: 100_000, knights: 100_000, catapults: 100_000 },
  d: { soldiers: 100_000, archers: 100_000, knights: 100_000, catapults: 100_000, militia: 100_000 },
  wall: 20,
  morale: 600,
};

it.each([
  ['40 by default', undefined, 40],
  ['the requested number', 7, 7],
])('the number of trials is %s: that of won, lost and drawn ones together', (_claim, requested, count) => {
  const { won, lost, drawn, trials } = oddsOf(even, requested);
  expect([trials, won + lost + drawn]).toEqual([count, count]);
});

describe('the odds', () => {
  it('are the same for every call', () => {
    expect(oddsOf(even)).toEqual(oddsOf(even));
  });

  it('do not depend on what the process has estimated before', async () => {
    const guard = { stacks: stacks({ archers: 100 }), morale: 1000 };
    const battles = [sidesOf(even), { ...sidesOf(even), guard }];
    const inFreshProcess = async (order: typeof battles) => {
      vi.resetModules();
      const odds = await import('../../src/game/fight/odds.ts');
      return new Map(order.map((battle) => [battle, odds.estimateOdds(battle)]));
    };
    const [forwards, backwards] = [await inFreshProcess(battles), await inFreshProcess(battles.toReversed())];
    for (const battle of battles) expect(backwards.get(battle)).toEqual(forwards.get(battle));
  });

  it('come from different rolls', () => {
    const { won, lost } = oddsOf(even);
    expect(Math.min(won, lost)).toBeGreaterThan(0);
  });

  it.each<[string, Plan, Partial<Odds>]>([
    [
      'of a crushing attack are all won, with no survivors',
      { a: { knights: 500 }, d: { archers: 10 } },
      { won: 40, defenderLeft: noStacks() },
    ],
    ['of a hopeless attack are all lost', { a: { soldiers: 1 }, d: { archers: 50 } }, { lost: 40 }],
    ['of a fight without units are all draws', { a: {}, d: {} }, { drawn: 40 }],
  ])('%s', (_claim, plan, all) => {
    expect(oddsOf(plan)).toMatchObject({ won: 0, lost: 0, drawn: 0, ...all });
  });

  it.each([
    ['the wall', { wall: 10 }],
    ['the morale', { morale: 600 }],
  ])('count %s', (_claim, burden) => {
    expect(oddsOf({ ...even, ...burden }).won).toBeLessThan(oddsOf(even).won);
  });
});

describe('a guard', () => {
  const behind = (soldiers: number) => ({
    ...sidesOf({ a: { soldiers: 200 }, d: { soldiers: 100 } }),
    guard: { stacks: stacks({ soldiers }), morale: 1000 },
  });

  it('meets the attacker first: about 127 of 200 are left after it and the seat of vector guard-1', () => {
    const { won, attackerLeft } = estimateOdds(behind(100));
    expect([won, Math.abs(attackerLeft.soldiers - 127) < 5]).toEqual([40, true]);
  });

  it('that holds leaves the defender untouched', () => {
    expect(estimateOdds(behind(400))).toMatchObject({ won: 0, lost: 40, defenderLeft: { soldiers: 100 } });
  });

  it('counts with the morale against it', () => {
    const strong = behind(220);
    expect(estimateOdds({ ...strong, guard: { ...strong.guard, morale: 2000 } }).won).toBeGreaterThan(
      estimateOdds(strong).won,
    );
  });
});

describe('a queue', () => {
  const coming = (soldiers: number, moraleToGuard: number | null = 1000) => ({
    ...{ attacker: stacks({ soldiers }), morale: 1000, moraleToGuard },
  });
  const wonBy = (attackers: ReturnType<typeof coming>[], guard: number) =>
    estimateQueue(attackers, { defender: stacks({ soldiers: 10 }), guard: stacks({ soldiers: guard }) }).map(
      ({ won }) => won,
    );

  it('goes to its first attack, if that wins', () => {
    expect(wonBy([coming(200), coming(200)], 100)).toEqual([20, 0]);
  });

  it('goes to a later one that meets a guard which earlier ones have weakened', () => {
    expect(wonBy([coming(200)], 210)).not.toEqual([20]);
    expect(wonBy([coming(150), coming(200)], 210)).toEqual([0, 20]);
  });

  it('lets an ally of the guard pass it by', () => {
    expect(wonBy([coming(50), coming(50, null)], 900)).toEqual([0, 20]);
  });
});

describe('the survivors', () => {
  it('are the mean over the trials, for vector 1 about its 13 soldiers', () => {
    const { soldiers } = oddsOf({ a: { soldiers: 20 }, d: { archers: 10 } }).attackerLeft;
    expect(Math.abs(soldiers - 13)).toBeLessThanOrEqual(1);
  });

  it('are whole units', () => {
    const { attackerLeft, defenderLeft } = oddsOf(large);
    const left = stackTypes.flatMap((type) => [attackerLeft[type], defenderLeft[type]]);
    expect(left.every(Number.isInteger)).toBe(true);
  });

  it('are computed without modifying the arguments', () => {
    const sides = sidesOf(even);
    estimateOdds(sides);
    expect(sides).toEqual(sidesOf(even));
  });
});

describe('the reinforcement for good odds', () => {
  const fightWith = (archers: number) => (soldiers: number) => sidesOf({ a: { soldiers }, d: { archers } });

  it.each([1, 10, 50, 400])('wins 30 of 40 against %i archers, and hardly fewer units do not', (archers) => {
    const found = reinforcementOf(fightWith(archers), 1000) ?? { quantity: 0, won: 0 };
    expect(estimateOdds(fightWith(archers)(found.quantity)).won).toBe(found.won);
    expect(found.won).toBeGreaterThanOrEqual(goodOdds);
    const fewer = Math.floor(found.quantity * 0.7) - 1;
    expect(estimateOdds(fightWith(archers)(Math.max(0, fewer))).won).toBeLessThan(goodOdds);
  });

  it('is null if the most that can be trained would lose', () => {
    expect(reinforcementOf(fightWith(9000), 1000)).toBeNull();
  });
});
