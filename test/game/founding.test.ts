/** A new empire, and founding additional cities. */
import { beforeEach, describe, expect, it } from 'vitest';
import { amounts } from '../../src/game/balance.ts';
import { ratesOf, wholeStock } from '../../src/game/economy/stock.ts';
import { foundCity, newEmpire } from '../../src/game/founding/founding.ts';
import { isNewcomer } from '../../src/game/diplomacy/protection.ts';
import { scoresOf } from '../../src/game/diplomacy/scoring.ts';
import type { Empire } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  cityOf,
  dayMs,
  idMaker,
  ignoreEvents,
  makeEmpire,
  refusal,
  t0,
} from '../support/worlds.ts';
import { clash, duel } from './duel.ts';

describe('a new empire', () => {
  let empire: Empire;
  beforeEach(() => {
    empire = newEmpire({ id: 'n', name: 'New', ownerId: 'o', tile: { x: 3, y: -4 } }, t0, idMaker());
  });

  it('has 1500 of each resource, and one city, on its tile, with four buildings of level 1', () => {
    expect(wholeStock(empire)).toEqual(amounts(1500, 1500, 1500));
    expect(empire.cities).toMatchObject([{ x: 3, y: -4, foundedAt: t0 }]);
    expect(cityOf(empire).buildings.map(({ type, level }) => `${type} ${level}`)).toEqual([
      ...['town_hall 1', 'farm 1', 'quarry 1', 'market 1'],
    ]);
  });

  it('has a garrison of 20 soldiers and 10 archers, at home in its capital', () => {
    const units = { soldiers: 20, archers: 10, knights: 0, catapults: 0 };
    expect(empire.armies).toMatchObject([{ x: 3, y: -4, march: null, units, homeCityId: cityOf(empire).id }]);
  });

  it('scores 7 + 32 = 39, and is a newcomer', () => {
    expect(scoresOf(empire)).toEqual({ economic: 7, military: 32, total: 39 });
    expect(isNewcomer({ ...empire, score: 39 }, t0)).toBe(true);
  });

  it('has a unique id for every object', () => {
    const ids = [cityOf(empire), ...cityOf(empire).buildings, ...empire.armies].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });
});

describe('an additional city', () => {
  const found = (empire: Empire) =>
    foundCity(empire, { name: 'Second', tile: at(9, 0) }, { now: t0, newId: idMaker(), emit: ignoreEvents });

  it('costs 800 gold, 800 food, 1000 materials, produces 30 of each resource and adds to the score', () => {
    const empire = makeEmpire();
    found(empire);
    expect(wholeStock(empire)).toEqual(amounts(700, 700, 500));
    expect(ratesOf(empire, 1)).toEqual(amounts(60, 60, 60));
    // (330 + 2600 + 330) / 100
    expect(scoresOf(empire).economic).toBe(32);
  });

  it('costs twice that as the third', () => {
    const empire = makeEmpire({ cities: [{}, {}], stock: amounts(1600, 1600, 2000) });
    found(empire);
    expect(wholeStock(empire)).toEqual(amounts(0, 0, 0));
  });

  it('exists immediately on the requested tile, with a town hall of level 1 only', () => {
    const empire = makeEmpire();
    const city = found(empire);
    expect(cityOf(empire, 1)).toBe(city);
    expect(city).toMatchObject({ name: 'Second', x: 9, y: 0, foundedAt: t0 });
    expect(city.buildings.map(({ type, level }) => [type, level])).toEqual([['town_hall', 1]]);
  });

  const rich = amounts(204_800, 204_800, 256_000);
  it.each([
    ['refused without enough resources', 1, amounts(800, 800, 999), 'INSUFFICIENT_RESOURCES'],
    ['allowed as the tenth', 9, rich, null],
    ['refused as the eleventh, before the resources are checked', 10, amounts(0, 0, 0), 'CITY_LIMIT'],
  ])('is %s', (_claim, cities, stock, code) => {
    const empire = makeEmpire({ cities: Array.from({ length: cities }, () => ({})), stock });
    expect(refusal(() => found(empire), empire)).toBe(code);
  });

  it('that raises the score to 1000 ends newcomer protection, even if the score falls again', () => {
    // Score 3 + 971 before, 32 + 971 = 1003 with the city; then the army is lost.
    const { by, on, world } = duel(
      { armies: [{ at: at(30, 1), units: { knights: 2000 } }] },
      {
        createdAt: t0 - 2 * dayMs,
        destroyedValue: 0,
        stock: amounts(800, 100_000, 1000),
        armies: [{ at: at(30, 0), units: { soldiers: 971 } }],
      },
    );
    expect(isNewcomer({ ...on, score: scoresOf(on).total }, t0)).toBe(true);
    found(on);
    const { contactAt } = clash({ by, on, world }, armyOf(on));
    expect(isNewcomer({ ...on, score: scoresOf(on).total }, contactAt)).toBe(false);
  });
});
