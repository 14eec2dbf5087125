/** The battle resolver: rolls, the published vectors, single rounds computed by hand, and morale. */
import { describe, expect, it } from 'vitest';
import {
  afterVolley,
  moraleOf,
  noStacks,
  resolveFight,
  rollFrom,
  rollKey,
  type Fight,
  type FightResult,
} from '../../src/game/fight/battle.ts';
import type { Round } from '../../src/game/battle-types.ts';
import type { Stacks } from '../../src/game/types.ts';
import { flatRolls, battleRandomOf, the } from '../support/worlds.ts';

const stacks = (units: Partial<Stacks>): Stacks => ({ ...noStacks(), ...units });

interface Plan {
  a: Partial<Stacks>;
  d: Partial<Stacks>;
  wall?: number;
  morale?: number;
}

type Sides = [Partial<Stacks>, Partial<Stacks>];

function fightOf({ a, d, wall = 0, morale = 1000 }: Plan, rolls: Fight['rolls'] = flatRolls()): FightResult {
  return resolveFight({ attacker: stacks(a), defender: stacks(d), wall, morale, rolls });
}
const roundOf = (plan: Plan, number = 1): Round => the(fightOf(plan).rounds[number - 1]);

describe('rolls', () => {
  it('are decided by seed:round:side:type', () => {
    expect(rollKey('abc', 10, 'd', 'militia')).toBe('abc:10:d:militia');
  });

  it.each([
    [0, 900],
    [200, 1100],
    [201, 900],
    // 4294967295 mod 201 = 99
    [0xffff_ffff, 999],
  ])('first bytes %i roll %i', (bytes, roll) => {
    expect(rollFrom(bytes)).toBe(roll);
  });

  // sha256("vector-1:1:a:soldiers") begins with 0beb7b23 = 199981859; mod 201 is 125
  it.each([
    ['vector-1', 1, 'a', 'soldiers', 1025],
    ['vector-1', 1, 'd', 'archers', 983],
    ['vector-2', 3, 'a', 'knights', 1063],
    ['vector-2', 10, 'd', 'militia', 930],
  ] as const)('%s:%i:%s:%s rolls %i', (seed, round, side, type, roll) => {
    expect(battleRandomOf(seed)[round - 1]?.[side][type]).toBe(roll);
  });

  it('cover ten rounds', () => {
    expect(battleRandomOf('any')).toHaveLength(10);
  });
});

describe('the published vectors', () => {
  const soldiers = { a: { soldiers: 20 }, d: { archers: 10 } };
  const strong = { a: { knights: 100, catapults: 25 }, d: { archers: 200, militia: 10 }, wall: 10 };
  const walled = { a: { soldiers: 100 }, d: { archers: 50, militia: 60 }, wall: 10 };
  const besieged = { ...walled, a: { soldiers: 100, catapults: 100 } };

  it.each<[string, Plan, FightResult['winner'], number, afterFirst: Sides, atEnd: Sides]>([
    ['vector-1', soldiers, 'attacker', 4, [{ soldiers: 17 }, { archers: 7 }], [{ soldiers: 13 }, {}]],
    [
      'vector-2',
      strong,
      'attacker',
      4,
      [
        { knights: 83, catapults: 21 },
        { archers: 120, militia: 8 },
      ],
      [{ knights: 72, catapults: 18 }, {}],
    ],
    [
      'vector-3',
      walled,
      'defender',
      5,
      [{ soldiers: 67 }, { archers: 46, militia: 55 }],
      [{}, { archers: 37, militia: 44 }],
    ],
    [
      'vector-3',
      besieged,
      'attacker',
      3,
      [
        { soldiers: 92, catapults: 94 },
        { archers: 27, militia: 33 },
      ],
      [{ soldiers: 86, catapults: 90 }, {}],
    ],
  ])('%s with %j is won by the %s in %i rounds', (seed, plan, winner, rounds, afterFirst, atEnd) => {
    const fight = fightOf(plan, battleRandomOf(seed));
    const first = the(fight.rounds[0]);
    expect([fight.winner, fight.rounds.length]).toEqual([winner, rounds]);
    expect([first.attacker.units, first.defender.units]).toEqual(afterFirst.map(stacks));
    expect([fight.attacker, fight.defender]).toEqual(atEnd.map(stacks));
  });
});

