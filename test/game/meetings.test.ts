/** Meetings: which are due, their order, and the empires that each needs. */
import { describe, expect, it } from 'vitest';
import { areLoaded, meetingsDue, partyIdsAt, partyIdsOf } from '../../src/game/contact/meetings.ts';
import { guardsIn } from '../../src/game/diplomacy/guards.ts';
import { armyOf, t0, the } from '../support/worlds.ts';
import { send, stage, standGuard, strike, type Stage } from './guard-scene.ts';

describe('due meetings', () => {
  /** Bob and cat send guards, foe attacks three times; with these moments after `t0`. */
  const due = (bob: number, cat: number, contacts: [afterMs: number, value: number][], until: number) => {
    const scene = stage({ attacker: { soldiers: 5 }, guard: { soldiers: 5 } });
    for (const [empire, id, afterMs] of [
      [scene.bob, 'guard 2', bob],
      [scene.cat, 'guard 1', cat],
    ] as const) {
      const army = armyOf(empire);
      send(scene, empire);
      Object.assign(army, { id });
      the(army.march).arrivesAt = t0 + afterMs;
    }
    const battle = strike(scene);
    scene.world.battles.clear();
    for (const [index, [afterMs, value]] of [...contacts.entries()].reverse()) {
      const armyId = `attack ${index + 1}`;
      const contact = { ...battle, armyId, contactAt: t0 + afterMs, value, number: index };
      scene.world.battles.set(armyId, contact);
    }
    return meetingsDue(scene.world, t0 + until).map(({ armyId }) => armyId);
  };
  it.each<[string, Parameters<typeof due>, string[]]>([
    [
      'are in the order of their moments',
      [
        3,
        1,
        [
          [2, 0],
          [0, 0],
        ],
        3,
      ],
      ['attack 2', 'guard 1', 'attack 1', 'guard 2'],
    ],
    [
      'include those of the last moment, and none later',
      [
        4,
        5,
        [
          [4, 0],
          [5, 0],
        ],
        4,
      ],
      ['guard 2', 'attack 1'],
    ],
    [
      'at one moment begin with arrivals, the smaller army id first',
      [1, 1, [[1, 9]], 1],
      ['guard 1', 'guard 2', 'attack 1'],
    ],
    [
      'end with contacts: the largest attack, then the first',
      [
        1,
        1,
        [
          [1, 3],
          [1, 9],
          [1, 3],
        ],
        1,
      ],
      ['guard 1', 'guard 2', 'attack 2', 'attack 1', 'attack 3'],
    ],
    ['may be none', [1, 1, [], 0], []],
  ])('%s', (_claim, moments, expected) => {
    expect(due(...moments)).toEqual(expected);
  });
});

describe('the parties', () => {
  const plan = { attacker: { soldiers: 5 }, guard: { soldiers: 5 } };
  /** Cat has sent a guard, and then something happens. */
  const arriving = (happens: (scene: Stage) => void) => {
    const scene = stage(plan);
    send(scene, scene.cat);
    happens(scene);
    const arrival = meetingsDue(scene.world, Infinity).find(({ armyId }) => armyId === 'cat-a1');
    return { ...scene, arrival: the(arrival) };
  };
  const stand = (scene: Stage) => standGuard(scene, scene.bob);

  it.each<[string, (scene: Stage) => void, string[]]>([
    ['its owner and the holder', () => undefined, ['cat', 'ann']],
    ['the owner of the guard that stands there, too', stand, ['cat', 'ann', 'bob']],
    ['not the owner of another on its way', (scene) => send(scene, scene.bob), ['cat', 'ann']],
    [
      'not the owner of the guard of another place',
      (scene) => (stand(scene).guards = { type: 'city', id: 'bob-c1' }),
      ['cat', 'ann'],
    ],
    [
      'its owner alone if the place exists no more',
      ({ cat }) => (armyOf(cat).guards = { type: 'seat', id: 'gone' }),
      ['cat'],
    ],
  ])('of an arrival are %s', (_which, happens, ids) => {
    const { world, arrival } = arriving(happens);
    expect(partyIdsOf(world, arrival)).toEqual(ids);
  });

  it('of an arrival are known while others are loaded, and loaded only together', () => {
    const { world, arrival } = arriving(stand);
    const load = (...ids: string[]) => ({
      ...world,
      empires: new Map(ids.map((id) => [id, the(world.empires.get(id))])),
      knownGuards: guardsIn(world),
    });
    for (const ids of [['cat'], ['cat', 'ann'], ['cat', 'bob']]) {
      expect(partyIdsOf(load(...ids), arrival)).toEqual(['cat', 'ann', 'bob']);
      expect(areLoaded(load(...ids), arrival)).toBe(false);
    }
    expect(areLoaded(load('ann', 'bob', 'cat'), arrival)).toBe(true);
  });

  it('of a place without guards are none', () => {
    expect(partyIdsAt(stage(plan).world, 'ann-c1')).toEqual([]);
  });

  it('of a contact are the attacker, the owner of the guard and the holder', () => {
    const scene = stage(plan);
    stand(scene);
    strike(scene);
    expect(partyIdsOf(scene.world, the(meetingsDue(scene.world, Infinity)[0]))).toEqual([
      'foe',
      'bob',
      'ann',
    ]);
  });
});
