/** What a notification is about is stored when it arrives: a read at that moment, on any instance, shows it. */
import { beforeEach, expect, it } from 'vitest';
import type { ServerEvents } from '../../src/contract/events.ts';
import { foundAlliance, writeToAlliance } from '../support/alliances.ts';
import { requestsOf, useTwoInstances } from '../support/game.ts';
import { createWriter, write, type Writer } from '../support/messages.ts';
import { attackCity } from '../support/players.ts';
import { expose } from '../support/set-state.ts';
import { join } from '../support/sockets.ts';

const [first, second] = useTwoInstances();
let ann: Writer;
let bob: Writer;
let alliance: string;

/** Reads as bob on the other instance. */
const read = async (path: string): Promise<string> =>
  JSON.stringify(await requestsOf(second.url, bob.token).read(path));
const build = () => bob.send('POST', `/api/city/${bob.capitalId}/buildings`, { type: 'farm' });

beforeEach(async () => {
  first.clock.advance(2 * 60_000);
  [ann, bob] = [await createWriter(first), await createWriter(first)];
  alliance = await foundAlliance(bob);
});

interface Case {
  event: Exclude<keyof ServerEvents, 'error'>;
  /** Causes the event, which bob receives. */
  cause: () => Promise<unknown>;
  /** A part of what bob then reads. */
  path: () => string;
  shows: () => RegExp;
}

const cases: Case[] = [
  {
    event: 'empire_update',
    cause: build,
    path: () => `/api/empire/${bob.empireId}/cities`,
    shows: () => /"construction":\[\{/,
  },
  {
    event: 'construction_complete',
    cause: async () => {
      await build();
      await first.pass(3_600_000);
    },
    path: () => `/api/empire/${bob.empireId}/events`,
    shows: () => /construction_complete/,
  },
  {
    event: 'empire_event',
    cause: () => bob.send('PUT', `/api/city/${bob.capitalId}`, { name: 'Sparta' }),
    path: () => `/api/empire/${bob.empireId}/events`,
    shows: () => /city_renamed/,
  },
  {
    event: 'message',
    cause: () => write(ann, bob, 'Greetings'),
    path: () => '/api/threads',
    shows: () => /"unread":1.*Greetings/,
  },
  {
    event: 'alliance_message',
    cause: () => writeToAlliance(bob, alliance, 'Hoot'),
    path: () => `/api/alliance/${alliance}/messages`,
    shows: () => /Hoot/,
  },
  {
    event: 'alliance_update',
    cause: () => bob.send('POST', `/api/alliance/${alliance}/invitations`, { empire_id: ann.empireId }),
    path: () => `/api/alliance/${alliance}/candidates`,
    shows: () => new RegExp(ann.empireId),
  },
  {
    event: 'battle_start',
    cause: () => attackCity(ann, bob),
    path: () => `/api/battles?empire_id=${bob.empireId}&status=active`,
    shows: () => new RegExp(`"attacker_id":"${ann.empireId}"`),
  },
  {
    event: 'alliance_threat',
    cause: () => attackCity(ann, bob),
    path: () => `/api/alliance/${alliance}/threats`,
    shows: () => new RegExp(ann.empireId),
  },
];

it.each(cases)('$event', async ({ event, cause, path, shows }) => {
  await expose(first, bob.empireId);
  const live = await join(second.url, bob);
  await live.settle();
  const before = live.all(event).length;
  const caused = cause();
  await expect.poll(() => live.all(event).length, { interval: 1 }).toBeGreaterThan(before);
  expect(await read(path())).toMatch(shows());
  await caused;
  live.close();
});
