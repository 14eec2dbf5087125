/** Starvation: when units desert, how many, and the effects. */
import { describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { capOf, limitsAt, ratesOf, stockScale } from '../../src/game/economy.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { nextDesertionAt } from '../../src/game/hunger.ts';
import { scoresOf } from '../../src/game/scoring.ts';
import type { Empire, March, Units } from '../../src/game/types.ts';
import { armyOf, flatRolls, hourMs, makeEmpire, makeWorld, minuteMs, t0 } from '../support/worlds.ts';

/** One city produces 30 food per hour; 40 soldiers consume 40. */
const hungry = (food: number, units: Partial<Units> = { soldiers: 40 }): Empire =>
  makeEmpire({ armies: [{ units }], stock: { food } });

function desertions(empire: Empire, until: number, speed = 1): Extract<GameEvent, { kind: 'desertion' }>[] {
  return advance(makeWorld([empire], speed), until, flatRolls).filter((h) => h.kind === 'desertion');
}

describe('the first desertion', () => {
  it.each([
    [1, 30 * minuteMs],
    [7, 257_143],
    [3600, 500],
  ])('comes when food reaches 0: 5 food at -10 an hour at speed %i last %i ms', (speed, ms) => {
    expect(desertions(hungry(5), t0 + hourMs, speed)[0]?.at).toBe(t0 + ms);
  });

  it('does not come a millisecond early', () => {
    expect(desertions(hungry(5), t0 + 30 * minuteMs - 1)).toEqual([]);
  });

  it('comes immediately if food is already 0', () => {
    expect(desertions(hungry(0), t0)).toHaveLength(1);
  });

  it('is announced as the moment at which food is depleted', () => {
    const empire = hungry(5);
    const { depletedAt } = limitsAt(empire.stock.food, ratesOf(empire, 1).food, capOf(empire), t0);
    expect([depletedAt, nextDesertionAt(empire, 1, ratesOf(empire, 1)), nextDueAt(empire, 1)]).toEqual([
      t0 + 30 * minuteMs,
      t0 + 30 * minuteMs,
      t0 + 30 * minuteMs,
    ]);
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
    const batch = {
      id: 'b',
      unit: 'archers',
      quantity: 1,
      startsAt: t0,
      completesAt: t0 + minuteMs,
    } as const;
    empire.cities.forEach((city) => city.training.push(batch));
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

  it('does not come early even if food reached 0 again', () => {
    const empire = hungry(5);
    empire.lastDesertionAt = t0 - 10 * minuteMs;
    expect(desertions(empire, t0 + hourMs)[0]?.at).toBe(t0 + 50 * minuteMs);
  });

  it('comes when food reaches 0 if the hour is long over', () => {
    const empire = hungry(5);
    empire.lastDesertionAt = t0 - 5 * hourMs;
    expect(desertions(empire, t0 + hourMs)[0]?.at).toBe(t0 + 30 * minuteMs);
  });

  it('is delayed by food that arrived in between', () => {
    const empire = hungry(0);
    desertions(empire, t0);
    // The rate is -6 per hour now; 9 food last an hour and a half.
    empire.stock.food = 9 * stockScale;
    expect(desertions(empire, t0 + 2 * hourMs).map(({ at }) => at)).toEqual([t0 + 90 * minuteMs]);
  });
});

describe('a desertion', () => {
  const away = (kind: March['kind'], departsAt: number): March => ({
    kind,
    from: { x: 9, y: 9 },
    to: { x: 50, y: 50 },
    departsAt,
    arrivesAt: t0 + 24 * hourMs,
    battleId: null,
  });

  it('takes a tenth of every stack, rounded up', () => {
    const empire = hungry(0, { soldiers: 41, archers: 10, knights: 9, catapults: 1 });
    desertions(empire, t0);
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

  it('rounds up army by army', () => {
    const armies = Array.from({ length: 5 }, () => ({ units: { soldiers: 8 } }));
    const empire = makeEmpire({ armies, stock: { food: 0 } });
    desertions(empire, t0);
    expect(empire.armies.map(({ units }) => units.soldiers)).toEqual([7, 7, 7, 7, 7]);
  });

  it('removes armies without units', () => {
    const empire = makeEmpire({
      armies: [{ units: { soldiers: 40 } }, { units: { soldiers: 1, knights: 1 } }],
      stock: { food: 0 },
    });
    desertions(empire, t0);
    expect(empire.armies.map(({ id }) => id)).toEqual(['e-a1']);
  });

  it('emits an event with the lost units', () => {
    expect(desertions(hungry(0, { soldiers: 41, knights: 1 }), t0)).toEqual([
      {
        kind: 'desertion',
        at: t0,
        empireId: 'e',
        lost: { soldiers: 5, archers: 0, knights: 1, catapults: 0 },
      },
    ]);
  });

  it('does not affect units in training', () => {
    const empire = hungry(0);
    const batch = {
      id: 'b',
      unit: 'archers',
      quantity: 10,
      startsAt: t0,
      completesAt: t0 + minuteMs,
    } as const;
    empire.cities.forEach((city) => city.training.push(batch));
    desertions(empire, t0);
    expect(empire.cities[0]?.training[0]?.quantity).toBe(10);
  });

  it('lowers the score, does not count as destroyed value, and changes no gold and materials', () => {
    const empire = hungry(0);
    desertions(empire, t0);
    expect([scoresOf(empire).military, empire.destroyedValue]).toEqual([36, 0]);
    expect(empire.stock).toEqual({ ...makeEmpire().stock, food: 0 });
  });
});
