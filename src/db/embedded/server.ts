/**
 * Finds, starts and stops the server process of an embedded database. It can outlive this process. Neither a killed
 * server nor a killed owner blocks the next start.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { commandLine, isAlive, run } from './run-program.ts';

export interface Cluster extends DataFolder {
  binaries: Binaries;
  /** Additional Postgres settings. Values must not contain spaces. */
  settings: Readonly<Record<string, string>>;
}

/** Loopback address only, no socket file. The log omits checkpoints and rejected rows. */
const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** A pid that no process has. */
const unusedPid = 2 ** 31 - 1;

/**
 * Returns the port of the server of this data folder, or null if none runs. It also invalidates the pid file of a
 * killed server: after a restart of the machine or container, its pid may belong to another process, which Postgres
 * would mistake for its server.
 * @throws Error while a server is starting
 */
export async function runningPort({ data }: DataFolder): Promise<number | null> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const content = readFileSync(file, 'utf8');
  const [pid = 0, , , port = 0] = content.split('\n').map(Number);
  if (pid === 0 || port === 0) throw new Error('the server is starting');
  if (!isAlive(pid)) return null;
  if ((await commandLine(pid)).includes(process.platform === 'win32' ? 'postgres' : data)) return port;
  // Keep the other lines: Postgres uses them to check whether processes of the old server still run.
  if (readFileSync(file, 'utf8') === content) writeFileSync(file, content.replace(/^\d+/, String(unusedPid)));
  return null;
}

/** Returns this port, or for 0 a free one. @throws Error if it is taken */
function tryPort(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address() as AddressInfo;
      probe.close(() => resolve(address.port));
    });
  });
}

/** Returns the port of the last start if it is free, so that addresses stored by operators stay valid. */
function choosePort({ home }: DataFolder): Promise<number> {
  const file = join(home, 'port');
  const remembered = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return tryPort(remembered).catch(() => tryPort(0));
}

/** Messages of pg_ctl that do not give a reason. */
const noise =
  /waiting for server to start\.*|stopped waiting|.*could not start server|Examine the log output\./g;

/** Returns the last fatal line of an output, else its last line, without the timestamp; null if it is empty. */
function findReason(output: string): string | null {
  const lines = output.replaceAll(noise, '').trim().split('\n');
  const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
  return reason === '' ? null : reason.replace(/^.*?(?:FATAL|PANIC|LOG|HINT): +/, '');
}

/**
 * Starts the server and waits until it accepts connections.
 * @param fixedPort null: the port of the last start, or a free one
 * @returns the port
 * @throws Error with the server's reason for this failure; a retry may help
 */
export async function startServer(cluster: Cluster, fixedPort: number | null): Promise<number> {
  const { home, data, as, binaries, settings } = cluster;
  const port = fixedPort ?? (await choosePort(cluster));
  const options = Object.entries({ ...ownSettings, ...settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  );
  const log = join(home, 'server.log');
  const sizeBefore = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  const { code, output } = await run(
    join(binaries.folder, 'pg_ctl'),
    ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', [`-p ${port}`, ...options].join(' ')],
    as,
    // On Windows, the server that pg_ctl starts would keep the output open.
    process.platform === 'win32',
  );
  if (code !== 0) {
    const written = existsSync(log) ? readFileSync(log).subarray(sizeBefore).toString() : '';
    throw new Error(findReason(written) ?? findReason(output) ?? `pg_ctl failed and wrote nothing to ${log}`);
  }
  writeFileSync(join(home, 'port'), String(port));
  return port;
}

/**
 * Closes all connections, stops the server and waits for its end.
 * @throws Error if it does not stop
 */
export async function stopServer({ data, as, binaries }: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-m', mode, '-w', '-t', '60', '-D', data];
    await run(join(binaries.folder, 'pg_ctl'), args, as, true);
    if (!existsSync(join(data, 'postmaster.pid'))) return;
  }
  throw new Error(`the server of ${data} did not stop`);
}
