/** Properties of the arithmetic: the resolver compared with the rules, shares, stock, positions. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stackTypes, type StackType } from '../../src/contract/vocabulary.ts';
import { noStacks, resolveFight, type Fight, type RollTable } from '../../src/game/fight/battle.ts';
import { accrue, stockScale } from '../../src/game/economy/stock.ts';
import { tileOf } from '../../src/game/march/marching.ts';
import { shareOut } from '../../src/game/contact/plunder.ts';
import type { Stacks } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { armyOf, battleRandomOf, makeEmpire, marchTo, t0 } from '../support/worlds.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number): void =>
  fc.assert(property, { seed: 20_260_101, numRuns: casesOf(numRuns) });

/** Attack, hp, and the type that the bonus is against, copied from the rules. */
const table: Record<StackType, readonly [attack: bigint, hp: bigint, against: StackType | null]> = {
  soldiers: [10n, 72n, 'knights'],
  archers: [17n, 58n, 'soldiers'],
  knights: [36n, 240n, 'archers'],
  catapults: [20n, 120n, null],
  militia: [6n, 50n, null],
};
type Hp = Map<StackType, bigint>;

const ceilDiv = (a: bigint, b: bigint): bigint => (a + b - 1n) / b;
const countsOf = (hp: Hp): Stacks => {
  const counts = noStacks();
  for (const type of stackTypes) counts[type] = Number(ceilDiv(hp.get(type) ?? 0n, table[type][1] * 1000n));
  return counts;
};
const sum = (hp: Hp): bigint => [...hp.values()].reduce((total, value) => total + value, 0n);

/** The survivors of both sides after every round, computed from the rules with big integers only. */
function resolveByRules({ attacker, defender, wall, morale, rolls }: Fight): [Stacks, Stacks][] {
  const start = (side: Stacks): Hp =>
    new Map(stackTypes.map((type) => [type, BigInt(side[type]) * table[type][1] * 1000n]));
  let wallReduction = 0;
  while ((wallReduction + 1) ** 2 <= attacker.catapults) wallReduction += 1;
  const effectiveWall = BigInt(Math.max(0, wall - wallReduction));
  const ward = 1000n + 40n * effectiveWall;
  const [a, d] = [start(attacker), start(defender)];
  if (sum(d) > 0n) for (const [type, hp] of a) a.set(type, hp - (hp * 10n * effectiveWall) / 1000n);
  const left: [Stacks, Stacks][] = [];
  const hits = (own: Hp, enemy: Hp, round: Stacks | undefined, factor: bigint, divisor: bigint): Hp => {
    const taken: Hp = new Map();
    for (const type of stackTypes) {
      const raw =
        (BigInt(countsOf(own)[type]) * table[type][0] * BigInt(round?.[type] ?? 0) * factor) / divisor;
      for (const [target, hp] of enemy) {
        const share = (raw * hp) / sum(enemy);
        const damage = table[type][2] === target ? (share * 3n) / 2n : share;
        taken.set(target, (taken.get(target) ?? 0n) + damage);
      }
    }
    return taken;
  };
  for (let round = 0; round < 10 && sum(a) > 0n && sum(d) > 0n; round++) {
    const onDefender = hits(a, d, rolls[round]?.a, BigInt(morale), ward);
    const onAttacker = hits(d, a, rolls[round]?.d, 1n, 1n);
    for (const [hp, taken] of [[a, onAttacker] as const, [d, onDefender] as const]) {
      for (const type of stackTypes) {
        const after = (hp.get(type) ?? 0n) - (taken.get(type) ?? 0n);
        hp.set(type, after > 0n ? after : 0n);
      }
    }
    left.push([countsOf(a), countsOf(d)]);
  }
  return left;
}

const count = fc.oneof(fc.constant(0), fc.nat(12), fc.nat(400), fc.nat(100_000));
const units = fc.record({ soldiers: count, archers: count, knights: count, catapults: count });
const rolls: fc.Arbitrary<RollTable> = fc.string().map(battleRandomOf);
const fights: fc.Arbitrary<Fight> = fc.record({
  attacker: units.map((side) => ({ ...side, militia: 0 })),
  defender: fc.tuple(units, fc.nat(140)).map(([side, militia]) => ({ ...side, militia })),
  wall: fc.nat(20),
  morale: fc.integer({ min: 600, max: 1000 }),
  rolls,
});

