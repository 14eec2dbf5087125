/** The sack of a city: half its output for two hours, and the other half for the victor. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import {
  cityProduction,
  fullOutput,
  lostToSack,
  ratesOf,
  stockScale,
  times,
  wholeStock,
} from '../../src/game/economy/stock.ts';
import { sack } from '../../src/game/contact/sack.ts';
import type { Empire } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  buildingOf,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  t0,
  type EmpirePlan,
} from '../support/worlds.ts';
import { clash, duel, type Duel } from './duel.ts';

const levels = { farm: 6, quarry: 4, market: 5, barracks: 3, wall: 2 };
const loserOf = (rest: EmpirePlan = {}): Empire =>
  makeEmpire({ id: 'd', cities: [{ at: at(4, 0), levels }], ...rest });
const sackOf = (loser: Empire, { room = 1_000_000, speed = 1 } = {}) =>
  sack(loser, cityOf(loser), { room, at: t0, speed });

describe('the output of a sacked city', () => {
  it.each([
    ['is halved', levels, 1, amounts(422, 668, 323), amounts(211, 334, 162)],
    [
      'is halved before the speed multiplies it',
      levels,
      7,
      amounts(2954, 4676, 2261),
      amounts(1477, 2338, 1134),
    ],
    ['does not change where it is negative', { stable: 10 }, 1, amounts(-20, 30, 30), amounts(-20, 15, 15)],
  ])('%s', (_claim, built, speed, before, during) => {
    const loser = loserOf({ cities: [{ levels: built }] });
    expect(cityProduction(cityOf(loser), speed)).toEqual(before);
    sackOf(loser);
    expect(cityProduction(cityOf(loser), speed)).toEqual(during);
  });

  it('is that of one city only, and armies eat as before', () => {
    const loser = loserOf({ cities: [{ levels }, {}], armies: [{ units: { soldiers: 100 } }] });
    sackOf(loser);
    expect(ratesOf(loser, 1)).toEqual(amounts(241, 264, 192));
  });

  it('follows the buildings during the sack', () => {
    const loser = loserOf();
    sackOf(loser);
    buildingOf(cityOf(loser), 'farm').level = 7;
    // 60 x 7 x 1.1^7 = 818.46; with 30: 848
    expect(cityProduction(cityOf(loser), 1).food).toBe(424);
  });
});

describe('the loot of a sack', () => {
  it.each([
    ['is what the city loses in two hours', {}, amounts(422, 668, 322)],
    ['is the same at any speed', { speed: 7 }, amounts(422, 668, 322)],
    ['is shared in proportion within the room that is left', { room: 400 }, amounts(120, 189, 91)],
    ['is lost without room', { room: 0 }, amounts(0, 0, 0)],
  ])('%s', (_claim, terms, loot) => {
    const loser = loserOf();
    expect(sackOf(loser, terms)?.loot).toEqual(loot);
    expect(cityProduction(cityOf(loser), 1).gold).toBe(211);
  });

  it('is half of an odd output, rounded down, and nothing of a negative one', () => {
    expect(lostToSack(amounts(7, 0, -9))).toEqual(amounts(3, 0, 0));
  });
});

describe('no sack', () => {
  it('hits a city that is sacked already', () => {
    const loser = loserOf();
    sackOf(loser);
    const before = structuredClone(loser);
    expect([sackOf(loser), loser]).toEqual([null, before]);
  });

  it.each([
    [dayMs - 1, 1, false],
    [dayMs, 1, true],
    [dayMs / 24, 24, true],
  ])('hits an empire younger than a day / speed: age %i at speed %i', (age, speed, isSacked) => {
    expect(sackOf(loserOf({ createdAt: t0 - age }), { speed }) !== null).toBe(isSacked);
  });
});

describe('the end of a sack', () => {
  it.each([
    [1, 7_200_000],
    [7, 1_028_572],
  ])('is due after two hours / speed: speed %i', (speed, ms) => {
    const loser = loserOf();
    const end = sackOf(loser, { speed })?.until;
    expect([end, nextDueAt(loser, speed)]).toEqual([t0 + ms, t0 + ms]);
  });

  it('restores the output, and is reported', () => {
    const loser = loserOf();
    sackOf(loser);
    const events = advance(makeWorld([loser]), t0 + 2 * hourMs, flatRolls);
    const { sackedUntil } = cityOf(loser);
    expect([sackedUntil, fullOutput(cityOf(loser))]).toEqual([null, cityProduction(cityOf(loser), 1)]);
    expect(events).toEqual([{ kind: 'sack_ended', at: t0 + 2 * hourMs, empireId: 'd', cityId: 'd-c1' }]);
  });

  it('comes at its moment, however late it is handled', () => {
    const loser = loserOf({ stock: amounts(0, 0, 0), cities: [{ levels: { ...levels, warehouse: 9 } }] });
    sackOf(loser);
    advance(makeWorld([loser]), t0 + 3 * hourMs, flatRolls);
    const produced = amounts(2 * 211 + 422, 2 * 334 + 668, 2 * 162 + 323);
    expect(loser.stock).toEqual(times(produced, stockScale));
  });
});

describe('a won attack', () => {
  let scene: Duel;
  beforeEach(() => {
    // 4 militia; 40 soldiers carry 1000.
    scene = duel(
      { armies: [{ units: { soldiers: 40 } }, { units: { soldiers: 500 } }] },
      { cities: [{ at: at(4, 0), levels: { farm: 6 } }], stock: amounts(300, 300, 300) },
    );
  });

  it('takes the plunder first, then the sack into the room that is left', () => {
    const { contactAt, outcome } = clash(scene);
    // 300 and 6 minutes of 30, 668, 30: 303, 366, 303; half of it above the vault.
    const loot = amounts(30, 668, 30);
    expect(outcome).toMatchObject({
      sack: { until: contactAt + 2 * hourMs, loot },
      loot: amounts(51 + 30, 83 + 668, 51 + 30),
    });
    expect(armyOf(scene.by).loot).toEqual(outcome.loot);
    expect(wholeStock(scene.on).food).toBe(366 - 83);
    // The sack does not count in k.
    expect(cityOf(scene.on).plunderedAt).toEqual([{ at: contactAt, share: 1000 }]);
  });

  it('takes only from stock while the city is sacked', () => {
    const { by, on, world } = scene;
    const first = attack(world, { by, on, target: cityOf(on) });
    const second = attack(world, { by, army: armyOf(by, 'a-a2'), on, target: cityOf(on), now: t0 + 1 });
    advance(world, second.contactAt, flatRolls);
    const until = first.contactAt + 2 * hourMs;
    expect([first, second].map(({ outcome }) => outcome?.sack?.until ?? null)).toEqual([until, null]);
    expect(cityOf(on).sackedUntil).toBe(until);
  });

  it('sacks again at the very end of a sack, which comes first', () => {
    cityOf(scene.on).sackedUntil = t0 + 360_000;
    const { contactAt } = clash(scene);
    expect([contactAt, cityOf(scene.on).sackedUntil]).toEqual([t0 + 360_000, contactAt + 2 * hourMs]);
  });

  it('does not sack in the field', () => {
    scene.on.armies = makeEmpire({ id: 'd', armies: [{ at: at(0, 4), units: { soldiers: 1 } }] }).armies;
    const { outcome } = clash(scene, armyOf(scene.on));
    expect([outcome.result, outcome.sack]).toEqual(['attacker_won', undefined]);
  });
});
