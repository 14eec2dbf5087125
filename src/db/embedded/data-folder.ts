/**
 * The folder of the embedded database. DATA_DIR/postgres is its home: data/ (the Postgres data folder), password, port
 * and server.log. In two cases it is a symbolic link to a fallback folder:
 * - as root, the server runs under another account, which cannot enter a private folder such as /root;
 * - a Windows drive under WSL has no file modes, which Postgres requires.
 * The fallback folder is permanent, never the temporary folder, which a restart of the machine empties.
 */
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createSecret, systemRandom } from '../../kernel/random.ts';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { StartError } from '../../kernel/start-error.ts';
import { findBinaries } from './binaries.ts';
import { accountForRoot, requireOwner } from './owner.ts';
import { isAlive, run, type Account } from './run-program.ts';

export interface DataFolder {
  /** Absolute, with every link resolved. */
  home: string;
  /** Postgres' data folder in the home. */
  data: string;
  /** The account the server runs under. */
  as: Account | null;
  /** The Postgres version that created the data. */
  major: number;
}

/** The only user of the database. */
export const databaseUser = 'hegemon';

const isRoot = process.getuid?.() === 0;

function fallbackFolder(): string {
  return isRoot ? '/var/lib/hegemon' : join(homedir(), '.local', 'share', 'hegemon');
}

/** Returns the folder for copies of programs that the server's account must be able to read. */
export function shelterFor(dataDir: string, as: Account | null): string {
  return as === null ? dataDir : fallbackFolder();
}

/** @returns null if no database was created yet */
export function findDataFolder(dataDir: string): DataFolder | null {
  const path = join(dataDir, 'postgres');
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  if (!existsSync(path)) {
    throw new StartError(
      `${path} is a link to a missing database: restore it, or remove the link to start with an empty world.`,
    );
  }
  const home = realpathSync(path);
  requireOwner(home);
  const data = join(home, 'data');
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner === undefined) {
    throw new StartError(`${home} contains no database: remove it to start with an empty world.`);
  }
  const as = isRoot ? { uid: owner.uid, gid: owner.gid } : null;
  const versionFile = join(data, 'PG_VERSION');
  const major = existsSync(versionFile) ? Number.parseInt(readFileSync(versionFile, 'utf8'), 10) : Number.NaN;
  if (Number.isNaN(major)) {
    throw new StartError(`${versionFile} contains no version: restore the data folder from a backup.`);
  }
  return { home, data, as, major };
}

/**
 * Creates a folder and its parents. Node's own `recursive` never returns where the parent exists and mkdir reports that
 * it does not, as in /proc.
 */
function createFolder(path: string): void {
  if (existsSync(path)) return;
  createFolder(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (existsSync(path)) return;
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(`The folder ${path} cannot be created (${code}): choose another DATA_DIR.`);
  }
}

const temporaryName = /\.new-(\d+)$/;

/** Creates an empty temporary home for this process, and removes partial homes of killed processes. */
function createTemporaryHome(base: string, as: Account | null): string {
  createFolder(base);
  for (const name of readdirSync(base)) {
    const pid = Number(temporaryName.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    rmSync(join(base, name), { recursive: true, force: true });
  }
  const temporaryHome = join(base, `postgres.new-${process.pid}`);
  mkdirSync(temporaryHome);
  // The server's account may pass through the home but does not own it, so that it cannot plant links for root.
  chmodSync(temporaryHome, as === null ? 0o700 : 0o711);
  const data = join(temporaryHome, 'data');
  mkdirSync(data);
  chmodSync(data, 0o700);
  if (as !== null) chownSync(data, as.uid, as.gid);
  return temporaryHome;
}

/** Whether the server's account can enter the folder, and file modes take effect. */
async function isFit(temporaryHome: string, as: Account | null): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const data = join(temporaryHome, 'data');
  const hasModes = (statSync(data).mode & 0o777) === 0o700;
  return hasModes && (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', data], as)).code === 0;
}

async function findTemporaryHome(bases: string[], as: Account | null): Promise<string> {
  for (const base of bases) {
    const temporaryHome = createTemporaryHome(base, as);
    if (await isFit(temporaryHome, as)) return temporaryHome;
    rmSync(temporaryHome, { recursive: true });
  }
  throw new StartError(`Postgres cannot keep its data in ${bases.join(' or ')}: choose another DATA_DIR.`);
}

/** Renames a finished home to its final name. If another process was faster, that process's home remains. */
function publish(temporaryHome: string, path: string): void {
  const isInDataDir = join(path, '..') === join(temporaryHome, '..');
  const home = isInDataDir
    ? path
    : join(temporaryHome, '..', `world-${systemRandom.bytes(6).toString('hex')}`);
  try {
    // Names the DATA_DIR that uses this folder, because nothing deletes the folder automatically.
    if (!isInDataDir) writeFileSync(join(temporaryHome, 'made-for'), `${path}\n`);
    renameSync(temporaryHome, home);
    if (!isInDataDir) symlinkSync(home, path);
  } catch (error) {
    rmSync(isInDataDir ? temporaryHome : home, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}

/**
 * Creates an empty database atomically. If several processes try at once, only one database is created.
 * @param isDurable false skips fsync, for tests
 */
export async function createDataFolder(dataDir: string, isDurable: boolean): Promise<void> {
  createFolder(resolve(dataDir));
  const as = isRoot ? accountForRoot() : null;
  const binaries = await findBinaries(as, shelterFor(dataDir, as), null);
  const temporaryHome = await findTemporaryHome([realpathSync(dataDir), fallbackFolder()], as);

  const password = join(temporaryHome, 'password');
  const log = join(temporaryHome, 'server.log');
  writeFileSync(password, createSecret(systemRandom, 24), { mode: 0o600, flush: true });
  writeFileSync(log, '', { mode: 0o600 });
  if (as !== null) for (const file of [password, log]) chownSync(file, as.uid, as.gid);

  const data = join(temporaryHome, 'data');
  const { code, output } = await run(
    join(binaries.folder, 'initdb'),
    [
      '-D',
      data,
      '-U',
      databaseUser,
      '-A',
      'scram-sha-256',
      `--pwfile=${password}`,
      '-E',
      'UTF8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
      ...(isDurable ? [] : ['--no-sync']),
    ],
    as,
  );
  if (code !== 0) {
    rmSync(temporaryHome, { recursive: true, force: true });
    const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim();
    throw new StartError(`initdb failed to create a database in ${dataDir}: ${reason}`);
  }
  publish(temporaryHome, join(realpathSync(dataDir), 'postgres'));
}
