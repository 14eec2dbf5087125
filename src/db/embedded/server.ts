/**
 * The server process of an embedded database: whether it runs, starting it, stopping it. It outlives this
 * process, and a killed one of either kind leaves nothing that stands in the way.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { commandLine, isAlive, run } from './run-program.ts';

export interface Cluster extends DataFolder {
  binaries: Binaries;
  /** Server settings beside our own; values without blanks. */
  settings: Readonly<Record<string, string>>;
}

/** Only the loopback address, no socket file; one line in the log for what matters, none for refused rows. */
const ownSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  log_min_messages: 'log',
  log_checkpoints: 'off',
};

/** No process has it. */
const noPid = 2 ** 31 - 1;

/**
 * The port of the server of this data folder, or null where none runs. What a killed server left behind is
 * made harmless: after a restart of the machine or the container its number may belong to another process,
 * and Postgres would take that one for itself.
 * @throws Error while a server is just starting
 */
export async function runningPort({ data }: DataFolder): Promise<number | null> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const content = readFileSync(file, 'utf8');
  const [pid = 0, , , port = 0] = content.split('\n').map(Number);
  if (pid === 0 || port === 0) throw new Error('the server is just starting');
  if (!isAlive(pid)) return null;
  if ((await commandLine(pid)).includes(process.platform === 'win32' ? 'postgres' : data)) return port;
  // The other lines stay: by them Postgres finds out whether processes of the old server still run.
  if (readFileSync(file, 'utf8') === content) writeFileSync(file, content.replace(/^\d+/, String(noPid)));
  return null;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

function anyFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}

/** The port of the last time where it is still free, so that an address somebody noted stays right. */
async function choosePort({ home }: DataFolder): Promise<number> {
  const file = join(home, 'port');
  const remembered = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  return remembered > 0 && (await isFree(remembered)) ? remembered : anyFreePort();
}

/** What pg_ctl prints beside a reason. */
const chatter =
  /waiting for server to start\.*|stopped waiting|.*could not start server|Examine the log output\./g;

/** The last fatal line of an output, else its last line, without the time before it; null for an empty one. */
function findReason(output: string): string | null {
  const lines = output.replaceAll(chatter, '').trim().split('\n');
  const line = lines.findLast((one) => /FATAL|PANIC/.test(one)) ?? lines.at(-1) ?? '';
  return line === '' ? null : line.replace(/^.*?(?:FATAL|PANIC|LOG|HINT): +/, '');
}

/**
 * Starts the server and waits until it answers.
 * @param fixedPort null: the port of the last time or a free one
 * @returns the port
 * @throws Error with the reason that the server gave this time; trying again may help
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
    // On Windows the server that it leaves behind would hold the output open.
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
 * Ends every connection and stops the server; returns when it has ended.
 * @throws Error when it does not end
 */
export async function stopServer({ data, as, binaries }: Cluster): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const args = ['stop', '-m', mode, '-w', '-t', '60', '-D', data];
    await run(join(binaries.folder, 'pg_ctl'), args, as, true);
    if (!existsSync(join(data, 'postmaster.pid'))) return;
  }
  throw new Error(`the server of ${data} did not stop`);
}
