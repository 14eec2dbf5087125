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
} from '../../src/game/diplomacy/alliances.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { refusalFrom } from '../../src/kernel/errors.ts';
import type { AllianceRole } from '../../src/contract/vocabulary.ts';
import type { Army, City, Empire } from '../../src/game/types.ts';
import {
  armyOf,
  at,
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
import { clash, duel } from './duel.ts';

const owls = { id: 'owls', tag: 'OWL' };
const cats = { id: 'cats', tag: 'CAT' };
const when = (now: number, speed = 1) => ({ now, speed, emit: ignoreEvents });
const join = (empire: Empire, now = t0, speed = 1, alliance = owls) =>
  joinAlliance(empire, alliance, 'member', when(now, speed));
const joinRefused = (empire: Empire, now: number, speed = 1, alliance = owls) =>
  refusal(() => join(empire, now, speed, alliance), empire);
const leave = (empire: Empire, now: number) =>
  leaveAlliance(makeWorld([empire]), empire, owls.id, 'left', when(now));

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
    setRole(empire, owls.id, 'officer', when(t0 + 7));
    setRole(empire, owls.id, 'officer', when(t0 + 9));
    expect(empire.membership).toMatchObject({ role: 'officer', joinedAt: t0, roleSince: t0 + 7 });
  });

  it('is refused to an empire outside the alliance', () => {
    const [outsider, cat] = [makeEmpire(), makeEmpire()];
    join(cat, t0, 1, cats);
    for (const empire of [outsider, cat])
      expect(refusal(() => setRole(empire, owls.id, 'officer', when(t0)), empire)).toBe('FORBIDDEN');
  });
});

interface Service {
  /** Days since it was active. */
  absent?: number;
  /** Milliseconds after `t0` at which it got its role. */
  since?: number;
  isOnLeave?: boolean;
}
const member = (empireId: string, role: AllianceRole, plan: Service = {}): Member => ({
  ...{ empireId, role, joinedAt: t0, roleSince: t0 + (plan.since ?? 0) },
  ...{ lastActiveAt: t0 - (plan.absent ?? 0) * dayMs, isOnLeave: plan.isOnLeave ?? false },
});
const leader = (plan?: Service, id = 'l') => member(id, 'leader', plan);
const officer = (plan?: Service, id = 'o') => member(id, 'officer', plan);
const common = (plan?: Service, id = 'm') => member(id, 'member', plan);

describe('an alliance is led by', () => {
  it.each<[string, Member[], string | null]>([
    ['nobody, without members', [], null],
    ['its leader', [officer(), leader({ absent: 29.9 })], 'l'],
    ['an officer after 30 days without its leader', [leader({ absent: 30 }), officer()], 'o'],
    ['an officer from the begin of the leader’s leave on', [leader({ isOnLeave: true }), officer()], 'o'],
    [
      'the longest-serving officer',
      [leader({ absent: 30 }), officer({ since: 2 }, 'o2'), officer({ since: 1 }, 'o1')],
      'o1',
    ],
    [
      'an officer who was not absent, too',
      [leader({ absent: 30 }), officer({ absent: 31 }, 'o1'), officer({ since: 9 }, 'o2')],
      'o2',
    ],
    ['its absent leader, without an officer', [leader({ absent: 99 }), common()], 'l'],
    ['the leader if all were absent', [officer({ absent: 30 }), leader({ absent: 30 })], 'l'],
    ['an officer after its leader left', [common(), officer({ since: 5 })], 'o'],
    [
      'the longest-serving member without leader and officers',
      [common({ since: 3 }, 'm3'), common({ since: 1, absent: 30 }, 'm1'), common({ since: 2 }, 'm2')],
      'm2',
    ],
    ['the smaller id of two members that joined together', [common({}, 'm2'), common({}, 'm1')], 'm1'],
    ['the same in the other order', [common({}, 'm1'), common({}, 'm2')], 'm1'],
    ['the latest of two leaders', [leader({}, 'l1'), leader({ since: 1 }, 'l2')], 'l2'],
  ])('%s', (_claim, members, id) => {
    expect(leaderOf(members, t0)).toBe(id);
  });

  it('its absent leader again, who asks', () => {
    const members = [leader({ absent: 40 }), officer(), common()];
    const rights = (id: string) => rightsOf(members, id, t0);
    expect(['l', 'o', 'm', 'x'].map(rights)).toEqual(['leader', 'leader', 'member', null]);
  });

  it('a later leader, of whom the former one is an officer', () => {
    const members = [leader({}, 'l1'), leader({ since: 1 }, 'l2')];
    expect(rightsOf(members, 'l1', t0)).toBe('officer');
  });
});

describe('two empires are allied', () => {
  const inside = (dissolvedAt: number | null = null, allianceId = 'owls'): Allegiance => ({
    membership: { allianceId, dissolvedAt },
    formerAlliance: null,
  });
  const outside = (leftAt: number): Allegiance => ({
    membership: null,
    formerAlliance: { allianceId: 'owls', leftAt },
  });
  const cat = inside(null, 'cats');
  const ago = (hours: number) => t0 - hours * hourMs;
  it.each<[string, Allegiance, Allegiance, number | null]>([
    ['as members', inside(), inside(), Infinity],
    ['never, in two alliances', inside(), cat, null],
    ['until a day after one has left', inside(), outside(ago(1)), t0 + 23 * hourMs],
    ['until a day after the first of two has left', outside(ago(2)), outside(ago(1)), t0 + 22 * hourMs],
    ['no longer at that moment', inside(), outside(ago(24)), null],
    ['until a day after the dissolution', inside(ago(1)), inside(ago(1)), t0 + 23 * hourMs],
    ['before a dissolution', inside(ago(-1)), inside(ago(-1)), t0 + 25 * hourMs],
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

  it('for a shorter time in a faster world', () => {
    expect(alliedUntil(inside(), outside(t0), t0, 24)).toBe(t0 + hourMs);
  });
});

describe('an attack on an ally', () => {
  const field = at(4, 4);
  const stage = () =>
    duel({ armies: [{ units: { soldiers: 60 } }] }, { armies: [{ at: field, units: { archers: 5 } }] });

  it('is refused at the order', () => {
    const { by, on, world } = stage();
    const attackOn = (target: Army | City, now = t0) => refusal(() => attack(world, { by, on, target, now }));
    join(by);
    join(on);
    expect([attackOn(armyOf(on)), attackOn(cityOf(on))]).toEqual(['ALLIED', 'ALLIED']);
    leave(on, t0);
    expect([attackOn(cityOf(on), t0 + dayMs - 1), attackOn(cityOf(on), t0 + dayMs)]).toEqual([
      'ALLIED',
      null,
    ]);
  });

  it('is refused with the moment from which it is possible, if there is one', () => {
    const { by, on, world } = stage();
    const details = () => refusalFrom(() => attack(world, { by, on, target: cityOf(on) }))?.details;
    join(by);
    join(on);
    expect(details()).toBe('members of an alliance cannot attack each other');
    leave(on, t0);
    expect(details()).toMatch(/has left the alliance; .* until 2026-01-02T00:00:00.000Z$/);
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
    expect(clash({ by, on, world }, seat).outcome).toMatchObject({ result: 'attacker_won', reason: null });
    expect([by.seats.length, on.seats.length]).toEqual([1, 0]);
  });
});

it('a dissolution ends a membership at its own moment, once', () => {
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
