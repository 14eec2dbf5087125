/** The embedded database: start, stop, recovery after a kill of owner or server, and refused starts. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import {
  findRunning,
  startEmbedded,
  type EmbeddedDatabase,
} from '../../src/db/embedded/embedded-database.ts';
import { createLog } from '../../src/kernel/log.ts';
import { query as queryRows } from '../support/database.ts';

const isRoot = process.getuid?.() === 0;

let dataDir: string;
/** A data folder after its first use. Tests use copies, because creating one takes most of a second. */
let pristine: string;
const running: EmbeddedDatabase[] = [];

function makeFolder(): string {
  const folder = mkdtempSync(join(inject('testServer').folder, 'embedded-'));
  chmodSync(folder, 0o755);
  return folder;
}

beforeAll(async () => {
  dataDir = pristine = join(makeFolder(), 'data');
  await (await start()).stop();
});
beforeEach(() => {
  dataDir = join(makeFolder(), 'data');
  execFileSync('cp', ['-a', pristine, dataDir]);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map(({ stop }) => stop()));
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log: createLog('silent'), settings: { fsync: 'off' } });
  running.push(database);
  return database;
}

const ownerScript = 'test/db/embedded-owner.ts';

/** Starts another process that tries to own the database; `output` is its URL or its error. */
async function startElsewhere(uid?: number): Promise<{ owner: ChildProcess; output: string }> {
  const owner = spawn(process.execPath, ['--import', 'tsx', ownerScript, dataDir], { uid });
  const [output] = (await once(owner.stdout, 'data')) as [Buffer];
  return { owner, output: output.toString().trim() };
}

async function kill(owner: ChildProcess): Promise<void> {
  owner.kill('SIGKILL');
  await once(owner, 'exit');
}

const file = (name: string): string => join(dataDir, 'postgres', name);
const serverPid = (): number => Number.parseInt(readFileSync(file('data/postmaster.pid'), 'utf8'), 10);

const query = async (url: string, sql: string): Promise<unknown> =>
  Object.values((await queryRows<Record<string, unknown>>(url, sql))[0] ?? {})[0];

