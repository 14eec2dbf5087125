/** /readyz answers soon and cheaply, whatever the database does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startEmbedded } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sendAnonymously, startTestGame, type TestGame } from '../support/game.ts';
import { readMetric, readSamples, riseOf } from '../support/metrics.ts';

/** A second, and what the machine of the tests may add. */
const boundMs = 1_900;
const patience = { timeout: 15_000, interval: 50 };

const ask = (game: TestGame) => sendAnonymously(game.url, 'GET', '/readyz');
const statusOf = async (game: TestGame): Promise<number> => (await ask(game)).status;
const noDatabase = {
  status: 'not ready',
  checks: [
    { name: 'database', ok: false },
    { name: 'clock', ok: true },
    { name: 'open', ok: true },
  ],
};

describe('readiness behind a wire that is held', () => {
  let database: TestDatabase;
  let proxy: CuttingProxy;
  let game: TestGame;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await startCuttingProxy(database.url);
    const { port } = new URL(proxy.url);
    const databaseUrl = Object.assign(new URL(database.url), { port, hostname: '127.0.0.1' }).href;
    game = await startTestGame({ databaseUrl });
  });
  afterAll(async () => {
    await game.stop();
    await proxy.stop();
    await database.drop();
  });

  it('is asked once for many callers', async () => {
    await expect.poll(() => statusOf(game), patience).toBe(200);
    const labels = { name: 'SELECT' };
    const rise = await riseOf(game, 'db_statement_duration_seconds_count', labels, () =>
      Promise.all(Array.from({ length: 50 }, () => ask(game))),
    );
    expect(rise).toBeLessThan(10);
  });

  it('is 503 within a second, to everybody, and 200 again when it answers', async () => {
    proxy.hold();
    await expect.poll(() => statusOf(game), patience).toBe(503);
    const since = performance.now();
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(game)));
    const ms = performance.now() - since;
    proxy.release();
    expect([answers.every(({ status }) => status === 503), ms < boundMs]).toEqual([true, true]);
    expect(answers[0]?.body).toEqual(noDatabase);
    await expect.poll(() => statusOf(game), patience).toBe(200);
  });

  it('says nothing of the process, which lives', async () => {
    proxy.hold();
    const { status } = await sendAnonymously(game.url, 'GET', '/healthz');
    proxy.release();
    expect(status).toBe(200);
  });

  it('leaves the metrics readable, without those of the world', async () => {
    await expect.poll(() => statusOf(game), patience).toBe(200);
    proxy.hold();
    await expect.poll(() => readMetric(game, 'check', { check: 'database' }), patience).toBe(0);
    const samples = () => readSamples(game);
    const isTold = async () => (await samples()).some(({ name }) => name === 'hegemon_world_rows');
    await expect.poll(isTold, patience).toBe(false);
    const since = performance.now();
    const count = (await samples()).length;
    const ms = performance.now() - since;
    proxy.release();
    expect([count > 100, ms < boundMs]).toEqual([true, true]);
  });
});

it('is not ready while Postgres restarts, and ready after', async () => {
  const folder = join(inject('testServer').folder, 'health');
  const postgres = await startEmbedded({ dataDir: folder, log: createLog('silent') });
  await migrate(postgres.url);
  const game = await startTestGame({ databaseUrl: postgres.url });
  const before = await statusOf(game);
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  // Ends the server at once, as a crash does; its owner here starts it again.
  process.kill(Number.parseInt(readFileSync(join(folder, file ?? ''), 'utf8'), 10), 'SIGQUIT');
  await expect.poll(() => statusOf(game), { ...patience, interval: 5 }).toBe(503);
  await expect.poll(() => statusOf(game), patience).toBe(200);
  expect(before).toBe(200);
  await game.stop();
  await postgres.stop();
}, 60_000);
