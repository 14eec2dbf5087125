/** Properties of leave in random games: but for its length, an empire returns as if it had stayed and met no other. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance } from '../../src/game/advance.ts';
import type { GameEvent } from '../../src/game/events.ts';
import { isOnLeave, orderLeave, returnFromLeave } from '../../src/game/diplomacy/leave.ts';
import { crownPartsAt } from '../../src/game/diplomacy/reigns.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { casesOf } from '../support/campaign.ts';
import { commandsWithLeave, momentOf, perform, play, worlds, type Command } from '../support/random-games.ts';
import {
  battleRandomOf,
  dayMs,
  dump,
  hourMs,
  idMaker,
  ignoreEvents,
  refusal,
  the,
} from '../support/worlds.ts';
import { advanceAndCompare, steps } from './in-steps.ts';

/** What the empire is after `ms` of leave, with its own moments as if there had been none. @param from when it began */
function withoutLeave(empire: Empire, from: number, ms: number) {
  const back = (at: number | null): number | null => (at === null ? null : at - ms);
  const later = (at: number): number => (at >= from + ms ? at - ms : at);
  const queue = <T extends { startsAt: number | null; completesAt: number | null }>(
    items: readonly T[],
  ): T[] =>
    items.map((item) => ({ ...item, startsAt: back(item.startsAt), completesAt: back(item.completesAt) }));
  return {
    // What others and the world do meanwhile is not compared.
    ...{ ...empire, membership: null, formerAlliance: null, lastActiveAt: 0, leaveEndedAt: 0 },
    ...{ crownOffset: 0, allianceCrowns: {}, reignEndsAt: null },
    advancedAt: empire.advancedAt - ms,
    lastDesertionAt: back(empire.lastDesertionAt),
    recalledUntil: Object.fromEntries(
      Object.entries(empire.recalledUntil).map(([id, until]) => [id, until - ms]),
    ),
    goals: Object.fromEntries(Object.entries(empire.goals).map(([name, at]) => [name, later(at)])),
    armies: empire.armies.map((army) => ({ ...army, standingSince: later(army.standingSince) })),
    cities: empire.cities.map((city) => ({
      ...city,
      construction: queue(city.construction),
      training: queue(city.training),
      sackedUntil: back(city.sackedUntil),
      plunderedAt: city.plunderedAt.map(({ at, share }) => ({ at: at - ms, share })),
    })),
  };
}

const only = (world: WorldSlice, empire: Empire): WorldSlice => ({
  ...world,
  empires: new Map([[empire.id, empire]]),
  battles: new Map(),
});

/** Gives commands of all empires, and returns the moment of the last one. Those of an empire on leave are refused. */
function playOn(world: WorldSlice, orders: readonly Command[], from: number, until: number): GameEvent[] {
  const newId = idMaker();
  const gameEvents: GameEvent[] = [];
  let now = from;
  for (const order of orders) {
    now = momentOf(order, now, world.speed);
    if (now > until) break;
    gameEvents.push(...advance(world, now, battleRandomOf));
    refusal(() => perform(world, order, now, () => `later-${newId()}`));
  }
  return gameEvents;
}

/** A game in which the first empire takes a leave; null if it holds a seat, or its armies stay on guard. */
function toLeave(
  world: WorldSlice,
  before: readonly Command[],
  days: number,
): { empire: Empire; from: number } | null {
  const { now } = play(world, before);
  const empire = the(world.empires.get('e1'));
  advance(world, now, battleRandomOf);
  if (empire.leave === null && refusal(() => orderLeave(world, empire, days, now)) !== null) return null;
  // From minute to minute, so that the world stands at the begin.
  let at = now;
  while (empire.leave !== null && !isOnLeave(empire)) {
    at += Math.ceil(hourMs / 10 / world.speed);
    advance(world, at, battleRandomOf);
  }
  return empire.leave?.beganAt == null ? null : { empire, from: empire.leave.beganAt };
}

