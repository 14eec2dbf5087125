/** The statements of a turn share a connection. */
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let acquired = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 2, createLog('silent'));
  pool.on('acquire', () => {
    acquired += 1;
  });
});
beforeEach(() => {
  acquired = 0;
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function readProcess(wait = 0): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid, pg_sleep($1)', [wait]);
  return rows[0]?.pid ?? 0;
}

it('the statements of a turn run in one process of Postgres, in their order', async () => {
  const processes = await Promise.all([readProcess(0.05), readProcess(), readProcess()]);
  expect([new Set(processes).size, acquired]).toEqual([1, 1]);
});

it('more than four take a second connection', async () => {
  await Promise.all(Array.from({ length: 5 }, () => readProcess()));
  expect(acquired).toBe(2);
});

it('a statement of a later turn waits for none of an earlier one', async () => {
  const slow = pool.query('SELECT pg_sleep(600)');
  const stopped = expect(slow).rejects.toMatchObject({ code: '57014' });
  await new Promise(setImmediate);
  await readProcess();
  // The connection of the slow statement may still be opening.
  await expect
    .poll(async () => {
      const { rows } = await pool.query<{ ok: boolean }>(
        `SELECT pg_cancel_backend(pid) AS ok FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)'`,
      );
      return rows;
    })
    .toEqual([{ ok: true }]);
  await stopped;
});

it('a failed statement fails alone, and its connection is kept', async () => {
  await readProcess();
  const opened = pool.totalCount;
  const results = await Promise.allSettled([readProcess(), pool.query('SELECT 1 / 0'), readProcess()]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect([pool.totalCount, pool.idleCount]).toEqual([opened, opened]);
});

it('a lost connection fails its statements, and is replaced', async () => {
  const results = await Promise.allSettled([
    pool.query('SELECT pg_terminate_backend(pg_backend_pid())'),
    readProcess(),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await readProcess()).toBeGreaterThan(0);
});

it('a statement with a time limit travels alone', async () => {
  await Promise.all([readProcess(), pool.query({ text: 'SELECT', query_timeout: 60_000 } as pg.QueryConfig)]);
  expect(acquired).toBe(2);
});
