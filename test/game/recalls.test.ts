/** The pause between a recall and the next attack on the same empire. Refused orders change nothing. */
import { beforeEach, describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import { recallArmy } from '../../src/game/orders/armies.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  hourMs,
  makeEmpire,
  makeWorld,
  refusal,
  t0,
  ignoreEvents,
} from '../support/worlds.ts';

let by: Empire;
let on: Empire;
let third: Empire;
let world: WorldSlice;
function stage(speed = 1): void {
  const units = { soldiers: 20 };
  by = makeEmpire({ id: 'a', armies: [{ units }, { units }] });
  on = makeEmpire({ id: 'd', cities: [{ at: at(30, 0) }, { at: at(40, 0) }] });
  third = makeEmpire({ id: 't', destroyedValue: 400_000, cities: [{ at: at(0, 30) }] });
  world = makeWorld([by, on, third], speed);
  attack(world, { by, on, target: cityOf(on) });
  recallArmy(world, by, armyOf(by), t0, ignoreEvents);
}
const attackAgain = (now: number, target = on, city = 0) =>
  refusal(
    () => attack(world, { by, army: armyOf(by, 'a-a2'), on: target, target: cityOf(target, city), now }),
    world,
  );
beforeEach(() => {
  stage();
});

describe('after a recall', () => {
  it('another attack on that empire is refused, also on another city', () => {
    const refusals = [attackAgain(t0), attackAgain(t0 + 2 * hourMs - 1, on, 1)];
    expect(refusals).toEqual(['RECENTLY_RECALLED', 'RECENTLY_RECALLED']);
  });

  it('the refusal says until when', () => {
    expect(() => attack(world, { by, army: armyOf(by, 'a-a2'), on, target: cityOf(on) })).toThrow(
      expect.objectContaining({ details: 'you may attack it again at 2026-01-01T02:00:00.000Z' }),
    );
  });

  it.each([
    [1, 2 * hourMs],
    [7, 1_028_572],
    [3600, 2000],
  ])('an attack is possible again after the pause: speed %i, %i ms', (speed, ms) => {
    stage(speed);
    expect([attackAgain(t0 + ms - 1), attackAgain(t0 + ms)]).toEqual(['RECENTLY_RECALLED', null]);
  });

  it('other empires can be attacked', () => {
    expect(attackAgain(t0, third)).toBeNull();
  });

  it('the pause is kept per target, and dropped at a later recall', () => {
    attackAgain(t0 + 1, third);
    recallArmy(world, by, armyOf(by, 'a-a2'), t0 + 1, ignoreEvents);
    expect(by.recalledUntil).toEqual({ d: t0 + 2 * hourMs, t: t0 + 2 * hourMs + 1 });
    advance(world, t0 + dayMs, flatRolls);
    attackAgain(t0 + dayMs, third);
    recallArmy(world, by, armyOf(by, 'a-a2'), t0 + dayMs, ignoreEvents);
    expect(by.recalledUntil).toEqual({ t: t0 + dayMs + 2 * hourMs });
  });
});

it('a recall from a plain march, or an attack that meets nobody, begins no pause', () => {
  by.recalledUntil = {};
  attack(world, { by, army: armyOf(by, 'a-a2'), on, target: cityOf(on) });
  on.cities = [cityOf(on, 1)];
  advance(world, t0 + dayMs, flatRolls);
  expect(by.recalledUntil).toEqual({});
});
