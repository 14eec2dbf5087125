/** Guards: orders, arrivals, the names of undecided battles, and ten edge cases. */
import { describe, expect, it } from 'vitest';
import { mergeArmies, moveArmy, recallArmy, splitArmy } from '../../src/game/armies.ts';
import { noUnits } from '../../src/game/units.ts';
import { armyOf, at, attack, cityOf, hourMs, ignoreEvents, refusal, t0, the } from '../support/worlds.ts';
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

  it('8: the own armies of the holder fight in the second contact only', () => {
    const plan = { attacker: { soldiers: 300 }, guard: { soldiers: 20 }, holder: { soldiers: 30 } };
    const { outcome } = fight(plan, 's');
    expect([outcome.guard?.start.soldiers, outcome.defenderStart.soldiers]).toEqual([20, 30]);
  });

  it('9: a recall before the first contact calls the attack off', () => {
    const scene = stage({ attacker: { soldiers: 50 }, guard: { soldiers: 50 } });
    standGuard(scene, scene.bob);
    const battle = strike(scene);
    recallArmy(scene.world, scene.foe, armyOf(scene.foe), battle.contactAt - 1, ignoreEvents);
    expect(battle.outcome).toMatchObject({ result: 'called_off', reason: 'recalled' });
  });

  it('10: after a downtime, marches to guard come before the contact: the same world', () => {
    const play = (steps: number) => {
      const scene = stage({ attacker: { soldiers: 80 }, guard: { soldiers: 50 } });
      const battle = strike(scene);
      send(scene, scene.bob);
      const end = battle.contactAt + hourMs;
      for (let step = 1; step <= steps; step++) run(scene, t0 + ((end - t0) * step) / steps);
      return { battle, empires: [...scene.world.empires.values()] };
    };
    const late = play(1);
    expect(late.battle.outcome?.guard?.empireId).toBe('bob');
    expect(late).toEqual(play(12));
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
