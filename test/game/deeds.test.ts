/** Deeds: what raises the count of each, the days of its steps, and that both stay. */
import { describe, expect, it } from 'vitest';
import { deedNames, type DeedName, type UnitType } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { joinAlliance } from '../../src/game/alliances.ts';
import { recallArmy } from '../../src/game/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { deedRules } from '../../src/game/deed-rules.ts';
import { collectInto, deedsOf } from '../../src/game/deeds.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { crownScale, reignMs } from '../../src/game/reigns.ts';
import type { Empire, Units } from '../../src/game/types.ts';
import { clash, duel } from './duel.ts';
import { fight as fightGuarded } from './guard-scene.ts';
import {
  armyOf,
  at,
  attack,
  battleRandomOf,
  buildingOf,
  cityOf,
  dayMs,
  hourMs,
  ignoreEvents,
  makeEmpire,
  makeKeeper,
  makeWorld,
  minuteMs,
  t0,
  the,
  type EmpirePlan,
} from '../support/worlds.ts';

const today = Math.floor(t0 / dayMs);
/** An event of one empire, without what all have. */
type Own = GameEvent extends infer Each
  ? Each extends { empireId: string }
    ? Omit<Each, 'at' | 'empireId'>
    : never
  : never;

const countOf = ({ deeds }: Empire, name: DeedName): number => deeds[name]?.count ?? 0;

/** Reports an event of an empire to a world with it alone. */
const happen = (empire: Empire, event: Own, now = t0): void =>
  collectInto([], makeWorld([empire]))({ ...event, at: now, empireId: empire.id });

const built: Own = {
  kind: 'construction_complete',
  cityId: 'e-c1',
  building: { id: 'b', type: 'farm', level: 1 },
};
const trained = (unit: UnitType, quantity = 7): Own => ({
  kind: 'training_complete',
  cityId: 'e-c1',
  unit,
  quantity,
});
const army = { armyId: 'e-a1', armyName: 'Army 1', tile: at(0, 0) };
const arrived: Own = { kind: 'army_arrived', ...army, loot: amounts(100, 20, 3) };
const reignEnded: Own = { kind: 'reign_ended', crownParts: 30 * crownScale + 1, allianceCrowns: {} };
const founded: Own = { kind: 'city_founded', cityId: 'e-c2' };
const guarding: Own = { kind: 'guard_arrived', holderId: 'x', ...army, place: { type: 'city', id: 'c' } };
const seat = { id: 's', number: 0, ...at(3, 0) };
const taken: Own = { kind: 'seat_taken', opponentId: 'x', battleId: 'b', seat };
const ordered = { kind: 'wish_ordered', wish: {} } as unknown as Own;
const joined: Own = { kind: 'alliance_joined', allianceId: 'o', tag: 'O', role: 'member' };

const levels: EmpirePlan = {
  cities: [
    { levels: { town_hall: 7, farm: 3, quarry: 4, market: 5, house: 6, warehouse: 2, wall: 8 } },
    { at: at(9, 9), levels: { farm: 2 } },
  ],
  armies: [{ units: { soldiers: 5, knights: 6 } }],
};
const held = (days: number) => ({ ...seat, heldSince: t0 - days * dayMs });

/** By deed: an empire, what happens to it, and the count. */
const counted: [DeedName, EmpirePlan, Own, number][] = [
  ['builder', levels, built, 7 + 3 + 4 + 5 + 6 + 2 + 8 + 1 + 2],
  ['farmer', levels, built, 5],
  ['mason', levels, built, 4],
  ['merchant', levels, built, 5],
  ['landlord', levels, built, 6],
  ['storekeeper', levels, built, 2],
  ['mayor', levels, built, 7],
  ['fortifier', levels, built, 8],
  ['founder', levels, founded, 2],
  ['planner', {}, ordered, 1],
  ['recruiter', {}, trained('soldiers'), 7],
  ['fletcher', {}, trained('archers'), 7],
  ['marshal', {}, trained('knights'), 7],
  ['siege_master', {}, trained('catapults'), 7],
  ['warlord', levels, trained('knights'), 11],
  ['wayfarer', {}, arrived, 1],
  ['plunderer', {}, arrived, 123],
  ['sentinel', {}, guarding, 1],
  ['usurper', {}, taken, 1],
  ['steadfast', { seats: [held(3.5), { ...held(2), id: 't' }] }, built, 3],
  ['crowned', {}, reignEnded, 30],
  ['dynasty', {}, reignEnded, 1],
  ['envoy', {}, joined, 1],
  ['renowned', { foundingPaid: 6000 }, arrived, 60 + 3],
];