describe('startEmbedded', () => {
  it('creates a database that accepts only the loopback address and the password', async () => {
    const { url } = await start();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(await query(url, 'SHOW listen_addresses')).toBe('127.0.0.1');
    expect(await query(url, 'SHOW unix_socket_directories')).toBe('');
    expect(statSync(file('password')).mode & 0o777).toBe(0o600);
    const wrong = Object.assign(new URL(url), { password: 'wrong' }).href;
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  });

  it('stops the server, and reuses data, password and port at the next start', async () => {
    const { url, stop } = await start();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await stop();
    await expect(query(url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED/);
    expect(existsSync(file('data/postmaster.pid'))).toBe(false);

    const again = await start();
    expect(again.url).toBe(url);
    expect(await query(url, 'SELECT answer FROM kept')).toBe(42);
  });

  it('takes over the server of a killed owner', async () => {
    const { owner, output: url } = await startElsewhere();
    const pid = serverPid();
    await kill(owner);
    expect((await start()).url).toBe(url);
    expect(serverPid()).toBe(pid);
  });

  it('keeps all data if owner and server are killed', async () => {
    const { owner, output: url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await kill(owner);
    process.kill(serverPid(), 'SIGKILL');
    expect(await query((await start()).url, 'SELECT answer FROM kept')).toBe(42);
  });

  it('starts if the pid of a killed server belongs to another process', async () => {
    const { stop } = await start();
    const content = readFileSync(file('data/postmaster.pid'), 'utf8');
    await stop();
    writeFileSync(file('data/postmaster.pid'), content.replace(/^\d+/, String(process.pid)));
    expect(await query((await start()).url, 'SELECT 1')).toBe(1);
  });

  it('refuses a second owner in one sentence without affecting the first', async () => {
    const { url } = await start();
    const { owner, output } = await startElsewhere();
    await once(owner, 'exit');
    expect(output).toMatch(
      /^Another process owns the database in .+: stop it, or set DATABASE_URL to run several instances\.$/,
    );
    expect(await query(url, 'SELECT 1')).toBe(1);
  });

  it('lets one of two concurrent first starts succeed and refuses the other', async () => {
    dataDir = join(makeFolder(), 'data');
    const both = await Promise.all([startElsewhere(), startElsewhere()]);
    expect(both.map(({ output }) => output).sort()).toEqual([
      expect.stringMatching(/^Another process owns/),
      expect.stringMatching(/^postgres:/),
    ]);
    await Promise.all(both.map(async ({ owner }) => owner.exitCode === null && kill(owner)));
    await start();
  });

  it('restarts a dead server on the same port', async () => {
    const { url } = await start();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(serverPid(), 'SIGKILL');
    const answer = (): Promise<unknown> => query(url, 'SELECT answer FROM kept').catch(() => null);
    await expect.poll(answer).toBe(42);
  });

  it('stays the owner if its connection is terminated', async () => {
    const { url } = await start();
    const holder = (): Promise<unknown> => query(url, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`);
    const before = Number(await holder());
    await query(url, `SELECT pg_terminate_backend(${before})`);
    await expect.poll(holder).toSatisfy((pid) => Number(pid) > 0 && pid !== before);
  });

  it('refuses data of another Postgres version in one sentence', async () => {
    await (await start()).stop();
    writeFileSync(file('data/PG_VERSION'), '9\n');
    await expect(start()).rejects.toThrow(
      /could not be started: database files are incompatible with server \(.+ version 9, .+ this version \d\d/,
    );
  });

  it.runIf(isRoot)(
    'keeps the data of root outside of a folder that the account of Postgres cannot enter',
    async () => {
      const folder = makeFolder();
      chmodSync(folder, 0o700);
      dataDir = join(folder, 'data');
      const home = join('/var/lib/hegemon', dataDir, 'postgres');
      const { folder: testFolder } = inject('testServer');
      onTestFinished(() => rmSync(join('/var/lib/hegemon', testFolder), { recursive: true }));
      const { url, stop } = await start();
      expect([existsSync(file('data')), existsSync(join(home, 'data'))]).toEqual([false, true]);
      await query(url, 'CREATE TABLE kept AS SELECT 42 AS answer');
      await stop();
      chmodSync(folder, 0o755);
      expect(await query((await start()).url, 'SELECT answer FROM kept')).toBe(42);
      await running.pop()?.stop();
    },
  );

  it.runIf(isRoot)('refuses the folder of another user, with a command', async ({ skip }) => {
    const nobody = Number(execFileSync('id', ['-u', 'nobody']));
    const reading = spawnSync('test', ['-r', ownerScript], { uid: nobody });
    skip(reading.status !== 0, 'other users cannot read this clone');
    const { output } = await startElsewhere(nobody);
    expect(output).toMatch(
      /^\S+postgres belongs to another user than its Postgres: run `sudo chown -R \d+ ".+"`\.$/,
    );
  });

  it.runIf(isRoot)('refuses a folder in which the user may not write, with a command', async ({ skip }) => {
    const nobody = Number(execFileSync('id', ['-u', 'nobody']));
    skip(
      spawnSync('test', ['-r', ownerScript], { uid: nobody }).status !== 0,
      'others cannot read this clone',
    );
    dataDir = mkdtempSync('/tmp/hegemon-foreign-');
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    chmodSync(dataDir, 0o755);
    const { output } = await startElsewhere(nobody);
    expect(output).toMatch(/^The user \d+ may not write in \S+: run `sudo install -d -o \d+ "\S+"`, .+\.$/);
    execFileSync('/bin/sh', ['-c', /`sudo (.+)`/.exec(output)?.[1] ?? 'false']);
    const { owner, output: url } = await startElsewhere(nobody);
    expect(await query(url, 'SELECT 1')).toBe(1);
    await kill(owner);
  });

  it.runIf(isRoot)('refuses a user without a name, with what to do', async ({ skip }) => {
    const nameless = 54_321;
    skip(
      spawnSync('test', ['-r', ownerScript], { uid: nameless }).status !== 0,
      'others cannot read this clone',
    );
    dataDir = mkdtempSync('/tmp/hegemon-nameless-');
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    chmodSync(dataDir, 0o777);
    const { output } = await startElsewhere(nameless);
    expect(output).toMatch(/^Postgres needs a user that the system knows, and 54321 is none: .+\.$/);
  });

  it.runIf(isRoot)(
    'refuses a copied folder with a wrong owner, with a command that corrects it',
    async () => {
      execFileSync('chown', ['-R', '0:0', join(dataDir, 'postgres')]);
      const sentence = await start().then(String, (error: unknown) => (error as Error).message);
      expect(sentence).toMatch(/^\S+data belongs to another user than its Postgres: run `chown .+`\.$/);
      execFileSync('/bin/sh', ['-c', /`(.+)`/.exec(sentence)?.[1] ?? 'false']);
      expect(await query((await start()).url, 'SELECT 1')).toBe(1);
    },
  );

  it.each([`d'quote"s`, 'dollar$x', '`id`', '$(id)', 'back\\slash', ' sp ace ', '-D', 'ü;&|*?!~#%', "'"])(
    'works in a folder of the name %s',
    async (name) => {
      const folder = makeFolder();
      dataDir = join(folder, name);
      execFileSync('cp', ['-a', pristine, dataDir]);
      const { url, stop } = await start();
      expect(await query(url, 'SHOW data_directory')).toBe(file('data'));
      // A second start finds the running server by its folder.
      expect(await findRunning(dataDir)).toBe(url);
      await stop();
      expect([existsSync(file('data/postmaster.pid')), readdirSync(folder)]).toEqual([false, [name]]);
    },
  );

  it('creates a database in a folder of a name that a shell would change', async () => {
    dataDir = join(makeFolder(), `d'quote"s $x`, '`id`');
    expect(await query((await start()).url, 'SELECT 1')).toBe(1);
  });

  it('refuses a folder with a line break', async () => {
    dataDir = join(makeFolder(), 'line\nbreak');
    await expect(start()).rejects.toThrow('DATA_DIR must be the path of a folder without line breaks.');
  });

  it.runIf(existsSync('/proc/self'))('refuses a folder below /proc', async () => {
    dataDir = '/proc/x/y';
    await expect(start()).rejects.toThrow(/could not be started: ENOENT: no such file or directory, mkdir/);
  });

  it('refuses a folder that cannot be created', async () => {
    dataDir = join(dataDir, 'postgres', 'password', 'below a file');
    await expect(start()).rejects.toThrow(
      /below a file could not be started: ENOTDIR: not a directory, mkdir/,
    );
  });

  it('quotes no error of an earlier start', async () => {
    writeFileSync(file('data/server.log'), '2026-01-01 00:00:00 UTC [1] FATAL:  an old reason\n');
    chmodSync(file('data/server.log'), 0o400);
    const sentence = await start().then(String, (error: unknown) => (error as Error).message);
    expect(sentence).toMatch(/could not be started: .*server\.log.*Permission denied/);
    expect(sentence).not.toContain('an old reason');
  });

  it('quotes the error of the failed start', async () => {
    chmodSync(file('data'), 0o755);
    await expect(start()).rejects.toThrow(
      /could not be started: data directory .* has invalid permissions \(/,
    );
  });
});
