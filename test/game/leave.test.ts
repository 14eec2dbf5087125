/** Leave: its notice, begin and end, what it refuses, and that the own time of an empire stands still. */
import { describe, expect, it } from 'vitest';
import { advance, nextDueAt } from '../../src/game/advance.ts';
import { moveArmy, recallArmy } from '../../src/game/orders/armies.ts';
import { joinAlliance } from '../../src/game/diplomacy/alliances.ts';
import { amounts } from '../../src/game/balance.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { levelOf, wholeStock } from '../../src/game/economy/stock.ts';
import { orderGuard } from '../../src/game/orders/guard-order.ts';
import { isOnLeave, orderLeave, requirePresent, returnFromLeave } from '../../src/game/diplomacy/leave.ts';
import type { Empire, Tile, WorldSlice } from '../../src/game/types.ts';
import {
  armyOf,
  at,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  holdSeat,
  hourMs,
  ignoreEvents,
  levelInQueue,
  makeEmpire,
  makeWorld,
  marchTo,
  refusal,
  t0,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';

const noticeEnd = t0 + 43_200_000;
const order = { now: t0, emit: ignoreEvents };

/** Ann, who orders a leave of two days at t0, and foe, 4 tiles away. */
function stage({ speed = 1, days = 2, ...plan }: EmpirePlan & { speed?: number; days?: number } = {}) {
  const ann = makeEmpire({ id: 'ann', foundingPaid: 10 ** 8, ...plan });
  const foe = makeEmpire({
    id: 'foe',
    // Equal scores, nearly: none is too weak.
    foundingPaid: 10 ** 8,
    cities: [{ at: at(4, 0) }],
    armies: [{ units: { soldiers: 20 } }, { units: { soldiers: 20 } }],
    stock: { food: 1_000_000 },
  });
  const world = makeWorld([ann, foe], speed);
  world.firstReignAt = t0 - dayMs;
  const gameEvents: GameEvent[] = [];
  const to = (moment: number) => gameEvents.push(...advance(world, moment, flatRolls));
  return {
    ann,
    foe,
    world,
    gameEvents,
    to,
    leave: (now = t0) => orderLeave(world, ann, days, now),
  };
}

const beganAt = ({ leave }: Empire): number | null => leave?.beganAt ?? null;
const owls = { id: 'owls', tag: 'OWL' };
const join = (empire: Empire) => joinAlliance(empire, owls, 'member', { ...order, speed: 1 });
/** An army that comes home then. */
const comingHome = (arrivesAt: number): EmpirePlan => ({
  armies: [
    { units: { soldiers: 1 }, march: marchTo(at(0, 0), { kind: 'return', from: at(9, 0), arrivesAt }) },
  ],
});
/** An attack of foe with its contact at this moment, ordered at t0. */
function attackWithContact({ ann, foe, world }: ReturnType<typeof stage>, contactAt: number): void {
  const battle = attack(world, { by: foe, on: ann, target: cityOf(ann) });
  battle.contactAt = contactAt;
  the(armyOf(foe).march).arrivesAt = contactAt;
}

describe('the begin', () => {
  it.each([
    [1, 43_200_000],
    [7, Math.ceil(43_200_000 / 7)],
    [3600, 12_000],
  ])('is the end of the notice if nothing is out: at speed %i %i ms after the order', (speed, ms) => {
    const { ann, to, leave } = stage({ speed });
    leave();
    to(t0 + ms - 1);
    expect(beganAt(ann)).toBeNull();
    to(t0 + ms);
    expect(beganAt(ann)).toBe(t0 + ms);
  });

  it('waits for the contact of an attack that was ordered before', () => {
    const scene = stage();
    attackWithContact(scene, t0 + 50_000_000);
    scene.leave();
    scene.to(t0 + 50_000_000);
    expect([...scene.world.battles.values()].map(({ outcome }) => outcome?.result)).toEqual(['attacker_won']);
    expect(beganAt(scene.ann)).toBe(t0 + 50_000_000);
  });

  it.each([
    ['the end of the notice if that attack is recalled before', t0 + hourMs, noticeEnd],
    ['the moment of a later recall', noticeEnd + hourMs, noticeEnd + hourMs],
  ])('is %s', (_claim, recalledAt, expected) => {
    const scene = stage();
    attackWithContact(scene, t0 + 50_000_000);
    scene.leave();
    scene.to(recalledAt);
    expect(beganAt(scene.ann)).toBeNull();
    recallArmy(scene.world, scene.foe, armyOf(scene.foe), recalledAt, ignoreEvents);
    scene.to(t0 + 60_000_000);
    expect(beganAt(scene.ann)).toBe(expected);
  });

  it('waits for the other of two attacks when one is recalled', () => {
    const scene = stage();
    attackWithContact(scene, t0 + 50_000_000);
    const { world, foe, ann } = scene;
    const other = attack(world, { by: foe, army: armyOf(foe, 'foe-a2'), on: ann, target: cityOf(ann) });
    other.contactAt = t0 + 60_000_000;
    the(armyOf(foe, 'foe-a2').march).arrivesAt = other.contactAt;
    scene.leave();
    scene.to(noticeEnd);
    recallArmy(world, foe, armyOf(foe, 'foe-a2'), noticeEnd, ignoreEvents);
    scene.to(t0 + 70_000_000);
    expect(beganAt(ann)).toBe(t0 + 50_000_000);
  });

  it('waits for the own army that comes home', () => {
    const { ann, to, leave } = stage(comingHome(t0 + 60_000_000));
    leave();
    to(t0 + 60_000_000);
    expect(beganAt(ann)).toBe(t0 + 60_000_000);
  });

  it('waits for the end of a guard, which may go home during the notice', () => {
    const armies = [{ units: { soldiers: 1 } }, { units: { soldiers: 1 } }];
    const { ann, foe, world, to, leave } = stage({ armies });
    for (const empire of [ann, foe]) join(empire);
    const { id, x, y } = cityOf(foe);
    const holder = { id: foe.id, allianceId: owls.id };
    const place = { place: { type: 'city' as const, id }, tile: { x, y }, holder, isGuarded: false };
    orderGuard(world, ann, armyOf(ann), place, order);
    to(t0 + hourMs);
    leave(t0 + hourMs);
    const now = noticeEnd + 2 * hourMs;
    to(now);
    expect(beganAt(ann)).toBeNull();
    const move = (army: string, tile: Tile) =>
      refusal(() => moveArmy(world, ann, armyOf(ann, army), tile, { now, emit: ignoreEvents }));
    expect([move('ann-a1', at(9, 9)), move('ann-a2', at(4, 0))]).toEqual(['ON_LEAVE', 'ON_LEAVE']);
    expect(move('ann-a1', at(0, 0))).toBeNull();
    const { arrivesAt } = the(armyOf(ann).march);
    to(arrivesAt);
    expect(beganAt(ann)).toBe(arrivesAt);
  });

  it('comes before desertions and wishes of the same millisecond, which wait for the end', () => {
    // 4,320 s short of the begin: 30 food an hour less.
    const plan = { armies: [{ units: { soldiers: 60 } }], stock: { food: 360 } };
    const { ann, to, leave } = stage(plan);
    leave();
    expect(nextDueAt(ann, 1)).toBe(noticeEnd);
    to(noticeEnd + dayMs);
    expect(armyOf(ann).units.soldiers).toBe(60);
    to(noticeEnd + 2 * dayMs);
    expect([armyOf(ann).units.soldiers, ann.lastDesertionAt]).toEqual([54, noticeEnd + 2 * dayMs]);
  });

  it.each<[string, EmpirePlan]>([
    ['on guard or on the way', comingHome(t0 + 90 * hourMs)],
    [
      'on a seat',
      { seats: [{ id: 's', number: 0, ...at(9, 9), heldSince: t0 }], reignEndsAt: t0 + 20 * dayMs },
    ],
  ])('is dropped 48 hours after the notice while it is %s', (_claim, plan) => {
    const { ann, to, leave, gameEvents } = stage();
    leave();
    Object.assign(ann, makeEmpire({ id: 'ann', ...plan, leave: ann.leave }));
    to(noticeEnd + 48 * hourMs - 1);
    expect(ann.leave).not.toBeNull();
    to(noticeEnd + 48 * hourMs);
    expect([ann.leave, ann.leaveEndedAt]).toEqual([null, noticeEnd + 48 * hourMs]);
    expect(gameEvents.at(-1)).toMatchObject({ kind: 'leave_ended', beganAt: null });
  });
});

describe('on leave', () => {
  it('nothing is built: a level pending at the begin is complete later by the length of the leave', () => {
    const construction = [levelInQueue('farm', 2, t0 + 100_000_000)];
    const { ann, to, leave } = stage({ cities: [{ levels: { farm: 1 }, construction }] });
    leave();
    to(t0 + 272_800_000 - 1);
    expect(cityOf(ann).construction).toHaveLength(1);
    to(t0 + 272_800_000);
    expect(levelOf(cityOf(ann), 'farm')).toBe(2);
  });

  it('nothing is produced: stock goes on at the end where it stood', () => {
    const { ann, to, leave } = stage({ cities: [{ levels: { warehouse: 25 } }] });
    leave();
    ann.stock = amounts(0, 0, 0);
    for (const moment of [43_200_000, 100_000_000, 216_000_000]) to(t0 + moment);
    // 30 an hour
    expect(wholeStock(ann)).toEqual(amounts(360, 360, 360));
    to(t0 + 219_600_000);
    expect(wholeStock(ann)).toEqual(amounts(390, 390, 390));
  });

  it('moves sack, desertion, memory of plunder and the pause after a recall', () => {
    const { ann, to, leave } = stage({
      cities: [{ sackedUntil: noticeEnd + 5, plunderedAt: [{ at: t0 - 5, share: 500 }] }],
      lastDesertionAt: t0 - 7,
      recalledUntil: { foe: noticeEnd + 9 },
    });
    leave();
    to(noticeEnd + 2 * dayMs);
    const ms = 2 * dayMs;
    expect(cityOf(ann)).toMatchObject({
      sackedUntil: noticeEnd + 5 + ms,
      plunderedAt: [{ at: t0 - 5 + ms, share: 500 }],
    });
    expect([ann.lastDesertionAt, ann.recalledUntil]).toEqual([t0 - 7 + ms, { foe: noticeEnd + 9 + ms }]);
    expect([ann.leave, ann.leaveEndedAt, ann.lastActiveAt, ann.createdAt]).toEqual([
      null,
      noticeEnd + ms,
      noticeEnd + ms,
      t0 - 30 * dayMs,
    ]);
  });

  it('an alliance and a reign end in time', () => {
    const { ann, to, leave, gameEvents } = stage({
      crownOffset: 7 * hourMs,
      reignEndsAt: noticeEnd + hourMs,
    });
    join(ann);
    leave();
    to(noticeEnd);
    the(ann.membership).dissolvedAt = noticeEnd + 2 * hourMs;
    to(noticeEnd + dayMs);
    expect(gameEvents.map(({ kind, at: moment }) => [kind, moment])).toEqual([
      ['leave_begun', noticeEnd],
      ['reign_ended', noticeEnd + hourMs],
      ['alliance_left', noticeEnd + 2 * hourMs],
    ]);
  });

  it('every order is refused from the begin to the end', () => {
    const { ann, to, leave } = stage();
    const refusedAt = (now: number) => refusal(() => requirePresent(ann.leave, now));
    leave();
    to(noticeEnd - 1);
    expect(refusedAt(noticeEnd - 1)).toBeNull();
    to(noticeEnd);
    expect([refusedAt(noticeEnd), refusedAt(noticeEnd + 2 * dayMs - 1)]).toEqual(['ON_LEAVE', 'ON_LEAVE']);
    to(noticeEnd + 2 * dayMs);
    expect(refusedAt(noticeEnd + 2 * dayMs)).toBeNull();
  });
});

describe('an attack', () => {
  const attackAt = ({ ann, foe, world }: ReturnType<typeof stage>, now: number, id = 'foe-a1') =>
    refusal(() => attack(world, { by: foe, army: armyOf(foe, id), on: ann, target: cityOf(ann), now }));

  it('takes place before the end of the notice, and is refused if its contact would be at its end or later', () => {
    const scene = stage();
    scene.leave();
    // 4 tiles are 6 minutes.
    scene.to(noticeEnd - 360_001);
    expect(attackAt(scene, noticeEnd - 360_001)).toBeNull();
    scene.to(noticeEnd - 360_000);
    expect(attackAt(scene, noticeEnd - 360_000, 'foe-a2')).toBe('PROTECTED');
    scene.to(noticeEnd);
    expect([...scene.world.battles.values()].map(({ outcome }) => outcome?.result)).toEqual(['attacker_won']);
  });

  it('is refused on leave, also if it would arrive after the end', () => {
    const scene = stage();
    scene.leave();
    scene.to(noticeEnd + 2 * dayMs - 1);
    expect(attackAt(scene, noticeEnd + 2 * dayMs - 1)).toBe('PROTECTED');
    scene.to(noticeEnd + 2 * dayMs);
    expect(attackAt(scene, noticeEnd + 2 * dayMs)).toBeNull();
  });

  it('that another transaction has ordered without knowing of the leave is called off at its contact', () => {
    const scene = stage();
    scene.leave();
    scene.to(noticeEnd);
    const leave = the(scene.ann.leave);
    scene.ann.leave = null;
    attack(scene.world, { by: scene.foe, on: scene.ann, target: cityOf(scene.ann), now: noticeEnd });
    scene.ann.leave = leave;
    scene.to(noticeEnd + hourMs);
    expect([...scene.world.battles.values()].map(({ outcome }) => outcome?.reason)).toEqual(['protected']);
  });

  it('of an empire on leave is refused from the order on', () => {
    const scene = stage({ armies: [{ units: { soldiers: 5 } }] });
    scene.leave();
    const { ann, foe, world } = scene;
    expect(refusal(() => attack(world, { by: ann, on: foe, target: cityOf(foe) }))).toBe('ON_LEAVE');
  });
});

describe('order and return', () => {
  const orderRefused = (world: WorldSlice, empire: Empire, now: number) =>
    refusal(() => orderLeave(world, empire, 2, now), empire);

  it('is refused during another one, and to a holder of a seat', () => {
    const { ann, foe, world, leave, to } = stage();
    leave();
    expect(orderRefused(world, ann, t0 + 1)).toBe('ON_LEAVE');
    to(noticeEnd);
    expect(orderRefused(world, ann, noticeEnd)).toBe('ON_LEAVE');
    holdSeat(foe, { id: 's', number: 0, x: 9, y: 9, heldSince: t0 }, world);
    expect(orderRefused(world, foe, t0)).toBe('HOLDS_SEAT');
  });

  it('returns after 48 real hours at the earliest, at any speed, and leaves again after 30 days', () => {
    const speed = 60;
    const { ann, world, leave, to } = stage({ speed, days: 30 });
    leave();
    const began = t0 + 720_000;
    const returnAt = (now: number) => {
      to(now);
      return refusal(() => returnFromLeave(ann, now, ignoreEvents), ann);
    };
    expect(returnAt(began + 2 * dayMs - 1)).toBe('LEAVE_PAUSE');
    expect([isOnLeave(ann), returnAt(began + 2 * dayMs), isOnLeave(ann)]).toEqual([true, null, false]);
    const end = began + 2 * dayMs;
    expect(orderRefused(world, ann, end + 30 * dayMs - 1)).toBe('LEAVE_PAUSE');
    expect(orderRefused(world, ann, end + 30 * dayMs)).toBeNull();
  });

  it.each([t0, t0 + 600_000])('cancels a notice within ten minutes, which counts as none (at %i)', (now) => {
    const { ann, leave, to, world } = stage();
    leave();
    to(now);
    returnFromLeave(ann, now, ignoreEvents);
    expect([ann.leave, ann.leaveEndedAt, orderRefused(world, ann, now)]).toEqual([null, null, null]);
  });

  it.each([t0 + 600_001, noticeEnd - 1, noticeEnd])(
    'cancels a notice, which counts for the pause (at %i)',
    (now) => {
      const { ann, world, leave } = stage(comingHome(t0 + 60_000_000));
      leave();
      returnFromLeave(ann, now, ignoreEvents);
      expect([ann.leave, orderRefused(world, ann, now + 30 * dayMs - 1)]).toEqual([null, 'LEAVE_PAUSE']);
      expect(orderRefused(world, ann, now + 30 * dayMs)).toBeNull();
    },
  );

  it('changes nothing without a leave', () => {
    const { ann } = stage();
    const before = structuredClone(ann);
    returnFromLeave(ann, t0, ignoreEvents);
    expect(ann).toEqual(before);
  });
});
