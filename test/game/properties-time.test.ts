/** Properties of time: the result does not depend on when, how often or for which empires the world is advanced. */
import { guardsIn } from '../../src/game/diplomacy/guards.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance, decideMeeting } from '../../src/game/advance.ts';
import { meetingsDue, partyIdsOf, type Meeting } from '../../src/game/contact/meetings.ts';
import type { GameEvent } from '../../src/game/events.ts';
import type { WorldSlice } from '../../src/game/types.ts';
import { casesOf, findUnreached } from '../support/campaign.ts';
import { commands, commandsOfMeetings, play, worlds } from '../support/random-games.ts';
import { dump, hourMs, battleRandomOf, the } from '../support/worlds.ts';
import { advanceAndCompare, sorted, steps } from './in-steps.ts';

const holds = <T>(property: fc.IProperty<T>, numRuns: number, batch = 0): void =>
  fc.assert(property, { seed: 20_260_102 + batch, numRuns: casesOf(numRuns) });

const hoursAhead = 8;
const games = fc.oneof(commands(24), commandsOfMeetings(24));

/** What these games must reach: guards, queues of seats, alliances, and changes of seats. */
const scenes = [
  'guard_arrived',
  'guard_fell',
  'guard_held',
  'queued',
  'seat_taken',
  'alliance_left',
] as const;

/** Which of them happened after `since`, by these events and the battles. */
function scenesOf({ battles }: WorldSlice, gameEvents: readonly GameEvent[], since: number): string[] {
  const found: string[] = gameEvents.map(({ kind }) => kind);
  for (const { outcome } of battles.values()) {
    if (outcome === null || outcome.at <= since) continue;
    if (outcome.guard !== undefined && outcome.rounds.length === 0) found.push('guard_held');
    if (outcome.reason === 'truce') found.push('queued');
  }
  return found;
}

it('advancing in many steps gives the same world as advancing once or again, also after a week without a server', () => {
  const hours = fc.constantFrom(hoursAhead, hoursAhead, 168);
  const reached = new Set<string>();
  const property = fc.property(worlds, games, steps(0, 12), hours, (world, orders, times, ahead) => {
    const { now } = play(world, orders);
    const span = Math.ceil((ahead * hourMs) / world.speed);
    const gameEvents = advanceAndCompare(world, { now, span }, times);
    for (const scene of scenesOf(world, gameEvents, now)) reached.add(scene);
  });
  expect(findUnreached(scenes, reached, (batch) => holds(property, 80, batch))).toEqual([]);
});

const keyOf = ({ battle, armyId }: Meeting): string => battle?.id ?? `guard ${armyId}`;

/** The earliest due meeting of an empire at or before `until`. */
function earliestOf(world: WorldSlice, empireId: string, until: number): Meeting | undefined {
  return meetingsDue(world, until).find((meeting) => partyIdsOf(world, meeting).includes(empireId));
}

/** The meeting to decide first: the earliest of its empires, or of those that an earlier one of them concerns. */
function firstBefore(world: WorldSlice, meeting: Meeting): Meeting {
  for (const party of partyIdsOf(world, meeting)) {
    const first = the(earliestOf(world, party, meeting.at));
    if (keyOf(first) !== keyOf(meeting)) return firstBefore(world, first);
  }
  return meeting;
}

/** Advances one empire as a transaction does: first each meeting with its empires, then this empire alone. */
function advanceOne(world: WorldSlice, empireId: string, until: number): GameEvent[] {
  const gameEvents: GameEvent[] = [];
  for (;;) {
    const meeting = earliestOf(world, empireId, until);
    if (meeting === undefined) break;
    decideMeeting(world, firstBefore(world, meeting), battleRandomOf, (gameEvent) =>
      gameEvents.push(gameEvent),
    );
  }
  const alone = new Map([[empireId, the(world.empires.get(empireId))]]);
  const battles = new Map([...world.battles].filter(([, { contactAt }]) => contactAt > until));
  const slice = { ...world, empires: alone, battles, knownGuards: guardsIn(world) };
  gameEvents.push(...advance(slice, until, battleRandomOf));
  return gameEvents;
}

it('deciding contacts pair by pair, in any order of empires, gives the same world as one global order', () => {
  const requests = fc.array(fc.tuple(fc.nat(2), fc.nat(1000)), { maxLength: 12 });
  const reached = new Set<string>();
  const property = fc.property(worlds, games, requests, (world, orders, requested) => {
    const { now } = play(world, orders);
    const inPairs = structuredClone(world);
    const span = Math.ceil((hoursAhead * hourMs) / world.speed);
    const globally = advance(world, now + span, battleRandomOf);
    const ids = [...inPairs.empires.keys()];
    const gameEvents = [...requested, ...ids.map((_id, index) => [index, 1000] as const)].flatMap(
      ([index, time]) => advanceOne(inPairs, the(ids[index]), now + Math.floor((span * time) / 1000)),
    );
    expect(dump(inPairs)).toBe(dump(world));
    expect(sorted(gameEvents)).toEqual(sorted(globally));
    for (const scene of scenesOf(world, globally, now)) reached.add(scene);
  });
  expect(findUnreached(scenes, reached, (batch) => holds(property, 80, batch))).toEqual([]);
});
