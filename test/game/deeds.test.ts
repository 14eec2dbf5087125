/** Deeds: what raises the count of each, the days of its steps, and that both stay. */
import { describe, expect, it } from 'vitest';
import { deedNames, type DeedName } from '../../src/contract/vocabulary.ts';
import { advance } from '../../src/game/advance.ts';
import { joinAlliance } from '../../src/game/alliances.ts';
import { recallArmy } from '../../src/game/armies.ts';
import { amounts } from '../../src/game/balance.ts';
import { deedRules } from '../../src/game/deed-rules.ts';
import { collectInto, deedsOf } from '../../src/game/deeds.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { crownScale, reignMs } from '../../src/game/reigns.ts';
import type { Empire } from '../../src/game/types.ts';
import { fight as fightGuarded } from './guard-scene.ts';
import {
  armyOf,
  attack,
  battleRandomOf,
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
} from '../support/worlds.ts';

const today = Math.floor(t0 / dayMs);
type Plan = Exclude<Parameters<typeof makeEmpire>[0], undefined>;
/** An event of one empire, without what all have. */
type Own = GameEvent extends infer Each
  ? Each extends { empireId: string }
    ? Omit<Each, 'at' | 'empireId'>
    : never
  : never;

const countOf = ({ deeds }: Empire, name: DeedName): number => deeds[name]?.count ?? 0;

/** Reports events of an empire to a world with it alone. */
function happen(empire: Empire, events: readonly Own[], at = t0, speed = 1): void {
  const emit = collectInto([], makeWorld([empire], speed));
  for (const event of events) emit({ ...event, at, empireId: empire.id });
}

const built: Own = {
  kind: 'construction_complete',
  cityId: 'e-c1',
  building: { id: 'b', type: 'farm', level: 1 },
};
const trained = (unit: 'soldiers' | 'archers' | 'knights' | 'catapults'): Own => ({
  kind: 'training_complete',
  cityId: 'e-c1',
  unit,
  quantity: 7,
});
const arrived: Own = {
  kind: 'army_arrived',
  armyId: 'e-a1',
  armyName: 'Army 1',
  tile: { x: 0, y: 0 },
  loot: amounts(100, 20, 3),
};
const reignEnded: Own = { kind: 'reign_ended', crownParts: 30 * crownScale + 1, allianceCrowns: {} };
const founded: Own = { kind: 'city_founded', cityId: 'e-c2' };
const guarding: Own = {
  kind: 'guard_arrived',
  holderId: 'x',
  armyId: 'e-a1',
  armyName: 'Army 1',
  place: { type: 'city', id: 'c' },
  tile: { x: 1, y: 1 },
};
const taken: Own = {
  kind: 'seat_taken',
  opponentId: 'x',
  battleId: 'b',
  seat: { id: 's', number: 0, x: 1, y: 1 },
};
const ordered = { kind: 'wish_ordered', wish: {} } as unknown as Own;
const joined: Own = { kind: 'alliance_joined', allianceId: 'o', tag: 'O', role: 'member' };

const levels: Plan = {
  cities: [
    { levels: { town_hall: 7, farm: 3, quarry: 4, market: 5, house: 6, warehouse: 2, wall: 8 } },
    { at: { x: 9, y: 9 }, levels: { farm: 2 } },
  ],
  armies: [{ units: { soldiers: 5, knights: 6 } }],
};
const held = (days: number) => ({ id: 's', number: 0, x: 1, y: 1, heldSince: t0 - days * dayMs });

