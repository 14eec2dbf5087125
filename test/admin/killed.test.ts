/** Export and import as processes that are killed: an export leaves no file, an import no changes. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { endOf, runCommand, startCommand } from '../support/admin.ts';
import { addBattles } from '../support/crowd.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

/** Enough rows for an import of several seconds. */
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

it('a killed export leaves no file with the requested name', async () => {
  const file = join(folder, 'killed.gz');
  const child = startCommand({ DATABASE_URL: crowded.url }, 'world', 'export', file);
  await until(isRunning('FETCH'));
  child.kill('SIGKILL');
  await endOf(child);
  expect([existsSync(file), readdirSync(folder).length]).toEqual([false, 1]);
});

it('a killed import leaves the existing world unchanged', async () => {
  const file = join(folder, 'world.gz');
  await runCommand({ databaseUrl: crowded.url }, 'world', 'export', file);
  await client.query(
    `UPDATE users SET email = 'of.before@example.org' WHERE id = (SELECT id FROM users LIMIT 1)`,
  );
  const stateOf = async (): Promise<unknown> => {
    const { rows } = await client.query(
      `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM battles) AS battles,
         (SELECT count(*) FROM users WHERE email = 'of.before@example.org') AS changed,
         (SELECT last_value FROM pg_sequences WHERE sequencename = 'battles_number_seq') AS number`,
    );
    return rows[0];
  };
  const before = await stateOf();
  const child = startCommand({ DATABASE_URL: crowded.url }, 'world', 'import', file, '--replace', '--yes');
  await until(isRunning('INSERT INTO battles'));
  child.kill('SIGKILL');
  expect((await endOf(child)).code).toBeNull();
  await until(`NOT ${isRunning('')}`);
  expect(await stateOf()).toEqual(before);
});

it('the process returns an exit code and prints one JSON document', async () => {
  const file = join(folder, 'again.gz');
  const child = startCommand({ DATABASE_URL: crowded.url }, 'world', 'export', file, '--json');
  const { code, out, err } = await endOf(child);
  const { rows } = JSON.parse(out) as { rows: { battles: number } };
  expect([code, rows.battles, err]).toEqual([0, rowCount, '']);
});
