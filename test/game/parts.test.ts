/** Orders that send a part of an army: move, attack and guard. The rest stays, and no unit is gained or lost. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitTypes } from '../../src/contract/vocabulary.ts';
import { moveArmy } from '../../src/game/orders/armies.ts';
import { unitsOf } from '../../src/game/economy/stock.ts';
import { orderGuard } from '../../src/game/orders/guard-order.ts';
import type { Army, Empire, Units } from '../../src/game/types.ts';
import { countUnits, noUnits } from '../../src/game/counts.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  ignoreEvents,
  makeEmpire,
  makeWorld,
  marchTo,
  minuteMs,
  refusal,
  t0,
  the,
} from '../support/worlds.ts';

const member = {
  allianceId: 'owls',
  tag: 'owls',
  role: 'member' as const,
  joinedAt: t0,
  roleSince: t0,
  dissolvedAt: null,
};

/** An empire with an army at 0/0, a foe at 4/0 and an ally at 0/4. */
function scene(plan: Partial<Army> = {}, armies = 1) {
  const others = Array.from({ length: armies - 1 }, () => ({ at: at(9, 9), units: { soldiers: 1 } }));
  const army = { ...plan, units: { ...noUnits(), soldiers: 29, catapults: 2, ...plan.units } };
  const own = makeEmpire({ id: 'own', membership: member, armies: [army, ...others] });
  const foe = makeEmpire({ id: 'foe', lastActiveAt: 0, cities: [{ at: at(4, 0) }] });
  const ally = makeEmpire({ id: 'ally', membership: member, cities: [{ at: at(0, 4) }] });
  return { world: makeWorld([own, foe, ally]), own, foe, ally };
}

type Scene = ReturnType<typeof scene>;

/** The orders, by name. Each sends these units of the first army. */
const orders: Record<string, (scene: Scene, units: Units) => Army> = {
  move: ({ world, own }, units) =>
    moveArmy(world, own, armyOf(own), at(4, 4), { now: t0, emit: ignoreEvents, part: { units, id: 'part' } }),
  attack: ({ world, own, foe }, units) => {
    const { armyId } = attack(world, { by: own, on: foe, target: cityOf(foe), part: { units, id: 'part' } });
    return armyOf(own, armyId);
  },
  guard: ({ world, own, ally }, units) => {
    const city = cityOf(ally);
    const target = {
      ...{ place: { type: 'city' as const, id: city.id }, tile: at(city.x, city.y), isGuarded: false },
      holder: { id: ally.id, allianceId: member.allianceId },
    };
    const part = { units, id: 'part' };
    return orderGuard(world, own, armyOf(own), target, { now: t0, emit: ignoreEvents, part });
  },
};

const of = (units: Partial<Units>): Units => ({ ...noUnits(), ...units });

describe.each(Object.entries(orders))('an order to %s', (_name, give) => {
  it('sends the part as an army of its own, at its own pace, and the rest stays', () => {
    const all = scene();
    const sent = give(all, of({ soldiers: 20 }));
    const rest = armyOf(all.own);
    expect(sent).toMatchObject({ id: 'part', units: { soldiers: 20, catapults: 0 }, name: 'Army 2' });
    expect(rest).toMatchObject({ march: null, units: { soldiers: 9, catapults: 2 } });
    // Soldiers alone: 40 tiles an hour.
    const tiles = the(sent.march).to.x === 0 || the(sent.march).to.y === 0 ? 4 : Math.hypot(4, 4);
    expect(the(sent.march).arrivesAt - t0).toBe(Math.ceil(tiles * 1.5 * minuteMs));
  });

  it('sends the army itself if the part is all of it', () => {
    const all = scene();
    expect(give(all, of({ soldiers: 29, catapults: 2 }))).toBe(armyOf(all.own));
    expect(all.own.armies).toHaveLength(1);
  });

  it.each<[string, Partial<Army>, number, Partial<Units>, string]>([
    ['no unit', {}, 1, {}, 'VALIDATION_ERROR'],
    ['more than there are', {}, 1, { archers: 1 }, 'VALIDATION_ERROR'],
    ['a part at 20 armies', {}, 20, { soldiers: 20 }, 'ARMY_LIMIT'],
  ])('of %s is refused and changes nothing', (_case, plan, armies, units, code) => {
    const all = scene(plan, armies);
    expect(refusal(() => give(all, of(units)), all.world)).toBe(code);
  });

  it('of a part of an army on the march is refused', () => {
    const all = scene({ march: marchTo(at(9, 0)) });
    expect(refusal(() => give(all, of({ soldiers: 1 })), all.world)).toMatch(/ARMY_BUSY|INVALID_TARGET/);
  });

  it('keeps every unit of the empire, and makes at most one army more', () => {
    const counts = fc.record(
      Object.fromEntries(unitTypes.map((type) => [type, fc.nat(30)])) as Record<
        keyof Units,
        fc.Arbitrary<number>
      >,
    );
    const property = fc.property(counts, counts, (units, wanted) => {
      const all = scene({ units: { ...units, soldiers: units.soldiers + 1 } });
      const before = { units: unitsOf(all.own), armies: all.own.armies.length };
      let sent: Army | null = null;
      const code = refusal(() => (sent = give(all, wanted)), all.world);
      expect(unitsOf(all.own)).toEqual(before.units);
      expect(all.own.armies.every((army: Empire['armies'][number]) => countUnits(army.units) > 0)).toBe(true);
      const isPart = code === null && countUnits(wanted) < countUnits(before.units);
      expect(all.own.armies).toHaveLength(before.armies + (isPart ? 1 : 0));
      if (code === null) expect(sent).toMatchObject({ units: wanted });
    });
    fc.assert(property, { seed: 20_261_128, numRuns: 200 });
  });
});

it('a guard that sends a part guards no more', () => {
  const all = scene({ guards: { type: 'city', id: 'ally-c1' } });
  orders.move?.(all, of({ soldiers: 1 }));
  expect(armyOf(all.own).guards).toBeNull();
});
