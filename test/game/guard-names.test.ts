/** Which army guards a place, for whom, and what the begin and end of a guard leave alone. */
import { describe, expect, it } from 'vitest';
import { leaveAlliance } from '../../src/game/diplomacy/alliances.ts';
import { areAllies, guardAt, guardsIn } from '../../src/game/diplomacy/guards.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { moveArmy } from '../../src/game/orders/armies.ts';
import { armyOf, at, attack, cityOf, ignoreEvents, t0, the } from '../support/worlds.ts';
import { kindsOf, namesOf, run, send, stage, standGuard, strike } from './guard-scene.ts';

describe('the guard of a place', () => {
  it('is the army that stands there as one: none that idles, comes, or guards another place', () => {
    const scene = stage({ guard: { soldiers: 5 } });
    const { bob, place } = scene;
    const elsewhere = structuredClone(armyOf(bob));
    bob.armies.push({ ...elsewhere, id: 'elsewhere', guards: { type: 'city', id: 'cat-c1' } });
    send(scene, bob, armyOf(bob, 'bob-a2'));
    expect(guardAt(bob, place.id)).toBeNull();
    expect(guardAt(bob, 'cat-c1')?.id).toBe('elsewhere');
    standGuard(scene, bob);
    expect(guardAt(bob, place.id)?.id).toBe('bob-a1');
  });

  it('has the holder of its place, or null, if neither is loaded', () => {
    const { world, ...scene } = stage({ guard: { soldiers: 5 } });
    standGuard({ world, ...scene }, scene.bob);
    const guard = guardsIn(world);
    const others = [{ armyId: 'x', empireId: 'cat', placeId: 'other', holderId: 'foe', arrivesAt: null }];
    const slice = { ...world, empires: new Map([['bob', scene.bob]]) };
    const holderIn = (knownGuards: typeof guard) =>
      guardsIn({ ...slice, knownGuards }).find(({ empireId }) => empireId === 'bob')?.holderId;
    expect([holderIn([...others, ...guard]), holderIn(others), holderIn([])]).toEqual(['ann', null, null]);
  });

  it('is none between empires without an alliance', () => {
    expect(areAllies({ membership: null }, { membership: null })).toBe(false);
  });
});

describe('the names of decided battles, and of those of other places', () => {
  /** An attack on ann that bob's guard has won, and one on cat, whom bob guards, too. */
  const others = () => {
    const scene = stage({ attacker: { soldiers: 5 }, guard: { soldiers: 50 } });
    const { world, bob, cat, foe } = scene;
    const city = cityOf(cat);
    Object.assign(armyOf(bob, 'bob-a2'), { x: city.x, y: city.y, guards: { type: 'city', id: city.id } });
    standGuard(scene, bob);
    const past = strike(scene);
    const elsewhere = attack(world, { by: foe, army: armyOf(foe, 'foe-a2'), on: cat, target: city });
    run(scene, past.contactAt);
    const names = () => [namesOf(past), namesOf(elsewhere)];
    expect(names()).toEqual([
      ['bob', 'ann'],
      ['bob', 'cat'],
    ]);
    return { ...scene, names, change: { now: past.contactAt, emit: ignoreEvents } };
  };

  it('stay when a guard leaves, and when another arrives', () => {
    const { names, change, ...scene } = others();
    const before = names();
    moveArmy(scene.world, scene.bob, armyOf(scene.bob), at(0, 9), change);
    expect(names()).toEqual(before);
    send(scene, scene.cat);
    const arrivesAt = change.now + 1;
    the(armyOf(scene.cat).march).arrivesAt = arrivesAt;
    expect(kindsOf(run(scene, arrivesAt))).toEqual(['guard_arrived']);
    expect(names()).toEqual(before);
  });
});

it('an army on its way to guard does not leave the place if its owner leaves the alliance', () => {
  const scene = stage({ guard: { soldiers: 5 } });
  const events: GameEvent[] = [];
  send(scene, scene.bob);
  const when = { now: t0, speed: 1, emit: (event: GameEvent) => events.push(event) };
  leaveAlliance(scene.world, scene.bob, 'owls', 'left', when);
  expect([armyOf(scene.bob).guards, kindsOf(events)]).toEqual([null, []]);
});
