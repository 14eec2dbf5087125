/** The process in a terminal: readable lines, visible steps, and no Postgres left after the terminal is closed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { startEmbedded } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { version } from '../../src/kernel/version.ts';
import { endOf, startCommand } from '../support/admin.ts';
import { readBuiltCommit, serverProgram } from '../support/programs.ts';

/** From util-linux: runs a command in a new terminal. */
const script = '/usr/bin/script';
const hasScript = process.platform === 'linux' && existsSync(script);

function makeFolder(): string {
  const folder = mkdtempSync(join(inject('testServer').folder, 'terminal-'));
  chmodSync(folder, 0o755);
  return join(folder, 'data');
}

const settings = (dataDir: string): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  BASE_URL: '',
  PORT: '0',
  LOG_LEVEL: 'info',
});

const hasDatabase = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres/data/postmaster.pid'));

/** Collects the output of a process until it contains these words. */
async function waitFor(child: ChildProcess, words: string): Promise<string> {
  let output = '';
  for (;;) {
    const [chunk] = (await once(child.stdout ?? child, 'data')) as [Buffer];
    output += chunk.toString();
    if (output.includes(words)) return output;
  }
}

describe('the server', () => {
  it('names version, commit and changed settings at its start, no secret, and stops its database on SIGHUP', async () => {
    const dataDir = makeFolder();
    const env = { ...settings(dataDir), GAME_SPEED: '60', WORLD_RADIUS: '900', SESSION_DAYS: '30' };
    const server = spawn(process.execPath, [serverProgram], { env });
    const output = await waitFor(server, 'operator-link');
    // Logs are kept, and others read them.
    expect(output).not.toContain('?token=');
    const commit = readBuiltCommit();
    const wasRunning = hasDatabase(dataDir);
    server.kill('SIGHUP');
    const [code] = (await once(server, 'exit')) as [number | null];
    expect([wasRunning, code, hasDatabase(dataDir)]).toEqual([true, 0, false]);
    const lines = output.split('\n').filter((line) => line.startsWith('{'));
    const first = JSON.parse(lines[0] ?? '') as { settings: object };
    const changed = { gameSpeed: 60, worldRadius: 900, port: 0 };
    expect(first).toMatchObject({ level: 30, msg: 'starting', version, commit, settings: changed });
    expect(first.settings).not.toHaveProperty('sessionDays');
  });

  it.runIf(hasScript)('prints its steps as text, and stops when the terminal is closed', async () => {
    const dataDir = makeFolder();
    const command = `${process.execPath} ${serverProgram}`;
    const terminal = spawn(script, ['-qec', command, '/dev/null'], { env: settings(dataDir) });
    const output = await waitFor(terminal, 'to become it: http');
    const wasRunning = hasDatabase(dataDir);
    terminal.kill('SIGKILL');
    await expect.poll(() => hasDatabase(dataDir)).toBe(false);
    expect(wasRunning).toBe(true);
    const lines = output
      .split('\r\n')
      .map((line) => line.replace(/^\S+ info {2}/, '').replace(/ \S+=.*$/, ''));
    // The clock may take a second.
    expect(lines.filter((line) => !['', 'ready'].includes(line))).toEqual([
      'starting',
      'creating the database ...',
      'starting the database ...',
      'updating the schema ...',
      'schema up to date',
      'listening',
      'Hegemon is open; Ctrl-C stops it.',
      expect.stringMatching(/^http:/) as string,
      'This world has no neighbours yet. Add some in another terminal: npm run bots -- --count 20',
      'There is no operator yet. Open this link once, within a week, to become it:',
    ]);
  });
});

it.each(['SIGHUP', 'SIGINT'] as const)(
  'an admin command stops the database that it started on %s',
  async (signal) => {
    const dataDir = makeFolder();
    const { url, stop } = await startEmbedded({ dataDir, log: createLog('silent') });
    await migrate(url);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(
      `INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
       VALUES ('ann', 'ann', 'ann@example.org', 'ann@example.org', $1, $1)`,
      ['0'.repeat(64)],
    );
    await client.end();
    await stop();
    // The command waits for a password on stdin, which never comes.
    const command = startCommand(settings(dataDir), 'users', 'reset-password', 'ann', '--stdin');
    await expect.poll(() => hasDatabase(dataDir)).toBe(true);
    command.kill(signal);
    const { code, err } = await endOf(command);
    expect([code, hasDatabase(dataDir)]).toEqual([signal === 'SIGHUP' ? 129 : 130, false]);
    expect(err).not.toContain('    at ');
  },
);
