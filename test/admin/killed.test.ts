/** Backup and restore as processes that are killed: a backup leaves no file, a restore no changes. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { endOf, runCommand, startCommand } from '../support/admin.ts';
import { addBattles } from '../support/crowd.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { startTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

/** Enough rows for a restore of several seconds. */
const rowCount = 30_000;

let folder: string;
let crowded: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  folder = mkdtempSync(join(inject('testServer').folder, 'killed-'));
  crowded = await createTestDatabase();
  const game = await startTestGame({ databaseUrl: crowded.url });
  const ann = await createEmpire(game);
  const bob = await createEmpire(game);
  await addBattles(game, ann.empireId, bob.empireId, rowCount);
  await game.stop();
  client = new pg.Client(crowded.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await crowded.drop();
});

/** Waits until an SQL condition is true. */
async function until(sql: string): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ holds: boolean }>(`SELECT (${sql}) AS holds`);
    if (rows[0]?.holds === true) return;
    await delay(5);
  }
}

const isRunning = (sqlStart: string): string =>
  `EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'hegemon-admin' AND query LIKE '${sqlStart}%')`;

it('a killed backup leaves no file with the requested name', async () => {
  const file = join(folder, 'killed.gz');
  const child = startCommand({ DATABASE_URL: crowded.url }, 'backup', file);
  await until(isRunning('FETCH'));
  child.kill('SIGKILL');
  await endOf(child);
  expect([existsSync(file), readdirSync(folder).length]).toEqual([false, 1]);
});

it('a killed restore leaves an empty database, into which the same file can be restored', async () => {
  const file = join(folder, 'world.gz');
  await runCommand({ databaseUrl: crowded.url }, 'backup', file);
  const empty = await createTestDatabase();
  const child = startCommand({ DATABASE_URL: empty.url }, 'restore', file);
  await until(isRunning('INSERT INTO battles'));
  child.kill('SIGKILL');
  expect((await endOf(child)).code).toBeNull();
  await until(`NOT ${isRunning('')}`);
  const count = `SELECT (SELECT count(*)::int FROM users) AS users, (SELECT count(*)::int FROM battles) AS battles`;
  const before = await query(empty.url, count);
  await runCommand({ databaseUrl: empty.url }, 'restore', file);
  const after = await query(empty.url, count);
  await empty.drop();
  expect([before, after]).toEqual([[{ users: 1, battles: 0 }], [{ users: 3, battles: rowCount }]]);
});

it('the process returns an exit code and prints one JSON document', async () => {
  const file = join(folder, 'again.gz');
  const child = startCommand({ DATABASE_URL: crowded.url }, 'backup', file, '--json');
  const { code, out, err } = await endOf(child);
  const { rows } = JSON.parse(out) as { rows: { battles: number } };
  expect([code, rows.battles, err]).toEqual([0, rowCount, '']);
});