it('an empire on leave is, but for the moved moments, the empire without leave at a time earlier by its length', () => {
  const games = fc.tuple(
    worlds,
    commandsWithLeave(12),
    commandsWithLeave(20),
    fc.integer({ min: 2, max: 30 }),
    steps(20),
    fc.nat(999),
  );
  let [returned, changed] = [0, 0];
  const property = fc.property(games, ([world, before, meanwhile, days, times, early]) => {
    const found = toLeave(world, before, days);
    fc.pre(found !== null);
    const { empire, from } = found;
    const whole = the(empire.leave).days * dayMs;
    const stayed = structuredClone(empire);
    stayed.leave = null;
    stayed.advancedAt = from;
    const untouched = dump(only(world, empire));

    // Nothing attacks it, nothing of it attacks, and it holds no seat, with any orders of others.
    const undecided = () => [...world.battles.values()].filter(({ outcome }) => outcome === null);
    const ms = early % 2 === 0 ? whole : Math.max(2 * dayMs, Math.floor((whole * early) / 1000));
    const gameEvents = playOn(world, meanwhile, empire.advancedAt, from + ms - 1);
    const contacts = [...world.battles.values()].filter(
      ({ outcome }) => outcome !== null && outcome.at >= from && outcome.at < from + ms,
    );
    for (const { attackerId, defenderId, allyId, outcome } of [...undecided(), ...contacts])
      if (outcome?.at !== from) expect([attackerId, defenderId, allyId]).not.toContain(empire.id);
    expect(empire.seats).toEqual([]);
    expect(JSON.parse(untouched)).toMatchObject({
      empires: [[empire.id, { stock: empire.stock, armies: empire.armies }]],
    });
    changed += gameEvents.length;

    // Now alone: advanced in steps or at once, as one that has stayed.
    const span = Math.ceil((2 * dayMs) / world.speed);
    const end = from + ms;
    const [once, stepped] = [structuredClone(only(world, empire)), structuredClone(only(world, empire))];
    const moments = times.map(
      (time) => empire.advancedAt + Math.floor(((end + span - empire.advancedAt) * time) / 1_000_000),
    );
    for (const [slice, until] of [
      [once, [end, end + span]],
      [stepped, [...moments, end, end + span]],
    ] as const)
      for (const moment of [...until].sort((a, b) => a - b)) {
        advance(slice, moment, battleRandomOf);
        const own = the(slice.empires.get(empire.id));
        if (moment !== end || !isOnLeave(own)) continue;
        returnFromLeave(own, end, ignoreEvents);
        advance(slice, end, battleRandomOf);
        returned += 1;
      }
    expect(dump(stepped)).toBe(dump(once));
    const alone = only(world, stayed);
    advance(alone, from + span, battleRandomOf);
    const result = the(once.empires.get(empire.id));
    expect(withoutLeave(result, from, ms)).toEqual(withoutLeave(stayed, from, 0));
    // It is as old, and as protected, as it would be; it only has given no command.
    expect([result.createdAt, result.protectionEnded]).toEqual([stayed.createdAt, stayed.protectionEnded]);
    expect(result.leaveEndedAt).toBe(end);
  });
  fc.assert(property, { seed: 20_261_124, numRuns: casesOf(1000) });
  expect(returned).toBeGreaterThan(casesOf(100));
  expect(changed).toBeGreaterThan(casesOf(400));
});

it('advancing a world with leaves in a hundred steps gives the same world and events as advancing it once', () => {
  let left = 0;
  const property = fc.property(worlds, commandsWithLeave(40), steps(100), (world, orders, times) => {
    const { now } = play(world, orders);
    const span = Math.ceil((4 * dayMs) / Math.min(world.speed, 7));
    const gameEvents = advanceAndCompare(world, { now, span }, times);
    left += gameEvents.filter(({ kind }) => kind === 'leave_begun').length;
  });
  fc.assert(property, { seed: 20_261_126, numRuns: casesOf(200) });
  expect(left).toBeGreaterThan(casesOf(40));
});

it('orders and returns gain nothing: the empire is as one that did nothing, for a time shorter by its leaves', () => {
  const order = fc.record({ days: fc.integer({ min: 2, max: 4 }), isReturn: fc.boolean(), wait: fc.nat(40) });
  const orders = fc.array(order, { minLength: 10, maxLength: 20 });
  // The second and the third empire hold seats.
  const ids = fc.constantFrom('e1', 'e2', 'e3');
  let [left, refused, crowned] = [0, 0, 0];
  const property = fc.property(worlds, ids, orders, (world, id, list) => {
    const empire = the(world.empires.get(id));
    const [idle, present] = [only(world, structuredClone(empire)), only(world, structuredClone(empire))];
    const gameEvents: GameEvent[] = [];
    let now = empire.advancedAt;
    for (const { days, isReturn, wait } of list) {
      now += Math.ceil((wait * hourMs) / 2);
      gameEvents.push(...advance(world, now, battleRandomOf));
      const code = refusal(() => {
        if (isReturn) returnFromLeave(empire, now, (gameEvent) => gameEvents.push(gameEvent));
        else orderLeave(world, empire, days, now);
      }, empire);
      if (code !== null) refused += 1;
    }
    // The sum of its leaves, the one under way included.
    let away = isOnLeave(empire) ? now : 0;
    for (const { kind, at } of gameEvents) {
      if (kind === 'leave_begun') away -= at;
      if (kind === 'leave_ended') away += at;
    }
    advance(world, now, battleRandomOf);
    advance(idle, now - away, battleRandomOf);
    advance(present, now, battleRandomOf);
    const stayed = the(idle.empires.get(id));
    const crownsOf = (each: Empire): number => crownPartsAt(each, now, world.speed);
    const most = crownsOf(the(present.empires.get(id)));
    expect(crownsOf(empire)).toBeLessThanOrEqual(most);
    if (most > 0) crowned += 1;
    for (const key of ['stock', 'createdAt', 'protectionEnded', 'victories', 'attackedBy'] as const)
      expect(empire[key]).toEqual(stayed[key]);
    expect(empire.armies.map(({ units }) => units)).toEqual(stayed.armies.map(({ units }) => units));
    expect(empire.cities.map(({ buildings }) => buildings)).toEqual(
      stayed.cities.map(({ buildings }) => buildings),
    );
    left += gameEvents.filter(({ kind }) => kind === 'leave_begun').length;
  });
  fc.assert(property, { seed: 20_261_125, numRuns: casesOf(320) });
  expect(left).toBeGreaterThan(casesOf(80));
  expect(crowned).toBeGreaterThan(casesOf(40));
  expect(refused).toBeGreaterThan(casesOf(80));
});
