/** The economic and military parts of the score. */
import { describe, expect, it } from 'vitest';
import { amounts } from '../../src/game/balance.ts';
import { scoresOf } from '../../src/game/scoring.ts';
import { cityOf, makeEmpire, t0 } from '../support/worlds.ts';

describe('the economic score', () => {
  it('is a hundredth of the list price of the completed levels', () => {
    // town_hall 1 to 3: 330 + 480 + 690; wall 1 to 2: 110 + 160
    expect(scoresOf(makeEmpire({ cities: [{ levels: { town_hall: 3, wall: 2 } }] })).economic).toBe(17);
  });

  it('is rounded down once per empire, not per city', () => {
    // 330 x 4 = 1320, not 4 x 3
    expect(scoresOf(makeEmpire({ cities: [{}, {}, {}, {}] })).economic).toBe(13);
  });

  it('adds founding costs before rounding', () => {
    expect(scoresOf(makeEmpire({ foundingPaid: 2670 })).economic).toBe(30);
  });

  it('does not count levels that are only ordered', () => {
    const empire = makeEmpire();
    const cost = amounts(1, 1, 1);
    cityOf(empire).construction = [
      { orderId: 'o', type: 'town_hall', level: 2, cost, startsAt: t0, completesAt: t0 + 1 },
    ];
    expect(scoresOf(empire).economic).toBe(3);
  });
});

describe('the military score', () => {
  it.each([
    ['soldiers', 7, 7],
    ['archers', 7, 8],
    ['knights', 7, 25],
    ['catapults', 7, 28],
  ] as const)('counts %s: %i are worth %i', (type, quantity, score) => {
    expect(scoresOf(makeEmpire({ armies: [{ units: { [type]: quantity } }] })).military).toBe(score);
  });

  it('adds the units of all armies before rounding', () => {
    const armies = [{ units: { archers: 2 } }, { units: { archers: 3 } }];
    expect(scoresOf(makeEmpire({ armies })).military).toBe(6);
  });

  it('adds a four-hundredth of the value destroyed, rounded down separately', () => {
    // floor(120 / 100) + floor(799 / 400)
    const empire = makeEmpire({ armies: [{ units: { archers: 1 } }], destroyedValue: 799 });
    expect(scoresOf(empire).military).toBe(2);
  });

  it('does not count units in training', () => {
    const empire = makeEmpire();
    cityOf(empire).training = [{ id: 'b', unit: 'knights', quantity: 50, startsAt: t0, completesAt: t0 + 1 }];
    expect(scoresOf(empire).military).toBe(0);
  });
});

it('the score is the sum of both', () => {
  const empire = makeEmpire({ armies: [{ units: { soldiers: 4 } }] });
  expect(scoresOf(empire)).toEqual({ economic: 3, military: 4, total: 7 });
});
