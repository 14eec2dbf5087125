/** Alliances: who may join and leave, who leads, what a dissolution does, and that members cannot attack each other. */
import { describe, expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import {
  alliedUntil,
  joinAlliance,
  leaderOf,
  leaveAlliance,
  rightsOf,
  setRole,
  type Allegiance,
  type Member,
} from '../../src/game/alliances.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { AllianceRole } from '../../src/contract/vocabulary.ts';
import type { Empire } from '../../src/game/types.ts';
import {
  armyOf,
  attack,
  cityOf,
  dayMs,
  flatRolls,
  holdSeat,
  hourMs,
  makeEmpire,
  makeWorld,
  refusal,
  t0,
  the,
  ignoreEvents,
} from '../support/worlds.ts';

const owls = { id: 'owls', tag: 'OWL' };
const at = (now: number, speed = 1) => ({ now, speed, emit: ignoreEvents });
const cats = { id: 'cats', tag: 'CAT' };
const join = (empire: Empire, now = t0, speed = 1, alliance = owls) => {
  joinAlliance(empire, alliance, 'member', at(now, speed));
};
const joinRefused = (...order: Parameters<typeof join>) =>
  refusal(() => {
    join(...order);
  }, order[0]);
const leave = (empire: Empire, now: number) => {
  leaveAlliance(makeWorld([empire]), empire, owls.id, 'left', at(now));
};

describe('joining', () => {
  it('is refused to a member', () => {
    const empire = makeEmpire();
    join(empire);
    expect(joinRefused(empire, t0, 1, cats)).toBe('ALLIANCE_MEMBER');
  });

  it.each([
    [1, 24 * hourMs],
    [24, hourMs],
    // 86,400,000 / 7 = 12,342,857.14
    [7, 12_342_858],
  ])('at speed %i is refused until %i ms after leaving', (speed, pause) => {
    const empire = makeEmpire();
    join(empire, t0, speed);
    leave(empire, t0 + 5);
    expect(joinRefused(empire, t0 + 5 + pause - 1, speed)).toBe('ALLIANCE_PAUSE');
    expect(joinRefused(empire, t0 + 5 + pause, speed)).toBeNull();
  });

  it('reports the membership', () => {
    const events: GameEvent[] = [];
    const empire = makeEmpire({ id: 'e' });
    joinAlliance(empire, owls, 'leader', { now: t0, speed: 1, emit: (event) => events.push(event) });
    const facts = { at: t0, empireId: 'e', allianceId: 'owls', tag: 'OWL', role: 'leader' };
    expect(events).toEqual([{ kind: 'alliance_joined', ...facts }]);
  });
});

describe('a role', () => {
  it('counts its time from the change', () => {
    const empire = makeEmpire();
    join(empire);
    setRole(empire, owls.id, 'officer', at(t0 + 7));
    setRole(empire, owls.id, 'officer', at(t0 + 9));
    expect(empire.membership).toMatchObject({ role: 'officer', joinedAt: t0, roleSince: t0 + 7 });
  });

  it('is refused to an empire outside the alliance', () => {
    const [outsider, cat] = [makeEmpire(), makeEmpire()];
    join(cat, t0, 1, cats);
    for (const empire of [outsider, cat]) {
      const promote = () => {
        setRole(empire, owls.id, 'officer', at(t0));
      };
      expect(refusal(promote, empire)).toBe('FORBIDDEN');
    }
  });
});

const member = (
  empireId: string,
  role: AllianceRole,
  plan: { absent?: number; since?: number; isOnLeave?: boolean } = {},
): Member => ({
  empireId,
  role,
  joinedAt: t0,
  roleSince: t0 + (plan.since ?? 0),
  lastActiveAt: t0 - (plan.absent ?? 0) * dayMs,
  isOnLeave: plan.isOnLeave ?? false,
});

describe('an alliance is led by', () => {
  it.each<[string, Member[], string | null]>([
    ['nobody, without members', [], null],
    ['its leader', [member('o', 'officer'), member('l', 'leader', { absent: 29.9 })], 'l'],
    [
      'an officer after 30 days without its leader',
      [member('l', 'leader', { absent: 30 }), member('o', 'officer')],
      'o',
    ],
    [
      'an officer from the begin of the leader’s leave on',
      [member('l', 'leader', { isOnLeave: true }), member('o', 'officer')],
      'o',
    ],
    [
      'the longest-serving officer',
      [
        member('l', 'leader', { absent: 30 }),
        member('o2', 'officer', { since: 2 }),
        member('o1', 'officer', { since: 1 }),
      ],
      'o1',
    ],
    [
      'an officer who was not absent, too',
      [
        member('l', 'leader', { absent: 30 }),
        member('o1', 'officer', { absent: 31 }),
        member('o2', 'officer', { since: 9 }),
      ],
      'o2',
    ],
    [
      'its absent leader, without an officer',
      [member('l', 'leader', { absent: 99 }), member('m', 'member')],
      'l',
    ],
    [
      'the leader if all were absent',
      [member('o', 'officer', { absent: 30 }), member('l', 'leader', { absent: 30 })],
      'l',
    ],
    ['an officer after its leader left', [member('m', 'member'), member('o', 'officer', { since: 5 })], 'o'],
    [
      'the longest-serving member without leader and officers',
      [
        member('m3', 'member', { since: 3 }),
        member('m1', 'member', { since: 1, absent: 30 }),
        member('m2', 'member', { since: 2 }),
      ],
      'm2',
    ],
    ['the latest of two leaders', [member('l1', 'leader'), member('l2', 'leader', { since: 1 })], 'l2'],
  ])('%s', (_claim, members, leader) => {
    expect(leaderOf(members, t0)).toBe(leader);
  });

  it('its absent leader again, who asks', () => {
    const members = [member('l', 'leader', { absent: 40 }), member('o', 'officer'), member('m', 'member')];
    const rights = (id: string) => rightsOf(members, id, t0);
    expect(['l', 'o', 'm', 'x'].map(rights)).toEqual(['leader', 'leader', 'member', null]);
  });

  it('a later leader, of whom the former one is an officer', () => {
    const members = [member('l1', 'leader'), member('l2', 'leader', { since: 1 })];
    expect(rightsOf(members, 'l1', t0)).toBe('officer');
  });
});

describe('two empires are allied', () => {
  const inside = (dissolvedAt: number | null = null): Allegiance => ({
    membership: { allianceId: 'owls', dissolvedAt },
    formerAlliance: null,
  });
  const outside = (leftAt: number): Allegiance => ({
    membership: null,
    formerAlliance: { allianceId: 'owls', leftAt },
  });
  const cat: Allegiance = { membership: { allianceId: 'cats', dissolvedAt: null }, formerAlliance: null };
  it.each<[string, Allegiance, Allegiance, number | null]>([
    ['as members', inside(), inside(), Infinity],
    ['never, in two alliances', inside(), cat, null],
    ['until a day after one has left', inside(), outside(t0 - hourMs), t0 + 23 * hourMs],
    [
      'until a day after the first of two has left',
      outside(t0 - 2 * hourMs),
      outside(t0 - hourMs),
      t0 + 22 * hourMs,
    ],
    ['no longer at that moment', inside(), outside(t0 - 24 * hourMs), null],
    ['until a day after the dissolution', inside(t0 - hourMs), inside(t0 - hourMs), t0 + 23 * hourMs],
    ['before a dissolution', inside(t0 + hourMs), inside(t0 + hourMs), t0 + 25 * hourMs],
    [
      'even if one has joined another alliance',
      { ...cat, formerAlliance: outside(t0).formerAlliance },
      inside(),
      t0 + 24 * hourMs,
    ],
  ])('%s', (_claim, one, other, until) => {
    expect(alliedUntil(one, other, t0, 1)).toBe(until);
    expect(alliedUntil(other, one, t0, 1)).toBe(until);
  });
});

describe('an attack on an ally', () => {
  const field = { x: 4, y: 4 };
  const stage = () => {
    const by = makeEmpire({ id: 'a', armies: [{ units: { soldiers: 60 } }] });
    const on = makeEmpire({
      id: 'd',
      cities: [{ at: { x: 9, y: 9 } }],
      armies: [{ at: field, units: { archers: 5 } }],
    });
    return { by, on, world: makeWorld([by, on]) };
  };

  it('is refused at the order', () => {
    const { by, on, world } = stage();
    join(by);
    join(on);
    expect(refusal(() => attack(world, { by, on, target: armyOf(on) }))).toBe('ALLIED');
    expect(refusal(() => attack(world, { by, on, target: cityOf(on) }))).toBe('ALLIED');
    leave(on, t0);
    expect(refusal(() => attack(world, { by, on, target: cityOf(on), now: t0 + dayMs - 1 }))).toBe('ALLIED');
    expect(refusal(() => attack(world, { by, on, target: cityOf(on), now: t0 + dayMs }))).toBeNull();
  });

  it('is called off at the contact if both have joined meanwhile, and the army returns', () => {
    const { by, on, world } = stage();
    const battle = attack(world, { by, on, target: armyOf(on) });
    join(by, t0 + 1);
    join(on, t0 + 2);
    advance(world, battle.contactAt, flatRolls);
    expect(battle.outcome).toMatchObject({ result: 'called_off', reason: 'allied' });
    expect(armyOf(by).march?.kind).toBe('return');
    expect(armyOf(on).units.archers).toBe(5);
  });

  it('is called off at a contact within a day of the dissolution, and fought later', () => {
    const outcomes = [dayMs - 1, dayMs].map((since) => {
      const { by, on, world } = stage();
      const battle = attack(world, { by, on, target: armyOf(on) });
      const dissolvedAt = battle.contactAt - since;
      for (const empire of [by, on]) {
        join(empire, t0 - 9 * dayMs);
        the(empire.membership).dissolvedAt = dissolvedAt;
      }
      advance(world, battle.contactAt, flatRolls);
      expect(by.formerAlliance).toEqual({ allianceId: 'owls', leftAt: dissolvedAt });
      return battle.outcome?.result;
    });
    expect(outcomes).toEqual(['called_off', 'attacker_won']);
  });

  it('is allowed at a seat: a crown has no friends', () => {
    const { by, on, world } = stage();
    const seat = { id: 's', number: 0, ...field, heldSince: t0 - 20 * hourMs };
    holdSeat(on, seat, world);
    join(by);
    join(on);
    const battle = attack(world, { by, on, target: seat });
    advance(world, battle.contactAt, flatRolls);
    expect(battle.outcome).toMatchObject({ result: 'attacker_won', reason: null });
    expect([by.seats.length, on.seats.length]).toEqual([1, 0]);
  });
});

describe('a dissolution', () => {
  it('ends a membership at its own moment, once', () => {
    const empire = makeEmpire();
    join(empire);
    the(empire.membership).dissolvedAt = t0 + 10;
    const world = makeWorld([empire]);
    expect(advance(world, t0 + 9, flatRolls)).toEqual([]);
    const left = { kind: 'alliance_left', reason: 'dissolved', allianceId: 'owls', tag: 'OWL', at: t0 + 10 };
    expect(advance(world, t0 + 99, flatRolls)).toEqual([{ ...left, empireId: empire.id }]);
    expect(advance(world, t0 + 200, flatRolls)).toEqual([]);
    expect(empire).toMatchObject({
      membership: null,
      formerAlliance: { allianceId: 'owls', leftAt: t0 + 10 },
    });
  });
});
