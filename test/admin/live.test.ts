/** While bots play on a server at full speed: verify finds nothing, and a backup is a consistent snapshot. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startLiveWorld, type LiveWorld } from '../bots/live-world.ts';
import { askCommand, runCommand, type Run } from '../support/admin.ts';
import { createTestDatabase, query } from '../support/database.ts';
import {
  logIn,
  noLimits,
  registerPlayer,
  requestsOf,
  startTestGame,
  useOne,
  type Player,
} from '../support/game.ts';

interface Acknowledged {
  id: string;
  /** Numbers of the latest. */
  entries: number;
  events: number;
}

let world: LiveWorld;
let databaseUrl: string;
beforeAll(async () => {
  world = await startLiveWorld(3600, noLimits);
  databaseUrl = world.databaseUrl;
  await world.play(6);
  // At speed 3600, one second is an hour of the world.
  await delay(4_000);
});
afterAll(() => world.stop());

interface Report {
  invariants: { wrong: number; faults: object[] }[];
}

async function violationsOf(url: string): Promise<object[]> {
  const { data } = await askCommand<Report>({ databaseUrl: url }, 'verify');
  return data.invariants.flatMap(({ faults }) => faults);
}

it('verify finds nothing, five times in a row', async () => {
  for (let run = 0; run < 5; run++) {
    expect(await violationsOf(databaseUrl)).toEqual([]);
    await delay(300);
  }
});

describe('a backup', () => {
  const empty = useOne(createTestDatabase, ({ drop }) => drop());
  let player: Player;
  /** What was acknowledged before, and the same of the restored world. */
  let before: Acknowledged[];
  let restored: Run;
  const acknowledged = `SELECT e.id, max(l.number)::int AS entries, a.last::int AS events FROM empires e
    JOIN ledger_entries l ON l.empire_id = e.id JOIN event_logs a ON a.empire_id = e.id GROUP BY e.id, a.last`;
  beforeAll(async () => {
    player = await registerPlayer(world.url);
    before = await query<Acknowledged>(databaseUrl, acknowledged);
    const file = join(mkdtempSync(join(inject('testServer').folder, 'live-')), 'world.gz');
    await runCommand({ databaseUrl }, 'backup', file);
    restored = await runCommand({ databaseUrl: empty.url }, 'restore', file);
  });

  it('verifies elsewhere', () => {
    expect([restored.code, restored.err]).toEqual([0, '']);
  });

  it('has every change that was acknowledged before', async () => {
    const states = await query<Acknowledged>(empty.url, acknowledged);
    const after = new Map(states.map((state) => [state.id, state]));
    expect(before.length).toBeGreaterThan(5);
    for (const { id, entries, events } of before) {
      expect(after.get(id)?.entries).toBeGreaterThanOrEqual(entries);
      expect(after.get(id)?.events).toBeGreaterThanOrEqual(events);
    }
  });

  it('lets players continue with their password and their session', async () => {
    const next = await startTestGame({ databaseUrl: empty.url, speed: 3600 });
    const session = await requestsOf(next.url, player.token).send('GET', '/api/user/profile');
    const page = await fetch(`${next.url}/account`, {
      headers: { cookie: player.cookie },
      redirect: 'manual',
    });
    const again = await logIn(next.url, player.username);
    await next.stop();
    expect([session.status, page.status, again.username]).toEqual([200, 200, player.username]);
  });
});

it('empires can be deleted while they are played', async () => {
  const { rows } = await world.pool.query<{ id: string }>(
    "SELECT id FROM empires WHERE kind = 'player' LIMIT 2",
  );
  const codes: number[] = [];
  for (const { id } of rows)
    codes.push((await runCommand({ databaseUrl }, 'empire', 'delete', id, '--yes')).code);
  expect([codes, await violationsOf(databaseUrl)]).toEqual([[0, 0], []]);
});
