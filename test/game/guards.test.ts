/** Guards: orders, arrivals, the names of undecided battles, the two fights of a contact, and edge cases. */
import { describe, expect, it } from 'vitest';
import { mergeArmies, moveArmy, recallArmy, splitArmy } from '../../src/game/orders/armies.ts';
import { guardSeed, noStacks, resolveFight } from '../../src/game/fight/battle.ts';
import { unitsOfGuard, unitsOfSide } from '../../src/game/fight/casualties.ts';
import type { Stacks } from '../../src/game/types.ts';
import { noUnits } from '../../src/game/counts.ts';
import {
  armyOf,
  at,
  attack,
  battleRandomOf,
  cityOf,
  hourMs,
  ignoreEvents,
  refusal,
  t0,
  the,
} from '../support/worlds.ts';
import {
  fight,
  kindsOf,
  leave,
  namesOf,
  now,
  run,
  send,
  stage,
  standGuard,
  strike,
  tile,
  type Stage,
} from './guard-scene.ts';

describe('an order to guard', () => {
  it('is a march, and the guard begins with the arrival', () => {
    const scene = stage({ guard: { soldiers: 5 } });
    send(scene, scene.bob);
    const army = armyOf(scene.bob);
    const arrivesAt = the(army.march).arrivesAt;
    expect([army.guards, arrivesAt]).toEqual([scene.place, t0 + hourMs / 4]);
    const events = run(scene, arrivesAt);
    expect([army.march, army.guards, kindsOf(events)]).toEqual([null, scene.place, ['guard_arrived']]);
    expect(events).toMatchObject([{ kind: 'army_arrived' }, { empireId: 'bob', holderId: 'ann', tile }]);
  });

  /** The armies of bob guard other places, too. */
  const guardElsewhere = ({ bob }: Stage, ids: readonly string[]) => {
    for (const id of ids)
      bob.armies.push({ ...structuredClone(armyOf(bob)), id, guards: { type: 'city', id } });
  };
  const orderRefused = (scene: Stage, empire = scene.bob, army = armyOf(empire)) =>
    refusal(() => send(scene, empire, army));
  const plan = { guard: { soldiers: 5 }, holder: { soldiers: 1 } };

  it('is refused for an own place, and for that of no ally', () => {
    const scene = stage(plan);
    const refusals = [orderRefused(scene, scene.ann), orderRefused(scene, scene.foe)];
    expect(refusals).toEqual(['INVALID_TARGET', 'INVALID_TARGET']);
  });

  it('is refused for a marching army', () => {
    const scene = stage(plan);
    moveArmy(scene.world, scene.bob, armyOf(scene.bob), at(0, 5), now);
    expect(orderRefused(scene)).toBe('INVALID_TARGET');
  });

  it('is refused for a guarded place', () => {
    const scene = stage(plan);
    standGuard(scene, scene.cat);
    expect(orderRefused(scene)).toBe('GUARD_LIMIT');
  });

  it('is refused for a fourth army, also if one is on its way', () => {
    const scene = stage(plan);
    guardElsewhere(scene, ['g1', 'g2']);
    expect(orderRefused(scene)).toBeNull();
    expect(orderRefused(scene, scene.bob, armyOf(scene.bob, 'bob-a2'))).toBe('GUARD_LIMIT');
    const other = stage(plan);
    guardElsewhere(other, ['g1', 'g2', 'g3']);
    expect(orderRefused(other)).toBe('GUARD_LIMIT');
  });

  it('is possible for the third army on guard itself', () => {
    const scene = stage(plan);
    guardElsewhere(scene, ['g1', 'g2', 'g3']);
    expect(orderRefused(scene, scene.bob, armyOf(scene.bob, 'g3'))).toBeNull();
  });
});

describe('an army on its way to guard', () => {
  it('stands idle there if the holder is no ally any more', () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 5 } });
    const battle = strike(scene);
    send(scene, scene.bob);
    const { arrivesAt } = the(armyOf(scene.bob).march);
    leave(scene, scene.ann);
    expect(kindsOf(run(scene, arrivesAt))).toEqual([]);
    expect(armyOf(scene.bob)).toMatchObject({ guards: null, march: null, ...tile });
    expect(namesOf(battle)).toEqual(['ann', null]);
  });

  it('turns home when it is recalled, and guards nothing', () => {
    const scene = stage({ guard: { soldiers: 5 } });
    send(scene, scene.bob);
    recallArmy(scene.world, scene.bob, armyOf(scene.bob), t0 + 60_000, ignoreEvents);
    expect(kindsOf(run(scene, t0 + hourMs))).toEqual([]);
    expect(armyOf(scene.bob)).toMatchObject({ guards: null, march: null, x: 20, y: 0 });
  });
});

