/** Marches: duration, position and status of an army on the way, and arriving. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { wholeStock } from '../../src/game/economy/stock.ts';
import { noUnits } from '../../src/game/counts.ts';
import { statusOfArmy, tileOf, travelMs } from '../../src/game/march/marching.ts';
import type { Empire, Tile } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  cityOf,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  marchTo,
  minuteMs,
  t0,
} from '../support/worlds.ts';

const army = { units: { soldiers: 1 } };

describe('the duration of a march', () => {
  it.each([
    ['5 tiles', { soldiers: 1 }, at(3, 4), 1, 450_000],
    ['5 tiles', { soldiers: 1 }, at(3, 4), 7, 64_286],
    ['5 tiles', { soldiers: 1 }, at(3, 4), 3600, 125],
    ['40 tiles', { archers: 9 }, at(0, -40), 1, hourMs],
    ['40 tiles', { knights: 9 }, at(0, -40), 1, hourMs / 2],
    ['40 tiles', { catapults: 9 }, at(0, -40), 1, hourMs * 2],
    ['no tiles', { soldiers: 1 }, at(0, 0), 1, 0],
    // 1.41421356... / 80 h = 63,639.61 ms
    ['a diagonal', { knights: 1 }, at(-1, 1), 1, 63_640],
    // 2000 x 1.41421356... / 20 h = 509,116,882.45 ms
    ['the diagonal of the largest world', { catapults: 1 }, at(2000, 2000), 1, 509_116_883],
  ])('%s with %j to %j at speed %i is %i ms', (_name, units, to, speed, ms) => {
    expect(travelMs(at(0, 0), to, { ...noUnits(), ...units }, speed)).toBe(ms);
  });

  it.each([
    [{ knights: 50, soldiers: 1 }, hourMs],
    [{ knights: 50, archers: 1 }, hourMs],
    [{ knights: 50, soldiers: 20, catapults: 1 }, 2 * hourMs],
  ])('an army is as fast as its slowest unit: %j', (units, ms) => {
    expect(travelMs(at(0, 0), at(40, 0), { ...noUnits(), ...units }, 1)).toBe(ms);
  });
});

describe('the tile on the way', () => {
  const tileAt = (to: Tile, elapsed: number, total: number): Tile => {
    const march = marchTo(to, { arrivesAt: t0 + total });
    return tileOf(armyOf(makeEmpire({ armies: [{ ...army, march }] })), t0 + elapsed);
  };

  it.each([
    ['stays at the start before the first tile', at(10, 0), 89_999, at(0, 0)],
    ['reaches a tile in its exact millisecond', at(10, 0), 90_000, at(1, 0)],
    ['is truncated towards the start', at(10, -7), 225_000, at(2, -1)],
    ['is also truncated towards the start in the other direction', at(-10, 7), 225_000, at(-2, 1)],
    ['is before the destination until the end', at(10, -7), 899_999, at(9, -6)],
    ['is the destination at the end', at(10, -7), 900_000, at(10, -7)],
    ['is the destination afterwards', at(10, -7), 5_000_000, at(10, -7)],
    ['is the start before departure', at(10, -7), -5, at(0, 0)],
  ])('%s', (_claim, to, elapsed, tile) => {
    expect(tileAt(to, elapsed, 900_000)).toEqual(tile);
  });

  it('is the destination of a march of 0 ms', () => {
    expect(tileAt(at(3, 3), 0, 0)).toEqual(at(3, 3));
  });

  it('is the stored tile of a stationary army', () => {
    expect(tileOf(armyOf(makeEmpire({ armies: [{ ...army, at: at(4, 2) }] })), t0)).toEqual(at(4, 2));
  });
});

describe('the status of an army', () => {
  it.each([
    ['garrisoned in an own city', at(0, 0), null, 'garrisoned'],
    ['idle elsewhere, also in the city of another empire', at(1, 0), null, 'idle'],
    ['marching on a plain march', at(0, 0), marchTo(at(9, 9)), 'marching'],
    ['marching to an attack', at(0, 0), marchTo(at(9, 9), { kind: 'attack' }), 'marching'],
    [
      'fighting until the last round is shown',
      at(0, 0),
      marchTo(at(9, 9), { kind: 'return', departsAt: t0 + 1 }),
      'fighting',
    ],
    ['returning from then on', at(0, 0), marchTo(at(9, 9), { kind: 'return' }), 'returning'],
  ] as const)('%s', (_claim, tile, march, status) => {
    const empire = makeEmpire({ armies: [{ ...army, at: tile, march }] });
    expect(statusOfArmy(empire, armyOf(empire), t0)).toBe(status);
  });
});

describe('arriving', () => {
  const comer = (kind: 'move' | 'return', to: Tile, loot = amounts(0, 0, 0)) => {
    const march = marchTo(to, { kind, arrivesAt: t0 + minuteMs });
    return makeEmpire({
      cities: [{}, { at: at(8, 0) }],
      armies: [{ units: { soldiers: 5 }, loot, march, standingSince: t0 - 9 }],
      stock: amounts(4000, 3990, 100),
    });
  };
  const arrive = (empire: Empire) => advance(makeWorld([empire]), t0 + minuteMs, flatRolls);

  it('happens in its exact millisecond', () => {
    const empire = comer('move', at(8, 0));
    advance(makeWorld([empire]), t0 + minuteMs - 1, flatRolls);
    expect(armyOf(empire).march).not.toBeNull();
  });

  it.each([
    ['makes an own city at the destination its home', at(8, 0), 1],
    ['keeps the home outside an own city', at(7, 7), 0],
  ])('leaves the army stationary, and %s', (_claim, to, home) => {
    const empire = comer('move', to);
    arrive(empire);
    const homeCityId = cityOf(empire, home).id;
    expect(armyOf(empire)).toMatchObject({ ...to, march: null, standingSince: t0 + minuteMs, homeCityId });
  });

  it('does not merge the army with an army on the same tile', () => {
    const empire = comer('move', at(0, 0));
    empire.armies.push({ ...armyOf(empire), id: 'other', march: null });
    arrive(empire);
    expect(empire.armies).toHaveLength(2);
  });

  it('credits the loot, even above the cap, and posts it without a battle if the march names none', () => {
    const loot = amounts(500, 60, 7);
    const empire = comer('return', at(0, 0), loot);
    empire.postings = [];
    const arrived = { at: t0 + minuteMs, empireId: 'e', armyId: 'e-a1', armyName: 'Army 1', tile: at(0, 0) };
    expect(arrive(empire)).toEqual([{ kind: 'army_arrived', ...arrived, loot }]);
    // The cap is 4000. A minute brings 1 unit of each, minus 5/60 of food; food is at 3990.9 before.
    expect(wholeStock(empire)).toEqual(amounts(4500, 4050, 108));
    expect(empire.postings.find(({ cause }) => cause === 'loot')?.battleId).toBeNull();
    expect(armyOf(empire).loot).toEqual(amounts(0, 0, 0));
  });
});
