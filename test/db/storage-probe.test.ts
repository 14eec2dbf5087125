/** A full disk and a read-only database make the instance unready until a write succeeds. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createStorageProbe } from '../../src/db/storage-probe.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { sendAnonymously, startTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const diskFull = Object.assign(new Error('could not extend file'), { code: '53100' });

describe('the probe', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('reads, and writes after a statement failed for a full disk, until a write succeeds', async () => {
    const runs: boolean[] = [];
    let isFull = true;
    const storage = createStorageProbe(pool, (isWrite) => {
      runs.push(isWrite);
      return isWrite && isFull ? Promise.reject(diskFull) : Promise.resolve();
    });
    await storage.probe();
    storage.note(diskFull);
    await expect(storage.probe()).rejects.toThrow('could not extend');
    await expect(storage.probe()).rejects.toThrow('could not extend');
    isFull = false;
    await storage.probe();
    await storage.probe();
    expect(runs).toEqual([false, true, true, true, false]);
  });

  it.each([['23505'], ['40001'], [undefined]])('keeps reading after the error %s', async (code) => {
    const runs: boolean[] = [];
    const storage = createStorageProbe(pool, (isWrite) => Promise.resolve(runs.push(isWrite)));
    storage.note(Object.assign(new Error('refused'), { code }));
    storage.note(null);
    await storage.probe();
    expect(runs).toEqual([false]);
  });

  it('writes after a statement failed while it was reading', async () => {
    const runs: boolean[] = [];
    const storage = createStorageProbe(pool, (isWrite) => {
      if (!isWrite) storage.note(diskFull);
      return Promise.resolve(runs.push(isWrite));
    });
    await storage.probe();
    await storage.probe();
    expect(runs).toEqual([false, true]);
  });

  it('writes to the database, and leaves nothing', async () => {
    const storage = createStorageProbe(pool);
    storage.note(diskFull);
    await storage.probe();
    const { rows } = await pool.query(`SELECT 1 FROM pg_class WHERE relname = 'storage_probe'`);
    expect(rows).toEqual([]);
  });
});

it('is not ready at a database that became read-only, and leaves it for the next one within 3 s', async () => {
  const game = await startTestGame();
  const ruler = await createEmpire(game);
  const order = () => ruler.send('PUT', `/api/empire/${ruler.empireId}`, { description: 'Ours' });
  const readiness = async () => (await sendAnonymously(game.url, 'GET', '/readyz')).status;
  const { pathname } = new URL(game.databaseUrl);
  const { url } = inject('testServer');
  const setReadOnly = (state: 'on' | 'off') =>
    query(url, `ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${state}`);
  await setReadOnly('on');
  // The connections of before, as of a server that became a standby.
  await query(
    url,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${pathname.slice(1)}'`,
  );
  await expect.poll(order).toMatchObject({ status: 500, body: { code: 'UNAVAILABLE' } });
  await expect.poll(readiness).toBe(503);
  await setReadOnly('off');
  await expect.poll(async () => (await order()).status, { timeout: 3_000 }).toBe(200);
  await expect.poll(readiness, { timeout: 3_000 }).toBe(200);
  await game.stop();
});

it('is ready again after a full disk, and answers UNAVAILABLE meanwhile', async () => {
  const game = await startTestGame();
  const ruler = await createEmpire(game);
  const { pool } = game.instance;
  await pool.query(`
    CREATE FUNCTION refuse_write() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER full_disk BEFORE UPDATE ON empires FOR EACH ROW EXECUTE FUNCTION refuse_write()`);
  const order = () => ruler.send('PUT', `/api/empire/${ruler.empireId}`, { description: 'Ours' });
  expect(await order()).toMatchObject({ status: 500, body: { code: 'UNAVAILABLE' } });
  await pool.query('DROP TRIGGER full_disk ON empires');
  expect((await order()).status).toBe(200);
  await expect.poll(async () => (await sendAnonymously(game.url, 'GET', '/readyz')).status).toBe(200);
  await game.stop();
});
