/** Starvation: when units desert, how many, and the effects. */
import { describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { capOf, limitsAt, ratesOf, stockScale } from '../../src/game/economy/stock.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { nextDesertionAt } from '../../src/game/economy/hunger.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import type { Empire, March, Units } from '../../src/game/types.ts';
import { noUnits } from '../../src/game/counts.ts';
import {
  armyOf,
  at,
  batchInQueue,
  cityOf,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  marchTo,
  minuteMs,
  t0,
} from '../support/worlds.ts';

/** One city produces 30 food per hour; 40 soldiers consume 40. */
const hungry = (food: number, units: Partial<Units> = { soldiers: 40 }): Empire =>
  makeEmpire({ armies: [{ units }], stock: { food } });

function desertions(empire: Empire, until: number, speed = 1): Extract<GameEvent, { kind: 'desertion' }>[] {
  return advance(makeWorld([empire], speed), until, flatRolls).filter((h) => h.kind === 'desertion');
}

describe('the first desertion', () => {
  it.each([
    [5, 1, 30 * minuteMs],
    [5, 7, 257_143],
    [5, 3600, 500],
    [0, 1, 0],
  ])('comes when food reaches 0: %i food at -10 an hour at speed %i last %i ms', (food, speed, ms) => {
    expect(desertions(hungry(food), t0 + ms - 1, speed)).toEqual([]);
    expect(desertions(hungry(food), t0 + ms, speed).map((desertion) => desertion.at)).toEqual([t0 + ms]);
  });

  it('is announced as the moment at which food is depleted', () => {
    const empire = hungry(5);
    const rates = ratesOf(empire, 1);
    const { depletedAt } = limitsAt(empire.stock.food, rates.food, capOf(empire), t0);
    const announced = [depletedAt, nextDesertionAt(empire, 1, rates), nextDueAt(empire, 1)];
    expect(announced).toEqual(Array(3).fill(t0 + 30 * minuteMs));
  });

  it.each([
    ['while the food rate is negative but food is left', 6, { soldiers: 36 }],
    ['while the food rate is not negative', 0, { soldiers: 30 }],
    ['without units', 0, {}],
  ])('does not come %s', (_claim, food, units) => {
    expect(desertions(hungry(food, units), t0 + 59 * minuteMs)).toEqual([]);
  });

  it('comes when a delivered batch makes the food rate negative', () => {
    const empire = hungry(0, { soldiers: 30 });
    cityOf(empire).training = [batchInQueue('archers', 1, t0 + minuteMs)];
    expect(desertions(empire, t0 + hourMs)[0]?.at).toBe(t0 + minuteMs);
  });
});

describe('the next desertion', () => {
  it.each([
    [1, hourMs],
    [7, 514_286],
    [3600, 1_000],
  ])('comes 60 min / S after the last, while food is 0: speed %i, %i ms', (speed, ms) => {
    const [first, second] = desertions(hungry(0), t0 + 2 * hourMs, speed);
    expect([first?.at, second?.at]).toEqual([t0, t0 + ms]);
  });

  it('stops when the food rate is not negative', () => {
    // 40 - 4 = 36, - 4 = 32, - 4 = 28
    expect(desertions(hungry(0), t0 + 24 * hourMs).map(({ lost }) => lost.soldiers)).toEqual([4, 4, 4]);
  });

  it.each([
    ['does not come early even if food reached 0 again', 10 * minuteMs, 50 * minuteMs],
    ['comes when food reaches 0 if the hour is long over', 5 * hourMs, 30 * minuteMs],
  ])('%s', (_claim, sinceLast, wait) => {
    const empire = hungry(5);
    empire.lastDesertionAt = t0 - sinceLast;
    expect(desertions(empire, t0 + hourMs)[0]?.at).toBe(t0 + wait);
  });

  it('is delayed by food that arrived in between', () => {
    const empire = hungry(0);
    desertions(empire, t0);
    // The rate is -6 per hour now; 9 food last an hour and a half.
    empire.stock.food = 9 * stockScale;
    const next = desertions(empire, t0 + 2 * hourMs);
    expect(next.map((desertion) => desertion.at)).toEqual([t0 + 90 * minuteMs]);
  });
});

describe('a desertion', () => {
  const away = (kind: March['kind'], departsAt: number): March =>
    marchTo(at(50, 50), { kind, from: at(9, 9), departsAt, arrivesAt: t0 + 24 * hourMs });

  it('takes a tenth of every stack, rounded up, and reports it', () => {
    const empire = hungry(0, { soldiers: 41, archers: 10, knights: 9, catapults: 1 });
    const lost = { soldiers: 5, archers: 1, knights: 1, catapults: 1 };
    expect(desertions(empire, t0)).toEqual([{ kind: 'desertion', at: t0, empireId: 'e', lost }]);
    expect(armyOf(empire).units).toEqual({ soldiers: 36, archers: 9, knights: 8, catapults: 0 });
  });

  it.each([
    ['is stationary', null],
    ['marches', away('move', t0)],
    ['is on its way to an attack', away('attack', t0)],
    ['fights', away('return', t0 + hourMs)],
    ['returns', away('return', t0 - hourMs)],
  ])('takes them from an army that %s', (_state, march) => {
    const empire = makeEmpire({ armies: [{ units: { soldiers: 40 }, march }], stock: { food: 0 } });
    desertions(empire, t0);
    expect(armyOf(empire).units.soldiers).toBe(36);
  });

  it('rounds up army by army, and removes those without units', () => {
    const sizes = [8, 8, 8, 8, 8, 1];
    const armies = sizes.map((soldiers) => ({ units: { soldiers } }));
    const empire = makeEmpire({ armies, stock: { food: 0 } });
    desertions(empire, t0);
    expect(empire.armies.map(({ units }) => units)).toEqual(Array(5).fill({ ...noUnits(), soldiers: 7 }));
  });

  it('does not affect units in training, gold, materials and the destroyed value, but lowers the score', () => {
    const empire = hungry(0);
    cityOf(empire).training = [batchInQueue('archers', 10, t0 + minuteMs)];
    desertions(empire, t0);
    expect(cityOf(empire).training[0]?.quantity).toBe(10);
    expect([scoresOf(empire).military, empire.destroyedValue]).toEqual([36, 0]);
    expect(empire.stock).toEqual({ ...makeEmpire().stock, food: 0 });
  });
});