/** By deed: an empire, what happens to it, and the count. */
const counted: [DeedName, Plan, Own, number][] = [
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

/** An attack of `a` on a place or army of `d`, decided. */
function fight(
  by: Empire,
  on: Empire,
  target: Parameters<typeof attack>[1]['target'] = cityOf(on),
  speed = 1,
) {
  const world = makeWorld([by, on], speed);
  advance(world, attack(world, { by, on, target }).contactAt, battleRandomOf);
  return (name: DeedName): number[] => [by, on].map((empire) => countOf(empire, name));
}

const attacker = (soldiers: number, plan: Plan = {}): Empire =>
  makeEmpire({ id: 'a', armies: [{ units: { soldiers } }], foundingPaid: 1e9, ...plan });
const defender = (soldiers: number, plan: Plan = {}): Empire =>
  makeEmpire({
    id: 'd',
    cities: [{ at: { x: 3, y: 0 } }],
    armies: [{ units: { soldiers } }],
    foundingPaid: 1e9,
    ...plan,
  });

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
    happen(empire, [event]);
    expect(countOf(empire, name)).toBe(count);
  });

  it('notes the day of every step that its count reaches, each once', () => {
    const empire = makeEmpire({});
    const quantity = (n: number): Own => ({ ...trained('knights'), quantity: n }) as Own;
    happen(empire, [quantity(9)]);
    expect(empire.deeds.marshal).toEqual({ count: 9, days: [] });
    happen(empire, [quantity(1)]);
    happen(empire, [quantity(490)], t0 + dayMs);
    happen(empire, [quantity(1)], t0 + 2 * dayMs);
    expect(empire.deeds.marshal).toEqual({ count: 501, days: [today, today + 1, today + 1] });
    const progress = the(deedsOf(empire).find(({ name }) => name === 'marshal'));
    expect(progress.next).toBe(2500);
    happen(empire, [quantity(1_000_000)], t0 + 3 * dayMs);
    expect(empire.deeds.marshal?.days).toHaveLength(5);
    expect(the(deedsOf(empire).find(({ name }) => name === 'marshal')).next).toBeNull();
  });

  it('stays when what it counts is lost', () => {
    const empire = makeEmpire(levels);
    happen(empire, [built]);
    the(cityOf(empire).buildings.find(({ type }) => type === 'wall')).level = 1;
    happen(empire, [built], t0 + dayMs);
    expect(empire.deeds.fortifier).toEqual({ count: 8, days: [today] });
  });

  it('is only one of players', () => {
    const village = makeEmpire({ kind: 'village' });
    happen(village, [arrived]);
    expect(village.deeds).toEqual({});
  });

  it('counts days and reigns by the speed of the world', () => {
    const empire = makeEmpire({ createdAt: t0 - dayMs });
    const world = makeWorld([empire], 60);
    joinAlliance(empire, { id: 'o', tag: 'O' }, 'member', { now: t0, speed: 60, emit: ignoreEvents });
    const at = t0 + reignMs(60) + 1;
    collectInto([], { ...world, firstReignAt: t0 - dayMs })({
      ...arrived,
      at,
      empireId: empire.id,
    });
    expect([countOf(empire, 'comrade'), countOf(empire, 'witness')]).toEqual([30, 3]);
  });
});

