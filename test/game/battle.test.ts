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
} from '../../src/game/battle.ts';
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
type Winner = FightResult['winner'];

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
  const strong = { a: { knights: 100, catapults: 25 }, d: { archers: 200, militia: 10 }, wall: 10 };
  const walled = { d: { archers: 50, militia: 60 }, wall: 10 };

  it.each<[string, Plan, Winner, number, after: [Sides, Sides]]>([
    [
      'vector-1',
      { a: { soldiers: 20 }, d: { archers: 10 } },
      'attacker',
      4,
      [
        [{ soldiers: 17 }, { archers: 7 }],
        [{ soldiers: 13 }, {}],
      ],
    ],
    [
      'vector-2',
      strong,
      'attacker',
      4,
      [
        [
          { knights: 83, catapults: 21 },
          { archers: 120, militia: 8 },
        ],
        [{ knights: 72, catapults: 18 }, {}],
      ],
    ],
    [
      'vector-3',
      { a: { soldiers: 100 }, ...walled },
      'defender',
      5,
      [
        [{ soldiers: 67 }, { archers: 46, militia: 55 }],
        [{}, { archers: 37, militia: 44 }],
      ],
    ],
    [
      'vector-3',
      { a: { soldiers: 100, catapults: 100 }, ...walled },
      'attacker',
      3,
      [
        [
          { soldiers: 92, catapults: 94 },
          { archers: 27, militia: 33 },
        ],
        [{ soldiers: 86, catapults: 90 }, {}],
      ],
    ],
  ])('%s with %j is won by the %s in %i rounds', (seed, plan, winner, rounds, [afterFirst, atEnd]) => {
    const fight = fightOf(plan, battleRandomOf(seed));
    const first = the(fight.rounds[0]);
    expect([fight.winner, fight.rounds.length]).toEqual([winner, rounds]);
    expect([first.attacker.units, first.defender.units]).toEqual(afterFirst.map(stacks));
    expect([fight.attacker, fight.defender]).toEqual(atEnd.map(stacks));
  });
});

describe('the volley', () => {
  it('takes one hundredth of the hit points of every attacking stack per level of the wall', () => {
    const plan = { a: { soldiers: 10, knights: 3 }, d: { militia: 100 }, wall: 7 };
    // 720,000 x 0.07 and 720,000 x 0.07
    expect(fightOf(plan).volley).toEqual(stacks({ soldiers: 50_400, knights: 50_400 }));
  });

  it('lets the rest strike in round 1', () => {
    // 9 of 10 soldiers are left, and the wall divides their blows by 1.4: 90,000 / 1.4
    const plan = { a: { soldiers: 10 }, d: { militia: 100 }, wall: 10 };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(64_285);
  });

  it('counts the catapults before it', () => {
    // Effective wall 10 - 5.
    const plan = { a: { catapults: 25 }, d: { militia: 100 }, wall: 10 };
    expect(fightOf(plan).volley).toEqual(stacks({ catapults: 150_000 }));
  });

  it.each([
    ['without a wall', { a: { soldiers: 10 }, d: { militia: 1 } }],
    ['with enough catapults', { a: { soldiers: 10, catapults: 100 }, d: { militia: 1 }, wall: 10 }],
    ['against nobody', { a: { soldiers: 10 }, d: {}, wall: 10 }],
  ])('does not strike %s', (_what, plan) => {
    expect(fightOf(plan).volley).toEqual(noStacks());
  });

  it('leaves the units that still have a hit point', () => {
    // 720,000 - 72,000 are nine soldiers; one part more is a tenth.
    expect(afterVolley(stacks({ soldiers: 10 }), stacks({ soldiers: 72_000 })).soldiers).toBe(9);
    expect(afterVolley(stacks({ soldiers: 10 }), stacks({ soldiers: 71_999 })).soldiers).toBe(10);
    expect(afterVolley(stacks({ soldiers: 10 }), null).soldiers).toBe(10);
  });
});

