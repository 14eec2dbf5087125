/** The child process of the bots: its process group, restarts, and its end with the server. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { useOne } from '../support/game.ts';
import { createTestDatabase } from '../support/database.ts';
import { the } from '../support/worlds.ts';

const hasIPv6 = Object.values(networkInterfaces()).some((own) =>
  own?.some(({ address }) => address === '::1'),
);
/** The test itself has a limit of time. */
const polling = { interval: 100, timeout: 600_000 };
let server: ChildProcess | null = null;
const database = useOne(createTestDatabase, (created) => created.drop());
afterEach(() => {
  server?.kill('SIGKILL');
});

function startProgram(program: string, args: readonly string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { ...process.env, BASE_URL: '', LOG_LEVEL: 'silent', PORT: '0', ...env },
  });
}

function endOf(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text: Buffer) => {
      output += text.toString();
    });
  }
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve({ code, output }));
  });
}

function startServer(env: Record<string, string> = {}): ChildProcess {
  const settings = { DATABASE_URL: database.url, BOTS: '2', ...env };
  server = startProgram('dist/server/programs/hegemon.js', [], settings);
  return server;
}

/** The bots process of this server, or null. */
function findBots({ pid }: ChildProcess): { pid: number; group: number } | null {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,pgid=,args='], { encoding: 'utf8' }).split('\n');
  for (const line of lines) {
    const [own, parent, group] = line.trim().split(/\s+/).map(Number);
    if (parent === pid && line.includes('bots.js')) return { pid: own ?? 0, group: group ?? 0 };
  }
  return null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits for the bots process of this server. */
const botsOf = (running: ChildProcess) => vi.waitFor(() => the(findBots(running)), polling);

async function countBotEmpires(): Promise<number> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int FROM empires e JOIN users u ON u.id = e.owner_id WHERE u.is_bot',
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

it('the bots play in a process group of their own', async () => {
  const running = startServer();
  const { pid, group } = await botsOf(running);
  expect(group).toBe(pid);
  await expect.poll(countBotEmpires, polling).toBe(2);
});

it('the server restarts the bots when they die', async () => {
  const running = startServer();
  const { pid } = await botsOf(running);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => findBots(running)?.pid ?? pid, polling).not.toBe(pid);
  expect(isAlive((await botsOf(running)).pid)).toBe(true);
});

it('the bots end with the server, which exits with 0', async () => {
  const running = startServer();
  const end = endOf(running);
  const { pid } = await botsOf(running);
  await expect.poll(countBotEmpires, polling).toBe(2);
  running.kill('SIGTERM');
  expect((await end).code).toBe(0);
  expect(isAlive(pid)).toBe(false);
});

it.skipIf(!hasIPv6).each([
  ['::1', 3],
  ['::', 4],
])('the bots reach a server that listens on %s', async (host, count) => {
  startServer({ HOST: host, BOTS: String(count) });
  await expect.poll(countBotEmpires, polling).toBe(count);
});

it('the bots end when the server is killed', async () => {
  const running = startServer();
  const { pid } = await botsOf(running);
  running.kill('SIGKILL');
  await expect.poll(() => isAlive(pid), polling).toBe(false);
});

it('exits with 2 for a wrong argument', async () => {
  const args = ['bots', '--count', 'many'];
  const { code, output } = await endOf(startProgram('dist/server/programs/hegemon.js', args, {}));
  expect([code, output]).toEqual([2, expect.stringContaining('whole number from 1 to') as string]);
});

it('without a database the command prints what to do', async () => {
  const nowhere = join(inject('testServer').folder, 'no-such-data');
  const { code, output } = await endOf(
    startProgram('dist/server/programs/hegemon.js', ['bots'], { DATA_DIR: nowhere, DATABASE_URL: '' }),
  );
  expect([code, output]).toEqual([1, expect.stringContaining('start the server first') as string]);
});
