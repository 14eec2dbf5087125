/** The sack of a city: half its output for two hours, and the other half for the victor. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { amounts } from '../../src/game/balance.ts';
import { cityProduction, fullOutput, lostToSack, ratesOf, stockScale } from '../../src/game/economy.ts';
import { sack } from '../../src/game/sack.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { Battle } from '../../src/game/battle-types.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  t0,
  the,
} from '../support/worlds.ts';

const levels = { farm: 6, quarry: 4, market: 5, barracks: 3, wall: 2 };
const loserOf = (rest: Parameters<typeof makeEmpire>[0] = {}): Empire =>
  makeEmpire({ id: 'd', cities: [{ at: { x: 4, y: 0 }, levels }], ...rest });
const sackOf = (loser: Empire, { room = 1_000_000, speed = 1 } = {}) =>
  sack(loser, cityOf(loser), { room, at: t0, speed });

describe('the output of a sacked city', () => {
  it('is 422, 668 and 323 before', () => {
    expect(cityProduction(cityOf(loserOf()), 1)).toEqual(amounts(422, 668, 323));
  });

  it('is 211, 334 and 162 during it', () => {
    const loser = loserOf();
    sackOf(loser);
    expect(cityProduction(cityOf(loser), 1)).toEqual(amounts(211, 334, 162));
  });

  it('is halved before the speed multiplies it', () => {
    const loser = loserOf();
    sackOf(loser);
    expect(cityProduction(cityOf(loser), 7)).toEqual(amounts(1477, 2338, 1134));
  });

  it('does not change where it is negative', () => {
    const loser = loserOf({ cities: [{ levels: { stable: 10 } }] });
    sackOf(loser);
    expect(cityProduction(cityOf(loser), 1)).toEqual(amounts(-20, 15, 15));
  });

  it('is that of one city only, and armies eat as before', () => {
    const loser = loserOf({ cities: [{ levels }, {}], armies: [{ units: { soldiers: 100 } }] });
    sackOf(loser);
    expect(ratesOf(loser, 1)).toEqual(amounts(241, 264, 192));
  });

  it('follows the buildings during the sack', () => {
    const loser = loserOf();
    sackOf(loser);
    the(cityOf(loser).buildings.find(({ type }) => type === 'farm')).level = 7;
    // 60 x 7 x 1.1^7 = 818.46; with 30: 848
    expect(cityProduction(cityOf(loser), 1).food).toBe(424);
  });
});

describe('the loot of a sack', () => {
  it('is what the city loses in two hours', () => {
    expect(sackOf(loserOf())?.loot).toEqual(amounts(422, 668, 322));
  });

  it('is the same at any speed', () => {
    expect(sackOf(loserOf(), { speed: 7 })?.loot).toEqual(amounts(422, 668, 322));
  });

  it('is shared in proportion within the room that is left', () => {
    expect(sackOf(loserOf(), { room: 400 })?.loot).toEqual(amounts(120, 189, 91));
  });

  it('is lost without room', () => {
    const loser = loserOf();
    expect([sackOf(loser, { room: 0 })?.loot, cityProduction(cityOf(loser), 1).gold]).toEqual([
      amounts(0, 0, 0),
      211,
    ]);
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
    expect([cityOf(loser).sackedUntil, fullOutput(cityOf(loser))]).toEqual([
      null,
      cityProduction(cityOf(loser), 1),
    ]);
    expect(events).toEqual([{ kind: 'sack_ended', at: t0 + 2 * hourMs, empireId: 'd', cityId: 'd-c1' }]);
  });

  it('comes at its moment, however late it is handled', () => {
    const loser = loserOf({ stock: amounts(0, 0, 0), cities: [{ levels: { ...levels, warehouse: 9 } }] });
    sackOf(loser);
    advance(makeWorld([loser]), t0 + 3 * hourMs, flatRolls);
    expect(loser.stock).toEqual({
      gold: (2 * 211 + 422) * stockScale,
      food: (2 * 334 + 668) * stockScale,
      materials: (2 * 162 + 323) * stockScale,
    });
  });
});

describe('a won attack', () => {
  let by: Empire;
  let on: Empire;
  let world: WorldSlice;
  const conquer = (battle: Battle): GameEvent[] => advance(world, battle.contactAt, flatRolls);
  beforeEach(() => {
    by = makeEmpire({ id: 'a', armies: [{ units: { soldiers: 40 } }, { units: { soldiers: 500 } }] });
    // 4 militia and wall 1 by then; 40 soldiers carry 1000.
    const stock = amounts(300, 300, 300);
    on = loserOf({ stock, destroyedValue: 400_000, cities: [{ at: { x: 4, y: 0 }, levels: { farm: 6 } }] });
    world = makeWorld([by, on]);
  });

  it('takes the plunder first, then the sack into the room that is left', () => {
    const battle = attack(world, { by, on, target: cityOf(on) });
    conquer(battle);
    // 300 and 6 minutes of 30, 668, 30: 303, 366, 303; half of it above the vault.
    const plundered = amounts(51, 83, 51);
    const loot = amounts(30, 668, 30);
    expect(battle.outcome).toMatchObject({
      sack: { until: battle.contactAt + 2 * hourMs, loot },
      loot: amounts(plundered.gold + 30, plundered.food + 668, plundered.materials + 30),
    });
    expect(armyOf(by).loot).toEqual(the(battle.outcome).loot);
    expect(Math.floor(on.stock.food / stockScale)).toBe(366 - 83);
  });

  it('takes only from stock while the city is sacked', () => {
    const first = attack(world, { by, on, target: cityOf(on) });
    const second = attack(world, { by, army: armyOf(by, 'a-a2'), on, target: cityOf(on), now: t0 + 1 });
    conquer(second);
    expect([first, second].map(({ outcome }) => outcome?.sack?.until ?? null)).toEqual([
      first.contactAt + 2 * hourMs,
      null,
    ]);
    expect(cityOf(on).sackedUntil).toBe(first.contactAt + 2 * hourMs);
  });

  it('sacks again at the very end of a sack, which comes first', () => {
    cityOf(on).sackedUntil = t0 + 360_000;
    const battle = attack(world, { by, on, target: cityOf(on) });
    expect(battle.contactAt).toBe(t0 + 360_000);
    conquer(battle);
    expect(cityOf(on).sackedUntil).toBe(battle.contactAt + 2 * hourMs);
  });

  it('does not sack after a defeat, or in the field', () => {
    on.armies = makeEmpire({ id: 'd', armies: [{ at: { x: 0, y: 4 }, units: { soldiers: 1 } }] }).armies;
    const battle = attack(world, { by, on, target: armyOf(on) });
    conquer(battle);
    expect([battle.outcome?.result, battle.outcome?.sack]).toEqual(['attacker_won', undefined]);
  });

  it('does not count the sack in k', () => {
    conquer(attack(world, { by, on, target: cityOf(on) }));
    expect(cityOf(on).plunderedAt).toEqual([{ at: t0 + 360_000, share: 1000 }]);
  });
});
