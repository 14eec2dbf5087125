/** The server process: its first lines, and failed starts. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { startServer } from '../../bench/harness/processes.ts';
import { createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { ensureWorldSettings } from '../../src/world/settings.ts';
import { createTestDatabase, query } from '../support/database.ts';
import { useOne } from '../support/game.ts';
import { findFreePort } from '../support/free-port.ts';
import { serverProgram } from '../support/programs.ts';

const pidFile = 'postgres/data/postmaster.pid';

const database = useOne(createTestDatabase, (created) => created.drop());
beforeAll(async () => {
  const pool = createPool(database.url, 1, createLog('silent'));
  await ensureWorldSettings(pool, { speed: 1, radius: 1000 }, 0);
  await pool.end();
});

/** Starts the process and waits until it exits. */
function runToTheEnd(
  env: Record<string, string>,
  program = serverProgram,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: database.url, LOG_LEVEL: 'silent', BASE_URL: '', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve({ code, output }));
  });
}

/** Takes a port while a process runs to its end. */
async function withTakenPort<T>(run: (port: number) => Promise<T>): Promise<T> {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const ended = await run((taken.address() as AddressInfo).port);
  taken.close();
  return ended;
}

it('prints its address on a line of its own, where the benchmark reads it', async () => {
  const server = await startServer([serverProgram], { DATABASE_URL: database.url, PORT: '0', BASE_URL: '' });
  const { status } = await fetch(`${server.url}/healthz`).finally(server.stop);
  expect(status).toBe(200);
});

it('serves, although the statement about its operator fails', async () => {
  await query(database.url, 'ALTER TABLE users RENAME COLUMN role TO gone');
  const server = await startServer([serverProgram], { DATABASE_URL: database.url, PORT: '0', BASE_URL: '' });
  await delay(500);
  const { status } = await fetch(`${server.url}/healthz`).finally(async () => {
    await server.stop();
    await query(database.url, 'ALTER TABLE users RENAME COLUMN gone TO role');
  });
  expect(status).toBe(200);
});

describe('with a world of speed 7', () => {
  const other = useOne(createTestDatabase, (created) => created.drop());
  beforeAll(async () => {
    const pool = createPool(other.url, 1, createLog('silent'));
    await ensureWorldSettings(pool, { speed: 7, radius: null }, 0);
    await pool.end();
  });

  it('takes what is stored for what is not set', async () => {
    const env = { DATABASE_URL: other.url, PORT: '0', BASE_URL: '', GAME_SPEED: '' };
    const server = await startServer([serverProgram], env);
    const response = await fetch(`${server.url}/api/rules`).finally(server.stop);
    expect(await response.json()).toMatchObject({ speed: 7, world_radius: 1000 });
  });

  it('refuses another speed before the first migration', async () => {
    // This migration would fail, because what it creates exists.
    await query(
      other.url,
      'DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)',
    );
    const { code, output } = await runToTheEnd({ DATABASE_URL: other.url, PORT: '0', GAME_SPEED: '2' });
    const sentence = /^This world was created with GAME_SPEED=7 and WORLD_RADIUS=1000; start .+\.\n$/;
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)]);
  });
});

it.each(['PORT', 'METRICS_PORT'])('exits if %s is taken', async (name) => {
  const { code, output } = await withTakenPort((port) => runToTheEnd({ PORT: '0', [name]: String(port) }));
  const sentence = new RegExp(`^Port \\d+ of 127\\.0\\.0\\.1 is taken; set ${name} to another one\\.\n$`);
  expect([code, output]).toEqual([1, expect.stringMatching(sentence)]);
});

describe('with an embedded database and a taken port', () => {
  const startAt = async (name: string, env: Record<string, string>) => {
    const dataDir = join(inject('testServer').folder, name);
    const ended = await runToTheEnd({ DATABASE_URL: '', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env });
    return { ...ended, isMade: existsSync(dataDir), isRunning: existsSync(join(dataDir, pidFile)) };
  };

  it('prints one sentence and creates no database', async () => {
    const ended = await withTakenPort((port) => startAt('port-taken', { PORT: String(port) }));
    const output = expect.stringMatching(
      /^Port \d+ of 127.0.0.1 is taken; set PORT to another one\.\n$/,
    ) as string;
    expect(ended).toEqual({ code: 1, output, isMade: false, isRunning: false });
  });

  it('prints one sentence and stops the database if the port is taken meanwhile', async () => {
    const port = await findFreePort();
    const ended = await startAt('port-lost', { PORT: String(port), METRICS_PORT: String(port) });
    const output = `Port ${port} of 127.0.0.1 is taken; set PORT to another one.\n`;
    expect(ended).toEqual({ code: 1, output, isMade: true, isRunning: false });
  });
});

