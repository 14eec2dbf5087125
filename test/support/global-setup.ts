/**
 * Runs once per test run: starts a Postgres server (TEST_DATABASE_URL, otherwise an embedded one in a temporary folder, fast
 * and not durable) and creates the migrated template that createTestDatabase clones. Several runs may share a server: each
 * has a number and holds a lock on it. A run drops the databases of other runs whose lock is free.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded, type EmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { advisoryLocks } from '../../src/db/names.ts';
import { createLog } from '../../src/kernel/log.ts';
import { databaseName, urlOfDatabase, type TestServer } from './database.ts';

const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  // For tests that read the write-ahead log while others fill it.
  wal_keep_size: '512MB',
  full_page_writes: 'off',
  max_connections: '200',
};

const memory = '/dev/shm';
const enoughBytes = 8 * 1024 ** 3;

/** The parent of the server's folder: in memory a clone of the template takes a fifth of the CPU time. */
function parentOfServer(): string {
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < enoughBytes ? tmpdir() : memory;
}

/** Creates a temporary folder. However this process ends, reaper.mjs removes the folder and stops its servers. */
function openFolder(parent: string): { folder: string; remove: () => Promise<void> } {
  const folder = mkdtempSync(join(parent, 'hegemon-test-'));
  // As root, Postgres runs under another account, which must reach the folder.
  chmodSync(folder, 0o755);
  const script = fileURLToPath(new URL('reaper.mjs', import.meta.url));
  const reaper = spawn(process.execPath, [script, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(reaper, 'exit');
  return {
    folder,
    remove: async () => {
      reaper.stdin.end();
      await ended;
    },
  };
}

async function selectDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname ~ '^hegemon_test_[0-9]+_[a-z0-9_]+$'`,
  );
  return rows.map(({ datname }) => datname);
}

function runOf(name: string): number {
  return Number(name.split('_')[2]);
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function dropAbandoned(client: pg.Client): Promise<void> {
  for (const name of await selectDatabases(client)) {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1, $2) AS locked',
      [advisoryLocks.testRun, runOf(name)],
    );
    if (rows[0]?.locked === true) await dropDatabase(client, name);
  }
}

/** Creates this run's template. Returns a function that drops every database of the run. */
async function prepare(server: TestServer): Promise<() => Promise<void>> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    await dropAbandoned(client);
    await client.query('SELECT pg_advisory_lock($1, $2)', [advisoryLocks.testRun, server.run]);
    const template = databaseName(server, 'template');
    await client.query(`CREATE DATABASE ${template}`);
    await migrate(urlOfDatabase(server, template));
  } catch (error) {
    await client.end();
    throw error;
  }
  return async () => {
    for (const name of await selectDatabases(client)) {
      if (runOf(name) === server.run) await dropDatabase(client, name);
    }
    await client.end();
  };
}

async function startServer(folder: string): Promise<EmbeddedDatabase> {
  const given = process.env.TEST_DATABASE_URL ?? '';
  if (given !== '') return { url: given, stop: () => Promise.resolve() };
  return startEmbedded({ dataDir: join(folder, 'server'), log: createLog('warn'), settings: fast });
}

/** The first project of the run starts the server; the others find it in the context. */
export default async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject();
  if ('testServer' in run.getProvidedContext()) return undefined;
  const files = openFolder(tmpdir());
  const data = openFolder(parentOfServer());
  const closers = [files.remove, data.remove];
  const close = async (): Promise<void> => {
    for (const step of closers.reverse()) await step();
  };
  try {
    const { url, stop } = await startServer(data.folder);
    closers.push(stop);
    const server = { url, run: randomInt(1, 2 ** 31 - 1), folder: files.folder };
    closers.push(await prepare(server));
    run.provide('testServer', server);
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}
