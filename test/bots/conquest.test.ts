/** Orders of minds against villages and seats. */
import { describe, expect, it } from 'vitest';
import type { SeatView, Sight } from '../../src/bots/mind/sight.ts';
import { liveStyles, type Style } from '../../src/bots/mind/temperament.ts';
import { stacksOf } from '../../src/game/fight/battle.ts';
import { noUnits } from '../../src/game/counts.ts';
import type { Empire, HeldSeat } from '../../src/game/types.ts';
import { dayMs, hourMs, makeEmpire, minuteMs, t0, the } from '../support/worlds.ts';
import {
  attacksIn,
  builder,
  kindsOf,
  makeGrown,
  makeNeighbour,
  makeSeat,
  makeVillage,
  ordersOf,
  raider,
  sightOf,
} from './sights.ts';

const attacksOf = (sight: Sight, style: Style = 'builder'): string[] =>
  attacksIn(ordersOf({ ...builder, style }, sight));

describe('a village', () => {
  const startingArmy = [{ units: { soldiers: 20, archers: 10 } }];
  const young = (ageMs: number, levels = {}): Empire =>
    makeEmpire({ cities: [{ levels }], armies: startingArmy, createdAt: t0 - ageMs });

  it.each(liveStyles)('is raided by the first army of a %s', (style) => {
    expect(attacksOf(sightOf(young(5 * minuteMs), { neighbours: [makeVillage()] }), style)).toEqual([
      'village',
    ]);
  });

  it.each([
    [2 * minuteMs, []],
    [3 * minuteMs, ['village']],
  ])('is attacked by an empire that is %i ms old: %j', (age, expected) => {
    expect(attacksOf(sightOf(young(age), { neighbours: [makeVillage()] }))).toEqual(expected);
  });

  it.each([
    ['with a militia that is too strong', { militia: 60 }],
    ['without anything to take', { warehouse: 20 }],
    ['far away', { tile: { x: 30, y: 0 } }],
  ])('%s is left alone', (_, plan) => {
    expect(attacksOf(sightOf(young(hourMs), { neighbours: [makeVillage(plan)] }))).toEqual([]);
  });

  it('is not worth an attack of an empire that makes more in minutes', () => {
    const rich = young(hourMs, { farm: 15, quarry: 15, market: 15 });
    expect(attacksOf(sightOf(rich, { neighbours: [makeVillage()] }))).toEqual([]);
  });
});

describe('the output of a city', () => {
  const own = makeGrown({ armies: [{ units: { soldiers: 300 } }] });
  const poor = makeNeighbour({ stock: { gold: 0, food: 0, materials: 0 } });
  const city = { ...the(poor.cities[0]), militia: 0, output: { gold: 4000, food: 4000, materials: 4000 } };

  it.each([
    [false, ['target']],
    [true, []],
  ])('is part of the loot unless it is sacked already (%s)', (isSacked, expected) => {
    const neighbours = [{ ...poor, cities: [{ ...city, isSacked }] }];
    expect(attacksOf(sightOf(own, { neighbours }), 'raider')).toEqual(expected);
  });
});

describe('a seat', () => {
  const army = [{ units: { soldiers: 200 } }];
  const own = makeGrown({ armies: army, createdAt: t0 - 5 * dayMs });
  const held = (number: number): HeldSeat => ({
    id: `s${number}`,
    number,
    x: 20 * number,
    y: 20,
    heldSince: t0,
  });
  const waited = { heldSince: t0 - 7 * hourMs };
  const end = { contactAt: t0 + hourMs };
  const attacks = (seat: Partial<SeatView>, empire = own, style?: Style): boolean =>
    attacksOf(sightOf(empire, { seats: [makeSeat(seat)] }), style).length > 0;

  it.each(liveStyles)('is taken by a %s', (style) => {
    expect(attacks({}, own, style)).toBe(true);
  });

  it.each(['hermit', 'bare', 'script'] as const)('is not taken by a %s', (style) => {
    expect(attacks({}, own, style)).toBe(false);
  });

  it.each([
    [dayMs, false],
    [2 * dayMs, true],
  ])('is attacked by an empire that is %i ms old: %s', (age, isAttacked) => {
    expect(attacks({}, makeGrown({ armies: army, createdAt: t0 - age }))).toBe(isAttacked);
  });

  it.each([
    ['more than 60 tiles away', { tile: { x: 61, y: 0 } }, false],
    ['held by an army that costs too much', { defender: stacksOf({ ...noUnits(), soldiers: 120 }) }, false],
    ['held by an army that costs a tenth', { defender: stacksOf({ ...noUnits(), soldiers: 60 }) }, true],
    ['with a truce that lasts longer than two hours', { heldSince: t0 - 5.9 * hourMs }, false],
    ['with a truce whose end it waits for', { heldSince: t0 - 6.1 * hourMs }, true],
    ['for which a larger army has signed up', { ...waited, attacks: [{ ...end, value: 90_000 }] }, false],
    ['for which only a small army has signed up', { ...waited, attacks: [{ ...end, value: 300 }] }, true],
  ])('%s: %j, attacked: %s', (_, seat, isAttacked) => {
    expect(attacks(seat)).toBe(isAttacked);
  });

  it('is attacked because its holder has grown weary', () => {
    const strong = {
      defender: stacksOf({ ...noUnits(), soldiers: 200 }),
      holder: { id: 'stranger', score: 5_000, allianceId: null },
    };
    expect([10, 300].map((hours) => attacks({ ...strong, heldSince: t0 - hours * hourMs }))).toEqual([
      false,
      true,
    ]);
  });

  it('of an ally is left alone, and a farther one is attacked', () => {
    const membership = {
      ...({ allianceId: 'a1', tag: 'OWL', role: 'member', dissolvedAt: null } as const),
      ...{ joinedAt: t0, roleSince: t0 },
    };
    const heldBy = (allianceId: string): Partial<SeatView> => ({
      heldSince: t0 - dayMs,
      holder: { id: allianceId, score: 5_000, allianceId },
    });
    const seats = [
      makeSeat({ ...heldBy('a1'), id: 'near' }),
      makeSeat({ ...heldBy('a2'), id: 'far', tile: { x: 40, y: 0 } }),
    ];
    expect(attacksOf(sightOf({ ...own, membership }, { seats }))).toEqual(['far']);
  });

  it('is not attacked by the holder of three', () => {
    expect(attacks({}, { ...own, seats: [held(1), held(2), held(3)] })).toBe(false);
  });

  it('that is held gets a part of the army', () => {
    const orders = ordersOf(builder, sightOf({ ...own, seats: [held(1)] }));
    expect(orders).toContainEqual(expect.objectContaining({ kind: 'move', to: { x: 20, y: 20 } }));
  });

  it('keeps the armies that stand on it', () => {
    const posted = makeGrown({
      armies: [
        { units: { soldiers: 100 }, at: { x: 20, y: 20 } },
        { units: { soldiers: 50 }, at: { x: 20, y: 20 } },
      ],
    });
    const kinds = kindsOf(ordersOf(raider, sightOf({ ...posted, seats: [held(1)] })));
    expect([kinds.includes('merge'), kinds.includes('move')]).toEqual([true, false]);
  });
});
