/** /readyz answers fast and with few queries, in every state of the database. */
import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startEmbedded } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { startCuttingProxy, type CuttingProxy } from '../support/cutting-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sendAnonymously, startTestGame, type TestGame } from '../support/game.ts';
import { readMetric, readSamples, riseOf } from '../support/metrics.ts';

const pollOptions = { interval: 50 };

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

describe('readiness with a silent database connection', () => {
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

  it('shares one check among many callers', async () => {
    await expect.poll(() => statusOf(game), pollOptions).toBe(200);
    const labels = { name: 'SELECT' };
    const rise = await riseOf(game, 'db_statement_duration_seconds_count', labels, () =>
      Promise.all(Array.from({ length: 50 }, () => ask(game))),
    );
    expect(rise).toBeLessThan(10);
  });

  it('is 503 for every caller before the database responds, and 200 again afterwards', async () => {
    proxy.hold();
    await expect.poll(() => statusOf(game), pollOptions).toBe(503);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(game)));
    proxy.release();
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    expect(answers[0]?.body).toMatchObject(noDatabase);
    await expect.poll(() => statusOf(game), pollOptions).toBe(200);
  });

  it('ends a read after 30 s, and works again afterwards', async () => {
    const read = () => sendAnonymously(game.url, 'GET', '/api/leaderboard');
    expect((await read()).status).toBe(200);
    proxy.hold();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answers: Awaited<ReturnType<typeof read>>[] = [];
    void read().then((answer) => answers.push(answer));
    while (answers.length === 0) {
      await vi.advanceTimersByTimeAsync(1_000);
      await new Promise(setImmediate);
    }
    vi.useRealTimers();
    proxy.release();
    expect(answers).toMatchObject([{ status: 500, body: { code: 'UNAVAILABLE' } }]);
    await expect.poll(async () => (await read()).status, pollOptions).toBe(200);
  });

  it('does not affect /healthz', async () => {
    proxy.hold();
    const { status } = await sendAnonymously(game.url, 'GET', '/healthz');
    proxy.release();
    expect(status).toBe(200);
  });

  it('leaves the metrics readable, without those of the world', async () => {
    await expect.poll(() => statusOf(game), pollOptions).toBe(200);
    proxy.hold();
    await expect.poll(() => readMetric(game, 'check', { check: 'database' }), pollOptions).toBe(0);
    const samples = () => readSamples(game);
    const hasDelay = async () => (await samples()).some(({ name }) => name === 'hegemon_overdue_seconds');
    await expect.poll(hasDelay, pollOptions).toBe(false);
    const count = (await samples()).length;
    proxy.release();
    expect(count).toBeGreaterThan(100);
  });
});

it('is not ready until the clock has applied what was due at the start', async () => {
  const first = await startTestGame();
  const { databaseUrl, clock } = first;
  const blocker = new pg.Client(databaseUrl);
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE due_empires IN ACCESS EXCLUSIVE MODE');
  const game = await startTestGame({ databaseUrl, clock, runClock: true });
  await expect
    .poll(async () => (await ask(game)).body.checks, pollOptions)
    .toEqual([
      { name: 'database', ok: true },
      { name: 'clock', ok: false },
      { name: 'open', ok: true },
    ]);
  const blocked = await statusOf(game);
  await blocker.end();
  await expect.poll(() => statusOf(game), pollOptions).toBe(200);
  expect(blocked).toBe(503);
  await game.stop();
  await first.stop();
});

it('is not ready while Postgres restarts, and ready afterwards', async () => {
  const folder = join(inject('testServer').folder, 'health');
  const postgres = await startEmbedded({ dataDir: folder, log: createLog('silent') });
  await migrate(postgres.url);
  const game = await startTestGame({ databaseUrl: postgres.url });
  const before = await statusOf(game);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const find = (name: string) => join(folder, files.find((file) => file.endsWith(name)) ?? '');
  // SIGQUIT ends the server immediately, like a crash. Its owner cannot restart it without this file: otherwise the
  // restart might be over before a check notices.
  const required = find('pg_control');
  renameSync(required, `${required}.away`);
  process.kill(Number.parseInt(readFileSync(find('postmaster.pid'), 'utf8'), 10), 'SIGQUIT');
  await expect.poll(() => statusOf(game), pollOptions).toBe(503);
  renameSync(`${required}.away`, required);
  await expect.poll(() => statusOf(game), pollOptions).toBe(200);
  expect(before).toBe(200);
  await game.stop();
  await postgres.stop();
});