describe('the names of undecided battles', () => {
  const named = () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 5, archers: 5 } });
    standGuard(scene, scene.bob);
    return { ...scene, battle: strike(scene) };
  };
  it.each<[string, (scene: Stage) => void]>([
    ['moves', ({ world, bob }) => moveArmy(world, bob, armyOf(bob), at(0, 9), now)],
    [
      'is split',
      ({ world, bob }) =>
        splitArmy(world, bob, armyOf(bob), { ...noUnits(), soldiers: 1 }, { id: 'n', name: 'N', ...now }),
    ],
    [
      'is merged',
      ({ world, bob }) => {
        Object.assign(armyOf(bob, 'bob-a2'), tile);
        mergeArmies(world, bob, armyOf(bob, 'bob-a2'), armyOf(bob), now);
      },
    ],
    [
      'attacks',
      ({ world, bob, foe }) => {
        foe.cities.push({ ...cityOf(foe), id: 'f2', x: 30, y: 9 });
        attack(world, { by: bob, on: foe, target: cityOf(foe, 1) });
      },
    ],
    ['leaves the alliance', (scene) => leave(scene, scene.bob)],
    ['is left by the holder', (scene) => leave(scene, scene.ann)],
  ])('return to the holder when the guard %s', (_ending, end) => {
    const scene = named();
    expect(namesOf(scene.battle)).toEqual(['bob', 'ann']);
    end(scene);
    expect(namesOf(scene.battle)).toEqual(['ann', null]);
    expect(scene.bob.armies.every(({ guards }) => guards === null)).toBe(true);
  });

  it('name the owner of a guard that arrives, except for its own attacks', () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 5 }, isSeat: true });
    const foreign = strike(scene);
    const { world, ann, bob, target } = scene;
    const own = attack(world, { by: bob, army: armyOf(bob, 'bob-a2'), on: ann, target });
    send(scene, scene.bob);
    run(scene, the(armyOf(scene.bob).march).arrivesAt);
    expect([namesOf(foreign), namesOf(own)]).toEqual([
      ['bob', 'ann'],
      ['ann', null],
    ]);
  });
});

describe('edge cases', () => {
  it('1: guard and attacker arrive in the same millisecond: the guard fights', () => {
    const scene = stage({ attacker: { soldiers: 20 }, guard: { soldiers: 50 } });
    const battle = strike(scene);
    send(scene, scene.bob);
    the(armyOf(scene.bob).march).arrivesAt = battle.contactAt;
    run(scene, battle.contactAt);
    expect(battle.outcome?.guard).toMatchObject({ empireId: 'bob', start: { soldiers: 50 } });
  });

  it('2: of two guards that arrive in one millisecond, the smaller army id guards, the other stands idle', () => {
    const scene = stage({ guard: { soldiers: 5 } });
    send(scene, scene.cat);
    send(scene, scene.bob);
    const arrivesAt = t0 + hourMs;
    for (const empire of [scene.bob, scene.cat]) the(armyOf(empire).march).arrivesAt = arrivesAt;
    run(scene, arrivesAt);
    expect([armyOf(scene.bob).guards, armyOf(scene.cat).guards]).toEqual([scene.place, null]);
    expect([armyOf(scene.cat).x, armyOf(scene.cat).march]).toEqual([tile.x, null]);
  });

  it('3: a guard that starves to nothing ceases, and the battles name the holder', () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 1 } });
    standGuard(scene, scene.bob);
    armyOf(scene.bob, 'bob-a2').units.soldiers = 400;
    scene.bob.stock.food = 0;
    const battle = strike(scene);
    const events = run(scene, battle.contactAt - 1);
    expect([kindsOf(events), namesOf(battle)]).toEqual([['guard_left'], ['ann', null]]);
    expect(scene.bob.armies.map(({ id }) => id)).toEqual(['bob-a2']);
    run(scene, battle.contactAt);
    expect(battle.outcome?.guard).toBeUndefined();
  });

  it('5: the holder leaves the alliance one millisecond before contact: no guard fights', () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 50 } });
    standGuard(scene, scene.bob);
    const battle = strike(scene);
    const before = battle.contactAt - 1;
    run(scene, before);
    leave(scene, scene.ann, before);
    run(scene, battle.contactAt);
    expect([battle.outcome?.guard, namesOf(battle)]).toEqual([undefined, ['ann', null]]);
  });

  it('6: an attack on the owner at home leaves the guard where it is', () => {
    const scene = stage({ attacker: { soldiers: 90 }, guard: { soldiers: 50 } });
    const army = standGuard(scene, scene.bob);
    const battle = attack(scene.world, { by: scene.foe, on: scene.bob, target: cityOf(scene.bob) });
    run(scene, battle.contactAt);
    expect(battle.outcome?.result).toBe('attacker_won');
    expect([army.guards, army.units.soldiers]).toEqual([scene.place, 50]);
  });

  it('7: a guard that attacks from the tile sets out, and the place is unguarded', () => {
    const scene = stage({ attacker: { soldiers: 90 }, guard: { soldiers: 50 }, isSeat: true });
    const army = standGuard(scene, scene.bob);
    const coming = strike(scene);
    const own = attack(scene.world, { by: scene.bob, on: scene.ann, target: scene.target });
    expect([namesOf(coming), namesOf(own), army.guards]).toEqual([['ann', null], ['ann', null], null]);
  });

  it('9: a recall before the first contact calls the attack off', () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 50 } });
    standGuard(scene, scene.bob);
    const battle = strike(scene);
    recallArmy(scene.world, scene.foe, armyOf(scene.foe), battle.contactAt - 1, ignoreEvents);
    expect(battle.outcome).toMatchObject({ result: 'called_off', reason: 'recalled' });
  });

  it('10: after a downtime, marches to guard come before the contact', () => {
    const scene = stage({ attacker: { soldiers: 80 }, guard: { soldiers: 50 } });
    const battle = strike(scene);
    send(scene, scene.bob);
    run(scene, battle.contactAt + hourMs);
    expect(battle.outcome?.guard?.empireId).toBe('bob');
  });

  it('a guard cannot be the target itself: such an attack is called off at contact', () => {
    const scene = stage({ attacker: { soldiers: 80 }, guard: { soldiers: 50 } });
    const { world, bob, foe, cat } = scene;
    const army = armyOf(bob);
    Object.assign(army, tile);
    const battle = attack(world, { by: foe, on: bob, target: army });
    army.guards = { ...scene.place };
    expect(refusal(() => attack(world, { by: cat, on: bob, target: army }))).toBe('INVALID_TARGET');
    run(scene, battle.contactAt);
    expect(battle.outcome).toMatchObject({ reason: 'target_gone' });
  });
});