it('reports in one sentence that HOST is not an address of this machine', async () => {
  const { code, output } = await runToTheEnd({ PORT: '0', HOST: '192.0.2.1' });
  expect([code, output.trim()]).toEqual([1, '192.0.2.1 is not an address of this machine; set HOST to one.']);
});

it('refuses a database from before the first release in one sentence', async () => {
  const former = await createTestDatabase();
  await query(former.url, `UPDATE schema_migrations SET checksum = 'another' WHERE version = 1`);
  const { code, output } = await runToTheEnd({ DATABASE_URL: former.url, PORT: '0' });
  await former.drop();
  expect([code, output.trim()]).toEqual([
    1,
    'The database was not created by the migration 0001_accounts.sql of this release: databases from before release 1.0.0 cannot be upgraded, so start with a new one.',
  ]);
});

it('warns of a setting with one wrong letter, and starts', async () => {
  const { code, output } = await runToTheEnd({
    GAME_SPED: '60',
    LOG_LEVEL: 'warn',
    WORLD_RADIUS: '600',
    PORT: '0',
  });
  const [warning = '', refusal] = output.split('\n');
  expect(JSON.parse(warning)).toMatchObject({ msg: 'GAME_SPED is not a setting; did you mean GAME_SPEED?' });
  // The name was not refused: the start continued until it read the world.
  expect([code, refusal]).toEqual([1, expect.stringContaining('WORLD_RADIUS=1000') as string]);
});

it('names an invalid setting in one sentence', async () => {
  const { code, output } = await runToTheEnd({ GAME_SPEED: 'fast' });
  expect([code, output.trim()]).toEqual([1, 'GAME_SPEED must be an integer from 1 to 3600.']);
});

it('refuses a world that was created with other settings', async () => {
  const { code, output } = await runToTheEnd({ PORT: '0', WORLD_RADIUS: '600' });
  expect([code, output]).toEqual([1, expect.stringContaining('WORLD_RADIUS=1000') as string]);
});

describe('with LOG_FORMAT=json', () => {
  const messagesIn = (output: string): string[] =>
    output
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { msg: string }).msg);

  it('prints nothing but lines of JSON, from the first to those of the bots', async () => {
    const dataDir = join(inject('testServer').folder, 'json');
    const env = {
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: '0',
      BOTS: '1',
      LOG_LEVEL: 'info',
      BASE_URL: '',
    };
    const child = spawn(process.execPath, [serverProgram], {
      env: { ...process.env, ...env, LOG_FORMAT: 'json' },
    });
    let output = '';
    const ended = new Promise((resolve) => child.on('exit', resolve));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('are playing at')) child.kill('SIGINT');
      });
    expect(await ended).toBe(0);
    const messages = messagesIn(output);
    for (const said of [
      'starting',
      'creating the database ...',
      'listening',
      '1 bots are playing at',
      'stopped',
    ])
      expect(messages).toContainEqual(expect.stringContaining(said));
  });

  it.each([serverProgram, 'dist/server/programs/bots.js'])(
    'reports an error that nothing catches in a line of JSON: %s',
    async (program) => {
      // Once the program listens for such errors.
      const fault = `process.on('newListener', (name) => {
        if (name === 'uncaughtException') setImmediate(() => { throw new Error('thrown by a timer'); });
      })`;
      const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(fault)}`;
      const env = {
        NODE_OPTIONS,
        PORT: '0',
        LOG_FORMAT: 'json',
        DATABASE_URL: 'postgres://127.0.0.1:1/none',
      };
      const { code, output } = await runToTheEnd(env, program);
      expect(code).toBe(1);
      expect(messagesIn(output).at(-1)).toBe('the program failed');
      expect(output).toContain('thrown by a timer');
    },
  );

  it('refuses a start in a line of JSON', async () => {
    const invalid = await runToTheEnd({ GAME_SPEED: 'fast', LOG_FORMAT: 'json' });
    const wrong = await runToTheEnd({ PORT: '0', WORLD_RADIUS: '600', LOG_FORMAT: 'json' });
    expect(messagesIn(invalid.output)).toEqual(['GAME_SPEED must be an integer from 1 to 3600.']);
    expect(messagesIn(wrong.output)).toEqual([expect.stringContaining('WORLD_RADIUS=1000')]);
  });
});