const units = (of: Partial<Units>): EmpirePlan => ({ armies: [{ units: of }] });

/** An attack of `a`, by default on the city of `d`, decided. Returns the counts of both for a deed. */
function fight(
  by: EmpirePlan,
  on: EmpirePlan,
  targetOf: (on: Empire) => Parameters<typeof clash>[1] = cityOf,
) {
  const scene = duel({ foundingPaid: 1e9, ...by }, { foundingPaid: 1e9, ...on });
  const battle = clash(scene, targetOf(scene.on), battleRandomOf);
  const countsOf = (name: DeedName): number[] => [scene.by, scene.on].map((empire) => countOf(empire, name));
  return { ...scene, ...battle, countsOf };
}

describe('a deed', () => {
  it('is one of 40, with five rising steps', () => {
    expect(deedNames).toHaveLength(40);
    for (const name of deedNames) {
      const { steps } = deedRules[name];
      expect(steps, name).toEqual([...new Set(steps)].sort((a, b) => a - b));
      expect(steps, name).toHaveLength(5);
    }
  });

  it.each(counted)('%s counts what it says', (name, plan, event, count) => {
    const empire = makeEmpire(plan);
    happen(empire, event);
    expect(countOf(empire, name)).toBe(count);
  });

  it('notes the day of every step that its count reaches, each once', () => {
    const empire = makeEmpire({});
    const quantity = (n: number): Own => trained('knights', n);
    happen(empire, quantity(9));
    expect(empire.deeds.marshal).toEqual({ count: 9, days: [] });
    happen(empire, quantity(1));
    happen(empire, quantity(490), t0 + dayMs);
    happen(empire, quantity(1), t0 + 2 * dayMs);
    expect(empire.deeds.marshal).toEqual({ count: 501, days: [today, today + 1, today + 1] });
    const progress = the(deedsOf(empire).find(({ name }) => name === 'marshal'));
    expect(progress.next).toBe(2500);
    happen(empire, quantity(1_000_000), t0 + 3 * dayMs);
    expect(empire.deeds.marshal?.days).toHaveLength(5);
    expect(the(deedsOf(empire).find(({ name }) => name === 'marshal')).next).toBeNull();
  });

  it('stays when what it counts is lost', () => {
    const empire = makeEmpire(levels);
    happen(empire, built);
    buildingOf(cityOf(empire), 'wall').level = 1;
    happen(empire, built, t0 + dayMs);
    expect(empire.deeds.fortifier).toEqual({ count: 8, days: [today] });
  });

  it('is only one of players', () => {
    const village = makeEmpire({ kind: 'village' });
    happen(village, arrived);
    expect(village.deeds).toEqual({});
  });

  it('counts days and reigns by the speed of the world', () => {
    const empire = makeEmpire({ createdAt: t0 - dayMs });
    const world = { ...makeWorld([empire], 60), firstReignAt: t0 - dayMs };
    joinAlliance(empire, { id: 'o', tag: 'O' }, 'member', { now: t0, speed: 60, emit: ignoreEvents });
    collectInto([], world)({ ...arrived, at: t0 + reignMs(60) + 1, empireId: empire.id });
    expect([countOf(empire, 'comrade'), countOf(empire, 'witness')]).toEqual([30, 3]);
  });
});

