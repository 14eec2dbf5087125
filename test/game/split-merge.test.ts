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
  dayMs,
  hourMs,
  idMaker,
  makeEmpire,
  refusal,
  t0,
  the,
  makeWorld,
  ignoreEvents,
} from '../support/worlds.ts';

const at = (x: number, y: number): Tile => ({ x, y });
const march: March = {
  kind: 'move',
  from: at(0, 0),
  to: at(9, 9),
  departsAt: t0,
  arrivesAt: t0 + hourMs,
  battleId: null,
};

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
      { id: 'new', name, now: t0, emit: ignoreEvents },
    );

  it('moves the units to a new army on the same tile, with the same home, stationary from now on', () => {
    const empire = empireWith(1);
    split(empire, { soldiers: 2, knights: 2 });
    expect(armyOf(empire)).toMatchObject({ units: { ...noUnits(), soldiers: 3 }, standingSince: t0 - dayMs });
    expect(armyOf(empire, 'new')).toMatchObject({
      x: 3,
      y: 3,
      units: { soldiers: 2, archers: 0, knights: 2, catapults: 0 },
      homeCityId: 'e-c1',
      standingSince: t0,
      march: null,
    });
  });

  it('uses the requested name', () => {
    expect(split(empireWith(1), { soldiers: 1 }, 'Vanguard').name).toBe('Vanguard');
  });

  it('uses the number of the army as its default name', () => {
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
  const merge = (empire: Empire, first = 'e-a1', second = 'e-a2') => {
    mergeArmies(makeWorld([empire]), empire, armyOf(empire, first), armyOf(empire, second), {
      now: t0,
      emit: ignoreEvents,
    });
  };

  const mergeRefused = (...order: Parameters<typeof merge>) =>
    refusal(() => {
      merge(...order);
    }, order[0]);

  it('keeps the army of the path, and adds all units', () => {
    const empire = pair();
    merge(empire);
    expect(empire.armies).toMatchObject([{ id: 'e-a1', name: 'First', standingSince: t0 - dayMs }]);
    expect(unitsOf(empire)).toEqual({ ...noUnits(), soldiers: 6, knights: 2 });
  });

  it('with itself is refused as invalid', () => {
    expect(mergeRefused(pair(), 'e-a1', 'e-a1')).toBe('VALIDATION_ERROR');
  });

  it.each(['e-a1', 'e-a2'])('is refused while %s marches', (id) => {
    const empire = pair();
    armyOf(empire, id).march = march;
    expect(mergeRefused(empire)).toBe('ARMY_BUSY');
  });

  it('is refused on different tiles', () => {
    expect(mergeRefused(pair(at(3, 4)))).toBe('INVALID_TARGET');
  });
});

describe('dismiss', () => {
  const empireWith = (army: { at?: Tile; march?: March } = {}): Empire =>
    makeEmpire({ armies: [{ units: { soldiers: 5, knights: 2 }, ...army }], postings: [] });
  const dismiss = (empire: Empire, units: Partial<Units>): void => {
    dismissUnits(empire, armyOf(empire), { ...noUnits(), ...units });
  };

  it('removes the units from the army and frees their people, but returns nothing to the stock', () => {
    const empire = empireWith();
    const { used } = peopleOf(empire);
    const before = { ...empire.stock };
    dismiss(empire, { soldiers: 2, knights: 1 });
    expect(armyOf(empire).units).toEqual({ ...noUnits(), soldiers: 3, knights: 1 });
    expect(peopleOf(empire).used).toBe(used - 5);
    expect(empire.stock).toEqual(before);
  });

  it('posts the loss with the city', () => {
    const empire = empireWith();
    dismiss(empire, { soldiers: 2 });
    expect(empire.postings).toMatchObject([
      {
        cause: 'dismissed',
        cityId: 'e-c1',
        stock: amounts(0, 0, 0),
        units: { soldiers: -2, archers: 0, knights: 0, catapults: 0 },
        unitsAfter: { soldiers: 3, archers: 0, knights: 2, catapults: 0 },
      },
    ]);
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
    const order = () => {
      dismiss(empire, units);
    };
    expect(refusal(order, empire)).toBe(code);
  });

  it('lets an empire build that has no people left', () => {
    const empire = makeEmpire({
      armies: [{ units: { soldiers: 98 } }],
      cities: [{ levels: { town_hall: 1 } }],
    });
    const order = (): unknown =>
      orderLevels(empire, the(empire.cities[0]), 'town_hall', 1, { now: t0, speed: 1, newId: idMaker() });
    expect(refusal(order)).toBe('INSUFFICIENT_POPULATION');
    dismiss(empire, { soldiers: 2 });
    expect(refusal(order)).toBe(null);
  });
});