describe('a fight', () => {
  it('won on a village counts as a raid, and without a loss', () => {
    const knights = { armies: [{ units: { knights: 500 } }] };
    const of = fight(attacker(0, knights), defender(0, { kind: 'village' }));
    expect([of('raider'), of('conqueror'), of('unscathed')]).toEqual([
      [1, 0],
      [0, 0],
      [1, 0],
    ]);
  });

  it('won on a city of a player that has attacked before', () => {
    const of = fight(attacker(900, { attackedBy: { d: t0 } }), defender(300));
    expect([of('conqueror'), of('avenger'), of('raider')]).toEqual([
      [1, 0],
      [1, 0],
      [0, 0],
    ]);
    expect(of('unscathed')).toEqual([0, 0]);
    expect(of('slayer')[0]).toBeGreaterThan(0);
    expect(fight(attacker(900), defender(300))('avenger')).toEqual([0, 0]);
  });

  it('won with fewer units than the enemy', () => {
    const knights = { armies: [{ units: { knights: 300 } }] };
    const of = fight(attacker(0, knights), defender(0, { armies: [{ units: { archers: 310 } }] }));
    expect([of('underdog'), of('outnumbered')]).toEqual([
      [1, 0],
      [0, 0],
    ]);
    expect(fight(attacker(900), defender(300))('underdog')).toEqual([0, 0]);
  });

  it('won on an army in the field', () => {
    const on = defender(0, { armies: [{ at: { x: 6, y: 0 }, units: { soldiers: 10 } }] });
    expect(fight(attacker(500), on, armyOf(on))('hunter')).toEqual([1, 0]);
  });

  it('of catapults counts the lost levels of the wall', () => {
    const machines = { armies: [{ units: { soldiers: 900, catapults: 40 } }] };
    const on = defender(0, { cities: [{ at: { x: 3, y: 0 }, levels: { wall: 5 } }] });
    const before = 5;
    const of = fight(attacker(0, machines), on);
    const after = cityOf(on).buildings.find(({ type }) => type === 'wall')?.level ?? 0;
    expect(of('breaker')).toEqual([before - after, 0]);
    expect(before - after).toBeGreaterThan(0);
    expect(of('sacker')[0]).toBe(cityOf(on).sackedUntil === null ? 0 : 1);
  });

  it('that ends with a sack counts for the one that sacks', () => {
    const on = defender(10, { stock: amounts(90_000, 90_000, 90_000), lastActiveAt: t0 - dayMs });
    const of = fight(attacker(3000), on);
    expect(cityOf(on).sackedUntil).not.toBeNull();
    expect(of('sacker')).toEqual([1, 0]);
  });

  it.each([
    [1, 6 * hourMs, 1],
    [1, hourMs, 0],
    [60, 6 * minuteMs, 1],
  ])('repelled at speed %i counts as in sleep after the absence', (speed, absence, count) => {
    const by = attacker(5);
    const on = defender(500);
    const world = makeWorld([by, on], speed);
    const { contactAt } = attack(world, { by, on, target: cityOf(on) });
    on.lastActiveAt = contactAt - absence;
    advance(world, contactAt, battleRandomOf);
    expect([countOf(on, 'night_watch'), countOf(on, 'stalwart'), countOf(by, 'stalwart')]).toEqual([
      count,
      1,
      0,
    ]);
  });

  it('that is called off counts for no side, because a recall loads only the attacker', () => {
    const rich = { createdAt: t0 - 10 * dayMs, foundingPaid: 60_000 };
    const [by, on] = [attacker(5, rich), defender(500, rich)];
    const world = makeWorld([by, on]);
    attack(world, { by, on, target: cityOf(on) });
    recallArmy(world, by, armyOf(by), t0 + minuteMs, collectInto([], world));
    expect([by.deeds, on.deeds]).toEqual([{}, {}]);
  });

  it('repelled by fewer units than attacked', () => {
    const strong = { armies: [{ units: { knights: 300 } }] };
    expect(fight(attacker(320), defender(0, strong))('outnumbered')).toEqual([0, 1]);
    expect(fight(attacker(5), defender(500))('outnumbered')).toEqual([0, 0]);
  });

  it('on a seat: repelled, and held until its last moment', () => {
    const seat = { id: 's', number: 0, x: 3, y: 0, heldSince: t0 - 20 * dayMs };
    const place: Plan = { cities: [{ at: { x: 30, y: 0 } }], seats: [seat], reignEndsAt: t0 + dayMs };
    const on = defender(0, { ...place, armies: [{ at: { x: 3, y: 0 }, units: { soldiers: 900 } }] });
    expect(fight(attacker(5), on, seat)('seat_guard')).toEqual([0, 1]);
    const weak = defender(0, { ...place, armies: [] });
    const of = fight(attacker(900), weak, seat);
    expect([of('usurper'), of('steadfast')]).toEqual([
      [1, 0],
      [0, 20],
    ]);
  });

  it('on a keeper counts as a seat taken, and not as a city', () => {
    const seat = { id: 's', number: 0, x: 3, y: 0, heldSince: null };
    const of = fight(attacker(900), makeKeeper('k', seat), seat);
    expect([of('usurper'), of('conqueror'), of('raider')]).toEqual([
      [1, 0],
      [0, 0],
      [0, 0],
    ]);
  });

  it('that a guard wins counts for the guard, and not for the holder', () => {
    const { ann, bob } = fightGuarded({ attacker: { soldiers: 5 }, guard: { soldiers: 500 } }, 'seed');
    expect([countOf(bob, 'shield'), countOf(ann, 'shield'), countOf(ann, 'stalwart')]).toEqual([1, 0, 0]);
  });
});
