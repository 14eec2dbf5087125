/** While bots play on a server at full speed: verify finds nothing, and an export is a consistent snapshot. */
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

it('an export is consistent', async () => {
  const file = join(mkdtempSync(join(inject('testServer').folder, 'live-')), 'world.gz');
  const empty = await createTestDatabase();
  await runCommand({ databaseUrl }, 'world', 'export', file);
  const { code, err } = await runCommand({ databaseUrl: empty.url }, 'world', 'import', file);
  await empty.drop();
  expect([code, err]).toEqual([0, '']);
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