it('the resolver matches its rules in every round', () => {
  holds(
    fc.property(fights, (fight) => {
      const rounds = resolveFight(fight).rounds.map((r) => [r.attacker.units, r.defender.units]);
      expect(rounds).toEqual(resolveByRules(fight));
    }),
    300,
  );
});

it('the winner is the only side with survivors', () => {
  holds(
    fc.property(fights, (fight) => {
      const { winner, attacker, defender } = resolveFight(fight);
      const alive = [attacker, defender].map((side) => stackTypes.some((type) => side[type] > 0));
      const expected = alive[0] === alive[1] ? 'draw' : alive[0] === true ? 'attacker' : 'defender';
      expect(winner).toBe(expected);
    }),
    200,
  );
});

it('no stack grows during a fight', () => {
  holds(
    fc.property(fights, (fight) => {
      let before = [fight.attacker, fight.defender] as const;
      for (const { attacker, defender } of resolveFight(fight).rounds) {
        const after = [attacker.units, defender.units] as const;
        for (const type of stackTypes) {
          expect(after[0][type]).toBeLessThanOrEqual(before[0][type]);
          expect(after[1][type]).toBeLessThanOrEqual(before[1][type]);
        }
        before = after;
      }
    }),
    100,
  );
});

it('shares add up, and each is less than one unit off its proportion', () => {
  const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 });
  holds(
    fc.property(weights, fc.nat(1_000_000), (parts, amount) => {
      const shares = shareOut(amount, parts);
      const weightSum = parts.reduce((total, weight) => total + weight, 0);
      expect(shares.reduce((total, share) => total + share, 0)).toBe(weightSum === 0 ? 0 : amount);
      shares.forEach((share, index) => {
        const scaled = amount * (parts[index] ?? 0);
        expect(Math.abs(share * weightSum - scaled)).toBeLessThan(Math.max(weightSum, 1));
      });
    }),
    500,
  );
});

it('accruing two spans equals accruing both together', () => {
  const stock = fc.maxSafeNat().map((n) => n % (9_000_000 * stockScale));
  const rate = fc.integer({ min: -300_000_000, max: 300_000_000 });
  const span = fc.oneof(fc.nat(5_000), fc.nat(3_600_000), fc.nat(400_000_000_000));
  holds(
    fc.property(stock, rate, fc.nat(4_000_000), span, span, (from, perHour, cap, first, second) => {
      const inSteps = accrue(accrue(from, perHour, cap, first), perHour, cap, second);
      const atOnce = accrue(from, perHour, cap, first + second);
      expect(inSteps).toBe(atOnce);
      expect(Number.isSafeInteger(atOnce) && atOnce >= 0).toBe(true);
    }),
    2000,
  );
});

it('a marching army is less than a tile behind its exact position, never ahead', () => {
  const coordinate = fc.integer({ min: -1000, max: 1000 });
  const tile = fc.record({ x: coordinate, y: coordinate });
  const total = fc.integer({ min: 1, max: 600_000_000 });
  const fraction = fc.double({ min: 0, max: 1, noNaN: true });
  holds(
    fc.property(tile, tile, total, fraction, (from, to, totalMs, part) => {
      const elapsed = Math.floor(part * totalMs);
      const march = marchTo(to, { from, arrivesAt: t0 + totalMs });
      const empire = makeEmpire({ armies: [{ units: { soldiers: 1 }, march }] });
      const now = tileOf(armyOf(empire), t0 + elapsed);
      for (const axis of ['x', 'y'] as const) {
        const exact = (to[axis] - from[axis]) * elapsed;
        const actual = (now[axis] - from[axis]) * totalMs;
        expect(Math.abs(actual)).toBeLessThanOrEqual(Math.abs(exact));
        expect(Math.abs(exact) - Math.abs(actual)).toBeLessThan(totalMs);
      }
    }),
    1000,
  );
});
