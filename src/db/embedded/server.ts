/** The server process of an embedded database, which can outlive this process. */
import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { quote, run } from './programs.ts';

export interface Cluster extends DataFolder {
  programs: string;
  port: number;
  settings: Readonly<Record<string, string>>;
}

/** Loopback address only, no socket file. */
const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

const logName = 'server.log';

/** Without arguments on Windows; empty if there is no process. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'win32') {
    return (await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])).output;
  }
  if (process.platform !== 'linux') return (await run('ps', ['-p', String(pid), '-o', 'args='])).output;
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * Null if no server runs. It also invalidates the pid file of a killed server: after a restart of the machine or
 * container, its pid may belong to another process, which Postgres would mistake for its server.
 * @throws Error while a server is starting
 */
export async function runningPort({ data }: DataFolder): Promise<number | null> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const content = readFileSync(file, 'utf8');
  const [pid = 0, , , port = 0] = content.split('\n').map(Number);
  if (pid === 0 || port === 0) throw new Error('the server is starting');
  if ((await commandLine(pid)).includes(process.platform === 'win32' ? 'postgres' : data)) return port;
  // No process has this pid. The other lines stay: with them, Postgres looks for processes of the old server.
  if (readFileSync(file, 'utf8') === content) writeFileSync(file, content.replace(/^\d+/, '2147483647'));
  return null;
}

/** For 0 a free port. @throws Error if it is taken */
async function tryPort(port: number): Promise<number> {
  const probe = createServer().listen(port, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address() as AddressInfo;
  await once(probe.close(), 'close');
  return address.port;
}

/** That of the last start if it is free: operators store addresses. */
export function choosePort({ data }: DataFolder): Promise<number> {
  const file = join(data, 'postmaster.opts');
  const [, last] = /"-p" "(\d+)"/.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? [];
  return tryPort(Number(last ?? 0)).catch(() => tryPort(0));
}

function findReason(output: string): string {
  const errors = [...output.matchAll(/(?:FATAL|PANIC): +(.+)(?:\n.*DETAIL: +(.+))?/g)];
  const [, error, detail] = errors.at(-1) ?? [];
  if (error !== undefined) return detail === undefined ? error : `${error} (${detail})`;
  return output.replace(/^waiting for server to start\.*/, '').split('\n', 1)[0] ?? '';
}

/**
 * Returns the port once the server accepts connections.
 * @throws Error with the server's reason for this failure; a retry may help
 */
export async function startServer({ data, as, programs, port, settings }: Cluster): Promise<number> {
  const options = Object.entries({ ...ownSettings, ...settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  const log = join(data, logName);
  const sizeBefore = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const { code, output } = await run(
    join(programs, 'pg_ctl'),
    ['start', '-w', '-t', '60', '-l', logName, '-o', [`-D ${quote(data)} -p ${port}`, ...options].join(' ')],
    // pg_ctl passes the paths of -D and -l to a shell without escapes. On Windows, the server would keep the output
    // open.
    { as, cwd: data, env: { PGDATA: data }, quiet: process.platform === 'win32' },
  );
  if (code === 0) return port;
  const written = existsSync(log) ? readFileSync(log).subarray(sizeBefore).toString() : '';
  throw new Error(findReason(written === '' ? output : written));
}

/** @throws Error if it does not stop */
export async function stopServer({ data, as, programs }: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-m', mode, '-w', '-t', '60', '-D', data];
    await run(join(programs, 'pg_ctl'), args, { as, quiet: true });
    if (!existsSync(join(data, 'postmaster.pid'))) return;
  }
  throw new Error(`the server of ${data} did not stop`);
}
