/** Properties of reads in random games: at any moment, what a read shows is what the write path has or will have. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { advance, advanceToMeeting, nextDueAt } from '../../src/game/advance.ts';
import { guardsIn } from '../../src/game/diplomacy/guards.ts';
import { meetingsDue } from '../../src/game/contact/meetings.ts';
import type { Empire, WorldSlice } from '../../src/game/types.ts';
import { casesOf, findUnreached } from '../support/campaign.ts';
import { commands, commandsOfMeetings, commandsWithLeave, play, worlds } from '../support/random-games.ts';
import { battleRandomOf, hourMs, the } from '../support/worlds.ts';

/** What a read loads of a world: one empire, its undecided battles, and the guards that concern its places. */
function sliceOf(world: WorldSlice, id: string): WorldSlice {
  const empire = the(world.empires.get(id));
  const placeIds = new Set([
    ...[...empire.cities, ...empire.seats].map((place) => place.id),
    ...empire.armies.flatMap(({ guards }) => guards?.id ?? []),
  ]);
  const battles = [...world.battles].filter(
    ([, { outcome, attackerId, defenderId, allyId }]) =>
      outcome === null && [attackerId, defenderId, allyId].includes(id),
  );
  const knownGuards =
    empire.membership === null ? [] : guardsIn(world).filter(({ placeId }) => placeIds.has(placeId));
  return structuredClone({
    ...world,
    empires: new Map([[id, empire]]),
    battles: new Map(battles),
    knownGuards,
  });
}

/** The slice of a cached empire, whose objects are shared by its readers, except stock and postings. */
function sharedSliceOf(world: WorldSlice, id: string): WorldSlice {
  const empire = freeze(structuredClone(the(world.empires.get(id))));
  const own: Empire = { ...empire, stock: { ...empire.stock }, postings: null };
  const { speed, radius, firstReignAt } = world;
  return { speed, radius, firstReignAt, empires: new Map([[id, own]]), battles: new Map() };
}

function freeze<T extends object>(value: T): T {
  for (const member of Object.values(value))
    if (typeof member === 'object' && member !== null) freeze(member);
  return Object.freeze(value);
}

const shown = (world: WorldSlice, id: string) => ({
  ...the(world.empires.get(id)),
  postings: null,
  eventSeq: 0,
});

/** A copy of the world at a moment. */
function at(world: WorldSlice, moment: number): WorldSlice {
  const copy = structuredClone(world);
  advance(copy, moment, battleRandomOf);
  return copy;
}

/** The moments before, at and after everything that is due next. */
function momentsAround(world: WorldSlice, until: number): number[] {
  const due = [...world.empires.values()].map((empire) => nextDueAt(empire, world.speed) ?? until);
  const meetings = meetingsDue(world, until).map((meeting) => meeting.at);
  return [...due, ...meetings].flatMap((moment) => [moment - 1, moment, moment + 1, moment + 2_000]);
}

it('a read shows the present, or the moment before a meeting that is due, and does not change what readers share', () => {
  const games = fc.oneof(commands(24), commandsOfMeetings(24), commandsWithLeave(24));
  const reached = new Set<string>();
  const property = fc.property(worlds, games, (world, orders) => {
    const { now } = play(world, orders);
    const until = now + Math.ceil((4 * hourMs) / world.speed);
    for (const moment of momentsAround(world, until)) {
      if (moment < now) continue;
      const present = at(world, moment);
      for (const { id } of world.empires.values()) {
        const slice = sliceOf(world, id);
        const [meeting] = meetingsDue(slice, moment);
        const expected = shown(meeting === undefined ? present : at(world, meeting.at - 1), id);
        if (meeting !== undefined) reached.add(meeting.battle === null ? 'arrival' : 'contact');

        const isCached = slice.battles.size === 0;
        advanceToMeeting(slice, moment, battleRandomOf);
        expect(shown(slice, id)).toEqual(expected);

        // Beyond its next due work, a cached empire is copied.
        const dueAt = nextDueAt(the(world.empires.get(id)), world.speed) ?? Infinity;
        if (!isCached || dueAt <= moment) continue;
        const shared = sharedSliceOf(world, id);
        advanceToMeeting(shared, moment, battleRandomOf);
        const { advancedAt } = shown(shared, id);
        expect(shown(shared, id)).toEqual(shown(at(world, advancedAt), id));
        if (advancedAt < moment) reached.add('arrival, cached');
      }
    }
  });
  const scenes = ['arrival', 'contact', 'arrival, cached'] as const;
  const holds = (batch: number): void =>
    fc.assert(property, { seed: 20_261_128 + batch, numRuns: casesOf(60) });
  expect(findUnreached(scenes, reached, holds)).toEqual([]);
});
