/** Beside a server on which bots play at full speed: verify finds nothing, and an export is one moment of it. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startLiveWorld, type LiveWorld } from '../bots/live-world.ts';
import { askCommand, runCommand } from '../support/admin.ts';
import { createTestDatabase } from '../support/database.ts';
import { noLimits } from '../support/game.ts';

let world: LiveWorld;
let databaseUrl: string;
beforeAll(async () => {
  world = await startLiveWorld(3600, noLimits);
  databaseUrl = world.databaseUrl;
  await world.play(6);
  // An hour of the world each second.
  await delay(4_000);
}, 60_000);
afterAll(() => world.stop());

interface Report {
  invariants: { wrong: number; faults: object[] }[];
}

async function faultsOf(url: string): Promise<object[]> {
  const { data } = await askCommand<Report>({ databaseUrl: url }, 'verify');
  return data.invariants.flatMap(({ faults }) => faults);
}

it('verify finds nothing, look after look', async () => {
  for (let look = 0; look < 5; look++) {
    expect(await faultsOf(databaseUrl)).toEqual([]);
    await delay(300);
  }
}, 60_000);

it('an export holds together', async () => {
  const file = join(mkdtempSync(join(inject('testServer').folder, 'live-')), 'world.gz');
  const empty = await createTestDatabase();
  await runCommand({ databaseUrl }, 'world', 'export', file);
  const { code, err } = await runCommand({ databaseUrl: empty.url }, 'world', 'import', file);
  await empty.drop();
  expect([code, err]).toEqual([0, '']);
}, 60_000);

it('empires are deleted under their players', async () => {
  const { rows } = await world.pool.query<{ id: string }>('SELECT id FROM empires LIMIT 2');
  const codes: number[] = [];
  for (const { id } of rows)
    codes.push((await runCommand({ databaseUrl }, 'empire', 'delete', id, '--yes')).code);
  expect([codes, await faultsOf(databaseUrl)]).toEqual([[0, 0], []]);
}, 60_000);