describe('a fight', () => {
  it.each<[string, EmpirePlan, EmpirePlan, Partial<Record<DeedName, [by: number, on: number]>>]>([
    [
      'won on a village is a raid, and without a loss',
      units({ knights: 500 }),
      { kind: 'village' },
      { raider: [1, 0], conqueror: [0, 0], unscathed: [1, 0] },
    ],
    [
      'won on a city of a player that has attacked before',
      { ...units({ soldiers: 900 }), attackedBy: { d: t0 } },
      units({ soldiers: 300 }),
      { conqueror: [1, 0], avenger: [1, 0], raider: [0, 0], unscathed: [0, 0] },
    ],
    [
      'won on one that has not attacked, with more units',
      units({ soldiers: 900 }),
      units({ soldiers: 300 }),
      { avenger: [0, 0], underdog: [0, 0] },
    ],
    [
      'won with fewer units than the enemy',
      units({ knights: 300 }),
      units({ archers: 310 }),
      { underdog: [1, 0], outnumbered: [0, 0] },
    ],
    [
      'repelled by fewer units than attacked',
      units({ soldiers: 320 }),
      units({ knights: 300 }),
      { outnumbered: [0, 1] },
    ],
    ['repelled by more units', units({ soldiers: 5 }), units({ soldiers: 500 }), { outnumbered: [0, 0] }],
    [
      'that ends with a sack counts for the one that sacks',
      units({ soldiers: 3000 }),
      { ...units({ soldiers: 10 }), stock: amounts(90_000, 90_000, 90_000), lastActiveAt: t0 - dayMs },
      { sacker: [1, 0] },
    ],
  ])('%s', (_claim, by, on, deeds) => {
    const { countsOf } = fight(by, on);
    const counts = Object.keys(deeds).map((name) => [name, countsOf(name as DeedName)]);
    expect(Object.fromEntries(counts)).toEqual(deeds);
  });

  it('counts the value that it destroys', () => {
    const { countsOf } = fight(units({ soldiers: 900 }), units({ soldiers: 300 }));
    expect(countsOf('slayer')[0]).toBe(300 * 100);
  });

  it('won on an army in the field', () => {
    const on = { armies: [{ at: at(6, 0), units: { soldiers: 10 } }] };
    expect(fight(units({ soldiers: 500 }), on, armyOf).countsOf('hunter')).toEqual([1, 0]);
  });

  it('of catapults counts the lost levels of the wall', () => {
    const by = units({ soldiers: 900, catapults: 40 });
    const { countsOf, outcome } = fight(by, { cities: [{ at: at(4, 0), levels: { wall: 5 } }] });
    expect([outcome.wall, countsOf('breaker')]).toEqual([{ before: 5, after: 4 }, [1, 0]]);
  });

  it.each([
    [1, 6 * hourMs, 1],
    [1, hourMs, 0],
    [60, 6 * minuteMs, 1],
  ])('repelled at speed %i counts as in sleep after the absence', (speed, absence, count) => {
    const { by, on, world } = duel(units({ soldiers: 5 }), units({ soldiers: 500 }), speed);
    const { contactAt } = attack(world, { by, on, target: cityOf(on) });
    on.lastActiveAt = contactAt - absence;
    advance(world, contactAt, battleRandomOf);
    expect([countOf(on, 'night_watch'), countOf(on, 'stalwart'), countOf(by, 'stalwart')]).toEqual([
      ...[count, 1, 0],
    ]);
  });

  it('that is called off counts for no side, because a recall loads only the attacker', () => {
    const { by, on, world } = duel(units({ soldiers: 5 }), units({ soldiers: 500 }));
    attack(world, { by, on, target: cityOf(on) });
    recallArmy(world, by, armyOf(by), t0 + minuteMs, collectInto([], world));
    expect([by.deeds, on.deeds]).toEqual([{}, {}]);
  });

  it('on a seat: repelled, and held until its last moment', () => {
    const place = { cities: [{ at: at(30, 0) }], seats: [held(20)], reignEndsAt: t0 + dayMs };
    const garrison = { armies: [{ at: at(3, 0), units: { soldiers: 900 } }] };
    const repelled = fight(units({ soldiers: 5 }), { ...place, ...garrison }, () => held(20));
    expect(repelled.countsOf('seat_guard')).toEqual([0, 1]);
    const { countsOf } = fight(units({ soldiers: 900 }), place, () => held(20));
    expect([countsOf('usurper'), countsOf('steadfast')]).toEqual([
      [1, 0],
      [0, 20],
    ]);
  });

  it('on a keeper counts as a seat taken, and not as a city', () => {
    const kept = { ...seat, heldSince: null };
    const by = makeEmpire({ id: 'a', foundingPaid: 1e9, ...units({ soldiers: 900 }) });
    const on = makeKeeper('k', kept);
    clash({ by, on, world: makeWorld([by, on]) }, kept, battleRandomOf);
    const names = ['usurper', 'conqueror', 'raider'] as const;
    expect(names.map((name) => countOf(by, name))).toEqual([1, 0, 0]);
    expect(names.map((name) => countOf(on, name))).toEqual([0, 0, 0]);
  });

  it('that a guard wins counts for the guard, and not for the holder', () => {
    const { ann, bob } = fightGuarded({ attacker: { soldiers: 5 }, guard: { soldiers: 500 } }, 'seed');
    expect([countOf(bob, 'shield'), countOf(ann, 'shield'), countOf(ann, 'stalwart')]).toEqual([1, 0, 0]);
  });
});