describe('a round, computed by hand with rolls of 1000', () => {
  it('deals n x attack x roll in milli-hp', () => {
    expect(roundOf({ a: { soldiers: 10 }, d: { soldiers: 10 } }).attacker.damage).toEqual(
      stacks({ soldiers: 100_000 }),
    );
  });

  it('counts a wounded unit as living', () => {
    // 720,000 - 100,000 = 8.6 soldiers
    expect(roundOf({ a: { soldiers: 10 }, d: { soldiers: 10 } }).defender.units.soldiers).toBe(9);
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
  ] as const)('one of %s deals one of %s %i', (own, enemy, damage) => {
    expect(roundOf({ a: { [own]: 1 }, d: { [enemy]: 1 } }).attacker.damage[own]).toBe(damage);
  });

  it.each(['soldiers', 'archers', 'knights', 'catapults'] as const)(
    '%s have no bonus against militia',
    (type) => {
      const damage = { soldiers: 10_000, archers: 17_000, knights: 36_000, catapults: 20_000 };
      expect(roundOf({ a: { [type]: 1 }, d: { militia: 1 } }).attacker.damage[type]).toBe(damage[type]);
    },
  );

  it('militia deals 6 per unit, without a bonus', () => {
    expect(roundOf({ a: { knights: 1 }, d: { militia: 4 } }).defender.damage.militia).toBe(24_000);
  });

  it('shares damage among enemy stacks by their hp, rounded down', () => {
    // 100,000 over 360,000 + 290,000: 55,384 + 44,615
    const plan = { a: { soldiers: 10 }, d: { soldiers: 5, archers: 5 } };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(99_999);
  });

  it('rounds down again after the bonus', () => {
    // 17,000 over 72,000 + 240,000: 3,923 x 1.5 = 5,884 and 13,076
    const plan = { a: { archers: 1 }, d: { soldiers: 1, knights: 1 } };
    expect(roundOf(plan).attacker.damage.archers).toBe(5_884 + 13_076);
  });

  it('shares by the current hp, not by the hp at the start', () => {
    // Round 1 takes 55,384 and 44,615: 304,616 and 245,385 of 550,001 are left. The attacker keeps
    // 720,000 - 50,000 - 85,000 x 1.5 = 542,500, which are 8 soldiers: 80,000 are shared as 44,307 + 35,692.
    const plan = { a: { soldiers: 10 }, d: { soldiers: 5, archers: 5 } };
    expect(roundOf(plan, 2).attacker.damage.soldiers).toBe(44_307 + 35_692);
  });

  it('lets units strike in the round in which they fall', () => {
    expect(roundOf({ a: { soldiers: 1 }, d: { soldiers: 100 } }).attacker.damage.soldiers).toBe(10_000);
  });

  it('includes overkill in the damage', () => {
    expect(roundOf({ a: { knights: 100 }, d: { soldiers: 1 } }).attacker.damage.knights).toBe(3_600_000);
  });

  it.each([
    // The volley leaves 10, 10, 9 and 8 of them.
    [0, 100_000],
    [5, 83_333],
    [10, 64_285],
    [20, 44_444],
  ])('behind a wall of level %i 10 soldiers deal %i', (wall, damage) => {
    const plan = { a: { soldiers: 10 }, d: { soldiers: 1 }, wall };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(damage);
  });

  it('the wall does not weaken the defender', () => {
    expect(roundOf({ a: { soldiers: 1 }, d: { soldiers: 1 }, wall: 20 }).defender.damage.soldiers).toBe(
      10_000,
    );
  });

  it.each([
    // effective wall 10, 9, 9, 8, 5, 0, 0; the volley of the first fells a soldier
    [0, 64_285],
    [1, 73_529],
    [3, 73_529],
    [4, 75_757],
    [25, 83_333],
    [100, 100_000],
    [400, 100_000],
  ])('%i catapults take the square root of their number off a wall of 10', (catapults, damage) => {
    const plan = { a: { soldiers: 10, catapults }, d: { soldiers: 1 }, wall: 10 };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(damage);
  });

  it('defending catapults do not reduce their own wall', () => {
    const plan = { a: { soldiers: 10 }, d: { catapults: 100 }, wall: 10 };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(64_285);
  });

  it('counts the catapults at the start of the fight, not the survivors', () => {
    // The only catapult falls in round 1; wall 1 still has no effect.
    const plan = { a: { soldiers: 1000, catapults: 1 }, d: { militia: 2000 }, wall: 1 };
    const dealt = the(fightOf(plan).rounds[1]).attacker;
    const soldiers = the(fightOf(plan).rounds[0]).attacker.units.soldiers;
    expect(dealt.damage.soldiers).toBe(soldiers * 10_000);
  });

  it('morale weakens the attacker', () => {
    expect(roundOf({ a: { soldiers: 10 }, d: { soldiers: 1 }, morale: 607 }).attacker.damage.soldiers).toBe(
      60_700,
    );
  });

  it('morale does not weaken the defender', () => {
    expect(roundOf({ a: { soldiers: 1 }, d: { soldiers: 1 }, morale: 600 }).defender.damage.soldiers).toBe(
      10_000,
    );
  });

  it('rounds down once for morale and wall together', () => {
    // 100,000 x 0.607 / 1.2 = 50,583.3
    const plan = { a: { soldiers: 10 }, d: { soldiers: 1 }, morale: 607, wall: 5 };
    expect(roundOf(plan).attacker.damage.soldiers).toBe(50_583);
  });

  it('each stack uses its own roll', () => {
    const rolls = flatRolls();
    the(rolls[0]).a.archers = 1100;
    const [first] = fightOf({ a: { soldiers: 1, archers: 1 }, d: { militia: 9 } }, rolls).rounds;
    expect(the(first).attacker.damage).toEqual(stacks({ soldiers: 10_000, archers: 18_700 }));
  });
});

describe('the end of a fight', () => {
  it('comes when one side has no units left', () => {
    expect(fightOf({ a: { soldiers: 100 }, d: { militia: 4 } })).toMatchObject({
      winner: 'attacker',
      defender: noStacks(),
    });
  });

  it('may be a victory of the defender', () => {
    expect(fightOf({ a: { soldiers: 1 }, d: { soldiers: 100 } })).toMatchObject({ winner: 'defender' });
  });

  it('is a draw when both sides have no units left', () => {
    // 72,000 at 10,000 per round
    const fight = fightOf({ a: { soldiers: 1 }, d: { soldiers: 1 } });
    expect([fight.winner, fight.rounds.length, fight.attacker.soldiers]).toEqual(['draw', 8, 0]);
  });

  it('is a draw after ten rounds', () => {
    // 4,285 of 50,000 per round; 6,000 of 64,800, which the volley leaves, per round
    const fight = fightOf({ a: { soldiers: 1 }, d: { militia: 1 }, wall: 10, morale: 600 });
    expect([fight.winner, fight.rounds.length, fight.attacker.soldiers, fight.defender.militia]).toEqual([
      'draw',
      10,
      1,
      1,
    ]);
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
