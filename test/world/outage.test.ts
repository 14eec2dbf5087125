/**
 * The database fails under load: the process stays up, answers UNAVAILABLE, and recovers when the database is back. That
 * no order is lost is a claim of test/campaign/faults.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startEmbedded, type EmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts';
import { createLog } from '../../src/kernel/log.ts';
import { until } from '../support/programs.ts';
import { the } from '../support/worlds.ts';
import { findFreePort } from '../support/free-port.ts';
import { openLedgers, play, startServer, type Ledger, type Server } from './process.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { options } from '../campaign/options.ts';

const chance = makeChance(options.seed);

const restarts = 2;
const cuts = 10;

let postgres: EmbeddedDatabase;
let pool: pg.Pool;
let server: Server;
let ledgers: Ledger[];
/** Restarts after which a request was accepted. */
let recoveries = 0;
let folder: string;

beforeAll(async () => {
  folder = join(inject('testServer').folder, 'outage');
  postgres = await startEmbedded({ dataDir: folder, log: createLog('silent') });
  pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
  });
  server = await startServer(postgres.url, await findFreePort(), 3600);
  ledgers = await openLedgers(server.url, pool, 3);
  let isOver = false;
  const playing = ledgers.map((ledger) => play(ledger, () => isOver));
  for (let cut = 0; cut < cuts; cut++) {
    await delay(50 + chance() * 50);
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE 'hegemon%' AND application_name <> 'hegemon owner'`);
  }
  for (let restart = 0; restart < restarts; restart++) {
    await delay(300);
    await restartPostgres();
  }
  await delay(300);
  isOver = true;
  await Promise.all(playing);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await pool.end();
  await postgres.stop();
});

/** Stops Postgres at once, as a crash does. The embedded database restarts it. */
async function restartPostgres(): Promise<void> {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  process.kill(Number.parseInt(readFileSync(join(folder, file ?? ''), 'utf8'), 10), 'SIGQUIT');
  await delay(20);
  await until(async () => {
    const client = new pg.Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    const isBack = await client.connect().then(
      () => true,
      () => false,
    );
    if (isBack) await client.end();
    return isBack;
  }, 'Postgres');
  await until(async () => {
    const { ruler } = the(ledgers[0]);
    const { status } = await ruler.send('PUT', `/api/empire/${ruler.empireId}`, {
      description: 'still here',
    });
    return status === 200;
  }, 'an accepted request');
  recoveries += 1;
}

it('leaves the process up', () => {
  expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null]);
});

it('ends after every restart', () => {
  expect(recoveries).toBe(restarts);
});

it('causes no 5xx code except UNAVAILABLE', () => {
  const codes = new Set(ledgers.flatMap(({ troubles }) => Object.keys(troubles)));
  expect([...codes]).toEqual(['UNAVAILABLE']);
});

it('leaves the clock running', async () => {
  await until(async () => {
    const { rowCount } = await pool.query(
      'SELECT 1 FROM due_empires WHERE at < extract(epoch FROM clock_timestamp()) * 1000 - 1000',
    );
    return rowCount === 0;
  }, 'due work');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