describe('the volley', () => {
  const d = { militia: 100 };
  it.each<[string, Plan, Partial<Stacks>]>([
    // 720,000 x 0.07 each
    [
      'a hundredth per level of the wall',
      { a: { soldiers: 10, knights: 3 }, d, wall: 7 },
      { soldiers: 50_400, knights: 50_400 },
    ],
    // Effective wall 10 - 5.
    [
      'less with catapults, those that fall included',
      { a: { catapults: 25 }, d, wall: 10 },
      { catapults: 150_000 },
    ],
    ['nothing without a wall', { a: { soldiers: 10 }, d }, {}],
    ['nothing with enough catapults', { a: { soldiers: 10, catapults: 100 }, d, wall: 10 }, {}],
    ['nothing without defenders', { a: { soldiers: 10 }, d: {}, wall: 10 }, {}],
  ])('takes from the hit points of every attacking stack %s', (_claim, plan, volley) => {
    expect(fightOf(plan).volley).toEqual(stacks(volley));
  });

  it('leaves the units that still have a hit point', () => {
    // 720,000 - 72,000 are nine soldiers; one part more is a tenth.
    expect(afterVolley(stacks({ soldiers: 10 }), stacks({ soldiers: 72_000 })).soldiers).toBe(9);
    expect(afterVolley(stacks({ soldiers: 10 }), stacks({ soldiers: 71_999 })).soldiers).toBe(10);
    expect(afterVolley(stacks({ soldiers: 10 }), null).soldiers).toBe(10);
  });
});

describe('a round, computed by hand with rolls of 1000', () => {
  const ten = { a: { soldiers: 10 }, d: { soldiers: 10 } };
  const duel = { a: { soldiers: 1 }, d: { soldiers: 1 } };
  const mixed = { a: { soldiers: 10 }, d: { soldiers: 5, archers: 5 } };

  it.each<[string, Plan, Partial<Stacks>]>([
    ['n x attack x roll in milli-hp', ten, { soldiers: 100_000 }],
    // 100,000 over 360,000 + 290,000: 55,384 + 44,615
    ['a share to each enemy stack by its hp, rounded down', mixed, { soldiers: 99_999 }],
    // 17,000 over 72,000 + 240,000: 3,923 x 1.5 = 5,884 and 13,076
    [
      'shares rounded down after the bonus',
      { a: { archers: 1 }, d: { soldiers: 1, knights: 1 } },
      { archers: 18_960 },
    ],
    [
      'also in the round in which it falls',
      { a: { soldiers: 1 }, d: { soldiers: 100 } },
      { soldiers: 10_000 },
    ],
    ['overkill, too', { a: { knights: 100 }, d: { soldiers: 1 } }, { knights: 3_600_000 }],
    // 9 of 10 soldiers are left, and the wall divides their blows by 1.4: 90,000 / 1.4
    ['with what the volley leaves', { ...ten, d: { militia: 100 }, wall: 10 }, { soldiers: 64_285 }],
    [
      'as much behind a wall with catapults',
      { ...ten, d: { catapults: 100 }, wall: 10 },
      { soldiers: 64_285 },
    ],
    ['less with less morale', { ...ten, morale: 607 }, { soldiers: 60_700 }],
    // 100,000 x 0.607 / 1.2 = 50,583.3
    [
      'a number rounded down once for morale and wall',
      { ...ten, morale: 607, wall: 5 },
      { soldiers: 50_583 },
    ],
    // In floating point, the share of the archers would be 130,499,999.99..., and is 130,500,000.
    [
      'an exact share where floating point falls short of it',
      { a: { soldiers: 121_050 }, d: { archers: 212_610, catapults: 850_440 } },
      { soldiers: 1_210_500_000 },
    ],
    // It would be 3,063,272,273, and is 3,063,272,272.9999997.
    [
      'an exact share where floating point rounds up to the next one',
      { a: { soldiers: 668_637 }, d: { archers: 822_409, catapults: 470_142 } },
      { soldiers: 6_686_369_999 },
    ],
  ])('the attacker deals %s', (_claim, plan, damage) => {
    expect(roundOf(plan).attacker.damage).toEqual(stacks(damage));
  });

  it.each<[string, Plan, Partial<Stacks>]>([
    [
      '6 for each of its militia, without a bonus',
      { a: { knights: 1 }, d: { militia: 4 } },
      { militia: 24_000 },
    ],
    ['as much behind a wall', { ...duel, wall: 20 }, { soldiers: 10_000 }],
    ['as much at low morale of the attacker', { ...duel, morale: 600 }, { soldiers: 10_000 }],
  ])('the defender deals %s', (_claim, plan, damage) => {
    expect(roundOf(plan).defender.damage).toEqual(stacks(damage));
  });

  it('cannot be fought without rolls', () => {
    expect(() => fightOf(ten, [])).toThrow('rolls: must have one entry per round');
  });

  it('counts a wounded unit as living', () => {
    // 720,000 - 100,000 = 8.6 soldiers
    expect(roundOf(ten).defender.units.soldiers).toBe(9);
  });

  it.each([
    ['soldiers', 'knights', 15_000],
    ['archers', 'soldiers', 25_500],
    ['knights', 'archers', 54_000],
    ['soldiers', 'archers', 10_000],
    ['archers', 'knights', 17_000],
    ['knights', 'soldiers', 36_000],
    ['catapults', 'knights', 20_000],
    ['catapults', 'soldiers', 20_000],
    ['soldiers', 'militia', 10_000],
    ['archers', 'militia', 17_000],
    ['knights', 'militia', 36_000],
    ['catapults', 'militia', 20_000],
  ] as const)('one of %s deals one of %s %i', (own, enemy, damage) => {
    expect(roundOf({ a: { [own]: 1 }, d: { [enemy]: 1 } }).attacker.damage[own]).toBe(damage);
  });

  it('shares by the current hp, not by the hp at the start', () => {
    // Round 1 takes 55,384 and 44,615: 304,616 and 245,385 of 550,001 are left. The attacker keeps
    // 720,000 - 50,000 - 85,000 x 1.5 = 542,500, which are 8 soldiers: 80,000 are shared as 44,307 + 35,692.
    expect(roundOf(mixed, 2).attacker.damage.soldiers).toBe(44_307 + 35_692);
  });

  it.each([
    // The volley leaves 10, 10, 9 and 8 of them.
    [0, 0, 100_000],
    [5, 0, 83_333],
    [10, 0, 64_285],
    [20, 0, 44_444],
    // Catapults take the square root of their number off: effective wall 9, 9, 8, 5, 0, 0.
    [10, 1, 73_529],
    [10, 3, 73_529],
    [10, 4, 75_757],
    [10, 25, 83_333],
    [10, 100, 100_000],
    [10, 400, 100_000],
  ])('behind a wall of level %i, 10 soldiers with %i catapults deal %i', (wall, catapults, damage) => {
    const plan = { a: { soldiers: 10, catapults }, d: { soldiers: 1 }, wall };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(damage);
  });

  it('counts the catapults at the start of the fight, not the survivors', () => {
    // The only catapult falls in round 1; wall 1 still has no effect.
    const { rounds } = fightOf({ a: { soldiers: 1000, catapults: 1 }, d: { militia: 2000 }, wall: 1 });
    const { soldiers } = the(rounds[0]).attacker.units;
    expect(the(rounds[1]).attacker.damage.soldiers).toBe(soldiers * 10_000);
  });

  it('each stack uses its own roll', () => {
    const rolls = flatRolls();
    the(rolls[0]).a.archers = 1100;
    const [first] = fightOf({ a: { soldiers: 1, archers: 1 }, d: { militia: 9 } }, rolls).rounds;
    expect(the(first).attacker.damage).toEqual(stacks({ soldiers: 10_000, archers: 18_700 }));
  });
});

