/** The process itself: what it does when it cannot start. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { ensureWorldSettings } from '../../src/world/settings.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { serverProgram } from '../support/programs.ts';

const pidFile = 'postgres/data/postmaster.pid';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool(database.url, 1, createLog('silent'));
  await ensureWorldSettings(pool, { speed: 1, radius: 1000 });
  await pool.end();
});
afterAll(() => database.drop());

/** Starts the process and waits for its end. */
function runToTheEnd(env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [serverProgram], {
    env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'silent', BASE_URL: '', ...env },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      said += text.toString();
    });
  }
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      resolve({ code, said });
    });
  });
}

it('ends when its port is taken', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { code, said } = await runToTheEnd({ PORT: String((taken.address() as AddressInfo).port) });
  taken.close();
  expect([code, said]).toEqual([1, expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is taken/) as string]);
});

describe('with an embedded database, whose port is taken', () => {
  const startAt = async (name: string, env: Record<string, string>) => {
    const dataDir = join(inject('testServer').folder, name);
    const ended = await runToTheEnd({ DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env });
    return { ...ended, isMade: existsSync(dataDir), isRunning: existsSync(join(dataDir, pidFile)) };
  };

  it('says so in one sentence, and makes no database', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const ended = await startAt('port-taken', { PORT: String(port) });
    taken.close();
    const said = `Port ${port} of 127.0.0.1 is taken; set PORT to another one.\n`;
    expect(ended).toEqual({ code: 1, said, isMade: false, isRunning: false });
  });

  it('says so in one sentence where it is taken meanwhile, and stops the database', async () => {
    const port = await findFreePort();
    const ended = await startAt('port-lost', { PORT: String(port), METRICS_PORT: String(port) });
    const said = `Port ${port} of 127.0.0.1 is taken; set PORT to another one.\n`;
    expect(ended).toEqual({ code: 1, said, isMade: true, isRunning: false });
  }, 60_000);
});

it('says in one sentence that its address is not of this machine', async () => {
  const { code, said } = await runToTheEnd({ PORT: '0', HOST: '192.0.2.1' });
  expect([code, said.trim()]).toEqual([1, '192.0.2.1 is no address of this machine; set HOST to one.']);
});

it('warns of a setting that is one letter off, and starts', async () => {
  const { code, said } = await runToTheEnd({
    GAME_SPED: '60',
    LOG_LEVEL: 'warn',
    WORLD_RADIUS: '600',
    PORT: '0',
  });
  const [warning = '', refusal] = said.split('\n');
  expect(JSON.parse(warning)).toMatchObject({ msg: 'GAME_SPED is not a setting; did you mean GAME_SPEED?' });
  // Not a refusal of the name: the start went on to the world.
  expect([code, refusal]).toEqual([1, expect.stringContaining('WORLD_RADIUS=1000') as string]);
});

it('ends when the port of its metrics is taken', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const { code, said } = await runToTheEnd({ PORT: '0', METRICS_PORT: String(port) });
  taken.close();
  const sentence = `Port ${port} of 127.0.0.1 is taken; set METRICS_PORT to another one.`;
  expect([code, said.trim()]).toEqual([1, sentence]);
});

it('says in one sentence which setting is wrong', async () => {
  const { code, said } = await runToTheEnd({ GAME_SPEED: 'fast' });
  expect([code, said.trim()]).toEqual([1, 'GAME_SPEED must be an integer from 1 to 3600.']);
});

it('says that a world was created with other settings', async () => {
  const { code, said } = await runToTheEnd({ PORT: '0', WORLD_RADIUS: '600' });
  expect([code, said]).toEqual([1, expect.stringContaining('WORLD_RADIUS=1000') as string]);
});