describe('vectors', () => {
  const stacks = (units: Partial<Stacks>): Stacks => ({ ...noStacks(), ...units });
  const men = (soldiers: number) => ({ soldiers });
  const siege = { attacker: { knights: 120, catapults: 16 }, holder: { archers: 60, militia: 30 }, wall: 10 };
  interface Sides {
    attacker: Partial<Stacks>;
    guard: Partial<Stacks>;
    holder: Partial<Stacks>;
    wall?: number;
    morale?: number;
  }

  it.each<[string, string, Sides, first: object, last: object]>([
    [
      '200 soldiers fell a guard of 100 and take a seat of 100',
      'guard-1',
      { attacker: men(200), guard: men(100), holder: men(100) },
      { winner: 'attacker', rounds: { length: 5 }, attacker: men(165) },
      { winner: 'attacker', rounds: { length: 6 }, attacker: men(127) },
    ],
    [
      'the guard and the seat of the first, as one army, hold against 200 soldiers',
      'guard-1',
      { attacker: men(200), guard: {}, holder: men(200) },
      { rounds: [] },
      { winner: 'draw', rounds: { length: 10 }, attacker: men(49), defender: men(43) },
    ],
    [
      '120 knights and 16 catapults fell a guard of 150 soldiers, then a city with wall 10',
      'guard-2',
      { ...siege, guard: men(150) },
      { winner: 'attacker', rounds: { length: 3 }, attacker: { knights: 105, catapults: 15 } },
      { winner: 'attacker', rounds: { length: 2 }, attacker: { knights: 92, catapults: 14 } },
    ],
    [
      'without its guard, the city of the second costs less',
      'guard-2',
      { ...siege, guard: {} },
      { rounds: [] },
      { winner: 'attacker', rounds: { length: 2 }, attacker: { knights: 108, catapults: 15 } },
    ],
    [
      'morale counts in both fights',
      'guard-4',
      { attacker: men(200), guard: men(150), holder: men(100), morale: 1500 },
      { attacker: men(152) },
      { attacker: men(121) },
    ],
  ])('%s', (_claim, seed, { attacker, guard, holder, wall = 0, morale = 1000 }, first, last) => {
    const open = { wall: 0, morale, rolls: battleRandomOf(guardSeed(seed)) };
    const met = resolveFight({ attacker: stacks(attacker), defender: stacks(guard), ...open });
    const behind = { wall, morale, rolls: battleRandomOf(seed) };
    expect(met).toMatchObject(first);
    expect(resolveFight({ attacker: met.attacker, defender: stacks(holder), ...behind })).toMatchObject(last);
  });
});