describe('the end of a fight', () => {
  // 72,000 at 10,000 per round
  const even = { a: { soldiers: 1 }, d: { soldiers: 1 } };
  // 4,285 of 50,000 per round; 6,000 of 64,800, which the volley leaves, per round
  const endless = { a: { soldiers: 1 }, d: { militia: 1 }, wall: 10, morale: 600 };
  it.each<[string, Plan, FightResult['winner'], number, ...Sides]>([
    [
      'comes when no defender is left',
      { a: { soldiers: 100 }, d: { militia: 4 } },
      'attacker',
      1,
      { soldiers: 100 },
      {},
    ],
    [
      'comes when no attacker is left',
      { a: { soldiers: 1 }, d: { soldiers: 100 } },
      'defender',
      1,
      {},
      { soldiers: 100 },
    ],
    ['is a draw when both sides have no units left', even, 'draw', 8, {}, {}],
    ['is a draw after ten rounds', endless, 'draw', 10, { soldiers: 1 }, { militia: 1 }],
  ])('%s', (_claim, plan, winner, rounds, attacker, defender) => {
    const left = { attacker: stacks(attacker), defender: stacks(defender) };
    expect(fightOf(plan)).toMatchObject({ winner, rounds: { length: rounds }, ...left });
  });

  it('does not modify its arguments', () => {
    const sides = { attacker: stacks({ soldiers: 9 }), defender: stacks({ archers: 9 }) };
    resolveFight({ ...sides, wall: 0, morale: 1000, rolls: flatRolls() });
    expect(sides).toEqual({ attacker: stacks({ soldiers: 9 }), defender: stacks({ archers: 9 }) });
  });
});

describe('morale', () => {
  it.each([
    ['equal', 100, 100, 1000],
    ['the weaker attacker', 39, 5000, 1000],
    // (405 / 1280)^0.25 = 3/4
    ['405 against 1280', 1180, 305, 750],
    // (320 / 1620)^0.25 = 2/3
    ['320 against 1620', 1520, 220, 667],
    // (1296 / 10000)^0.25 = 0.6
    ['exactly at the bound', 9900, 1196, 600],
    ['below the bound', 100_000, 0, 600],
    // (200 / 210)^0.25 = 0.98788
    ['a little stronger', 110, 100, 988],
  ])('%s: attacker %i, defender %i give %i', (_claim, attacker, defender, morale) => {
    expect(moraleOf(attacker, defender)).toBe(morale);
  });
});
