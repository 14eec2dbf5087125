/** The process is killed repeatedly under load: no acknowledged order is lost, and none is executed twice. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import {
  openLedgers,
  play,
  selectHoldings,
  selectWrongAccounts,
  startServer,
  type Ledger,
  type Server,
} from './process.ts';
import { wrongColumnsOf } from './stage.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { options } from '../campaign/options.ts';

const chance = makeChance(options.seed);

const kills = 10;
const speed = 3600;

let database: TestDatabase;
let pool: pg.Pool;
let ledgers: Ledger[];
let server: Server;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const port = await findFreePort();
  server = await startServer(database.url, port, speed);
  ledgers = await openLedgers(server.url, pool, 4);
  let isOver = false;
  const playing = ledgers.map((ledger) => play(ledger, () => isOver));
  for (let kill = 0; kill < kills; kill++) {
    // A random delay hits requests at any stage, because the load never pauses.
    await delay(100 + chance() * 300);
    await server.end('SIGKILL');
    server = await startServer(database.url, port, speed);
  }
  await delay(300);
  isOver = true;
  await Promise.all(playing);
});
afterAll(async () => {
  await server.end('SIGTERM');
  await pool.end();
  await database.drop();
});

it('accepts orders again after every kill', () => {
  expect(ledgers.map(({ levels, units }) => levels.acknowledged + units.acknowledged > kills)).not.toContain(
    false,
  );
});

it('keeps every acknowledged order and executes none twice', async () => {
  expect(await selectWrongAccounts(pool, ledgers)).toEqual([]);
});

it('has taken the exact price of all levels and units', async () => {
  for (const ledger of ledgers) {
    const { got, paid } = await selectHoldings(pool, ledger);
    expect(paid).toEqual(got);
  }
});

it('keeps the derived columns of every empire correct', async () => {
  expect(await wrongColumnsOf(pool, { speed, radius: 1000, firstReignAt: 0 })).toEqual([]);
});

it('answers no request with a 5xx status', () => {
  expect(ledgers.map(({ troubles }) => troubles)).toEqual(ledgers.map(() => ({})));
});