describe('the two fights of a contact', () => {
  it('end with the guard in a draw: the holder is not met', () => {
    const { outcome, battle, bob, foe } = fight(
      { attacker: { soldiers: 100 }, guard: { soldiers: 100 } },
      'guard-3',
    );
    expect([outcome.result, outcome.guard?.rounds.length, outcome.rounds]).toEqual(['draw', 10, []]);
    expect([armyOf(foe).units.soldiers, armyOf(bob).units.soldiers]).toEqual([23, 21]);
    expect([armyOf(foe).march?.kind, namesOf(battle)]).toEqual(['return', ['bob', 'ann']]);
    expect(outcome.endsAt).toBe(battle.contactAt + 10 * 3000);
  });

  it('end with the guard if it wins', () => {
    const { outcome, bob, foe } = fight({ attacker: { archers: 60 }, guard: { soldiers: 100 } }, 'guard-3');
    expect([outcome.result, outcome.guard?.rounds.length]).toEqual(['defender_won', 5]);
    expect([armyOf(bob).units.soldiers, foe.armies.length, foe.victories]).toEqual([44, 1, 0]);
  });

  it.each([
    ['a victory', { archers: 60 }],
    ['a draw', { soldiers: 100 }],
  ])('leave the guard at its place after %s', (_which, attacker) => {
    const { bob, place, events } = fight({ attacker, guard: { soldiers: 100 } }, 'guard-3');
    expect([armyOf(bob).guards, kindsOf(events)]).toEqual([place, []]);
  });

  it.each([
    ['only a victory', { archers: 60 }, {}, true],
    ['no draw', { soldiers: 100 }, {}, false],
    ['no fall', { soldiers: 400 }, {}, false],
    ['no fall before a victory of the holder', { soldiers: 400 }, { soldiers: 2000 }, false],
  ])('reach the goal of its owner: %s', (_which, attacker, holder, isReached) => {
    const scene = stage({ attacker, guard: { soldiers: 100 }, holder });
    delete scene.bob.goals.guard;
    standGuard(scene, scene.bob);
    const { contactAt } = strike(scene, 'guard-3');
    const reached = run(scene, contactAt).filter(({ kind }) => kind === 'goal_reached');
    const expected = { kind: 'goal_reached', at: contactAt, empireId: 'bob', goal: 'guard' };
    expect(reached).toEqual(isReached ? [expected] : []);
    expect(scene.bob.goals.guard).toBe(isReached ? contactAt : undefined);
  });

  it('reach the holder if the guard falls, with the rounds of both shown one after the other', () => {
    const scene = fight(
      { attacker: { soldiers: 200 }, guard: { soldiers: 150 }, holder: { soldiers: 100 }, isSeat: true },
      'guard-4',
    );
    const { outcome, battle, foe, ann, bob, events } = scene;
    const fallen = the(outcome.guard);
    // The own armies of the holder fight in the second contact only.
    expect([fallen.start.soldiers, outcome.defenderStart.soldiers]).toEqual([150, 100]);
    // Held 10 h and some minutes.
    expect([fallen.morale, outcome.morale, fallen.empireId]).toEqual([1100, 1100, 'bob']);
    expect(outcome.attackerStart.soldiers).toBe(200);
    expect(unitsOfSide(outcome, 'attacker').end).toEqual(outcome.rounds.at(-1)?.attacker.units);
    expect(unitsOfGuard(fallen).end.soldiers).toBe(0);
    expect(outcome.endsAt).toBe(battle.contactAt + (fallen.rounds.length + outcome.rounds.length) * 3000);
    expect([namesOf(battle), bob.armies.length, foe.victories]).toEqual([['ann', 'bob'], 1, 1]);
    expect([foe.seats.length, ann.seats.length, kindsOf(events)]).toEqual([1, 0, ['guard_fell']]);
    expect([ann.attackedBy.foe, bob.attackedBy.foe]).toEqual([battle.contactAt, battle.contactAt]);
    expect(foe.destroyedValue).toBe(25_000);
  });

  it('change nothing of the guard if the attacker is still bound to its owner', () => {
    const scene = stage({
      attacker: { soldiers: 200 },
      guard: { soldiers: 150 },
      holder: { soldiers: 20 },
      isSeat: true,
    });
    scene.foe.formerAlliance = { allianceId: 'owls', leftAt: t0 - hourMs };
    const army = standGuard(scene, scene.bob);
    const battle = strike(scene);
    expect(namesOf(battle)).toEqual(['bob', 'ann']);
    run(scene, battle.contactAt);
    expect([battle.outcome?.result, battle.outcome?.guard, namesOf(battle)]).toEqual([
      'attacker_won',
      undefined,
      ['ann', null],
    ]);
    // Edge case 4: the seat falls, and its guard stands idle on the tile.
    expect([army.units.soldiers, army.guards, army.march]).toEqual([150, null, null]);
  });
});
