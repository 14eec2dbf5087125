/** Orders to stationary armies: split, merge and dismiss. */
import { describe, expect, it } from 'vitest';
import { dismissUnits, mergeArmies, splitArmy } from '../../src/game/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { orderLevels } from '../../src/game/construction.ts';
import { peopleOf, unitsOf } from '../../src/game/economy.ts';
import { noUnits } from '../../src/game/units.ts';
import type { Empire, March, Tile, Units } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  cityOf,
  dayMs,
  idMaker,
  ignoreEvents,
  makeEmpire,
  makeWorld,
  marchTo,
  refusal,
  t0,
} from '../support/worlds.ts';

const march = marchTo(at(9, 9));
const order = { now: t0, emit: ignoreEvents };

describe('split', () => {
  const empireWith = (armies: number): Empire =>
    makeEmpire({
      armies: Array.from({ length: armies }, () => ({ at: at(3, 3), units: { soldiers: 5, knights: 2 } })),
    });
  const split = (empire: Empire, units: Partial<Units>, name?: string) =>
    splitArmy(
      makeWorld([empire]),
      empire,
      armyOf(empire),
      { ...noUnits(), ...units },
      { id: 'new', name, ...order },
    );

  it('moves the units to a new army on the same tile, with the same home, stationary from now on', () => {
    const empire = empireWith(1);
    split(empire, { soldiers: 2, knights: 2 });
    expect(armyOf(empire)).toMatchObject({ units: { ...noUnits(), soldiers: 3 }, standingSince: t0 - dayMs });
    const units = { ...noUnits(), soldiers: 2, knights: 2 };
    const standing = { homeCityId: 'e-c1', standingSince: t0, march: null };
    expect(armyOf(empire, 'new')).toMatchObject({ ...at(3, 3), units, ...standing });
  });

  it('uses the requested name, by default the number of the army', () => {
    expect(split(empireWith(1), { soldiers: 1 }, 'Vanguard').name).toBe('Vanguard');
    expect(split(empireWith(4), { soldiers: 1 }).name).toBe('Army 5');
  });

  it.each<[string, Partial<Units>, number, boolean, string | null]>([
    ['of more than it has is no request', { soldiers: 6 }, 1, false, 'VALIDATION_ERROR'],
    ['of a type that it lacks is no request', { archers: 1 }, 1, false, 'VALIDATION_ERROR'],
    ['of nothing is no request, whatever the state of the army', {}, 20, true, 'VALIDATION_ERROR'],
    ['of everything is no request', { soldiers: 5, knights: 2 }, 1, false, 'VALIDATION_ERROR'],
    ['is refused during a march', { soldiers: 1 }, 1, true, 'ARMY_BUSY'],
    ['is allowed at 19 armies', { soldiers: 1 }, 19, false, null],
    ['is refused at 20 armies', { soldiers: 1 }, 20, false, 'ARMY_LIMIT'],
  ])('%s', (_claim, units, armies, isMarching, code) => {
    const empire = empireWith(armies);
    if (isMarching) armyOf(empire).march = march;
    expect(refusal(() => split(empire, units), empire)).toBe(code);
  });
});

describe('merge', () => {
  const pair = (second: Tile = at(3, 3)): Empire =>
    makeEmpire({
      armies: [
        { at: at(3, 3), units: { soldiers: 5 }, name: 'First' },
        { at: second, units: { soldiers: 1, knights: 2 }, standingSince: t0 - 2 * dayMs },
      ],
    });
  const merge = (empire: Empire, second = 'e-a2') =>
    mergeArmies(makeWorld([empire]), empire, armyOf(empire), armyOf(empire, second), order);

  it('keeps the army of the path, and adds all units', () => {
    const empire = pair();
    merge(empire);
    expect(empire.armies).toMatchObject([{ id: 'e-a1', name: 'First', standingSince: t0 - dayMs }]);
    expect(unitsOf(empire)).toEqual({ ...noUnits(), soldiers: 6, knights: 2 });
  });

  it('with itself is refused as invalid', () => {
    const empire = pair();
    expect(refusal(() => merge(empire, 'e-a1'), empire)).toBe('VALIDATION_ERROR');
  });

  it.each(['e-a1', 'e-a2'])('is refused while %s marches', (id) => {
    const empire = pair();
    armyOf(empire, id).march = march;
    expect(refusal(() => merge(empire), empire)).toBe('ARMY_BUSY');
  });

  it('is refused on different tiles', () => {
    const empire = pair(at(3, 4));
    expect(refusal(() => merge(empire), empire)).toBe('INVALID_TARGET');
  });
});

describe('dismiss', () => {
  const empireWith = (army: { at?: Tile; march?: March } = {}): Empire =>
    makeEmpire({ armies: [{ units: { soldiers: 5, knights: 2 }, ...army }], postings: [] });
  const dismiss = (empire: Empire, units: Partial<Units>): void =>
    dismissUnits(empire, armyOf(empire), { ...noUnits(), ...units });

  it('removes the units, frees their people, posts the loss, and returns nothing to the stock', () => {
    const empire = empireWith();
    const { used } = peopleOf(empire);
    const before = { ...empire.stock };
    dismiss(empire, { soldiers: 2, knights: 1 });
    const unitsAfter = { ...noUnits(), soldiers: 3, knights: 1 };
    expect(armyOf(empire).units).toEqual(unitsAfter);
    expect(peopleOf(empire).used).toBe(used - 5);
    expect(empire.stock).toEqual(before);
    const units = { ...noUnits(), soldiers: -2, knights: -1 };
    const change = { stock: amounts(0, 0, 0), units, unitsAfter };
    expect(empire.postings).toMatchObject([{ cause: 'dismissed', cityId: 'e-c1', ...change }]);
  });

  it('removes an army without units', () => {
    const empire = empireWith();
    dismiss(empire, { soldiers: 5, knights: 2 });
    expect(empire.armies).toEqual([]);
  });

  it.each([
    ['VALIDATION_ERROR', 'more units than the army has', {}, { soldiers: 6 }],
    ['VALIDATION_ERROR', 'a type that it has none of', {}, { archers: 1 }],
    ['ARMY_BUSY', 'an army on the march', { march }, { soldiers: 1 }],
    ['INVALID_TARGET', 'an army outside the cities of its empire', { at: at(3, 3) }, { soldiers: 1 }],
  ])('refuses with %s: %s', (code, _what, army, units) => {
    const empire = empireWith(army);
    expect(refusal(() => dismiss(empire, units), empire)).toBe(code);
  });

  it('lets an empire build that has no people left', () => {
    const empire = makeEmpire({ armies: [{ units: { soldiers: 98 } }] });
    const build = () =>
      orderLevels(empire, cityOf(empire), 'town_hall', 1, { now: t0, speed: 1, newId: idMaker() });
    expect(refusal(build)).toBe('INSUFFICIENT_POPULATION');
    dismiss(empire, { soldiers: 2 });
    expect(refusal(build)).toBeNull();
  });
});
