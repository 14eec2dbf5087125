/** The admin command line with the embedded database: its own, and that of a running server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { askCommand, runCommand } from '../support/admin.ts';
import { serverProgram } from '../support/programs.ts';

it('starts it for a command, and stops it afterwards', async () => {
  const dataDir = join(inject('testServer').folder, 'embedded');
  const at = { databaseUrl: null, dataDir };
  expect((await runCommand(at, 'migrate')).code).toBe(0);
  expect((await askCommand(at, 'users', 'list')).data).toEqual({ users: [], next: null });
  // It does not keep running after the commands.
  expect((await runCommand(at, 'database-url')).err).toContain('No database is running');
});

it('uses that of a running server', async () => {
  const dataDir = join(inject('testServer').folder, 'embedded-running');
  const server = spawn(process.execPath, [serverProgram], {
    env: {
      ...process.env,
      BASE_URL: '',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(server.stdout, 'data');
  const at = { databaseUrl: null, dataDir };
  const info = await askCommand<{ servers: number }>(at, 'world', 'info');
  const url = await runCommand(at, 'database-url');
  const verified = await runCommand(at, 'verify');
  server.kill('SIGTERM');
  await once(server, 'exit');
  const found = [info.data.servers, url.out, verified.code];
  expect(found).toEqual([1, expect.stringMatching(/^postgres:/) as string, 0]);
});
