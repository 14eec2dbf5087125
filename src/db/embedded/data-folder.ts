/**
 * Where the embedded database lives. DATA_DIR/postgres is the home: data/ (Postgres' own), password, port and
 * server.log. Where DATA_DIR will not do, it is a symbolic link to a home elsewhere:
 * - as root, the server runs under another account, which cannot enter a private folder such as /root;
 * - a Windows drive under WSL keeps no file modes, and Postgres insists on them.
 * Elsewhere is a durable place of this machine, never the temporary folder, which is emptied at a restart.
 */
import { randomBytes } from 'node:crypto';
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
import { homedir } from 'node:os';
import { join } from 'node:path';
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
  /** The version that made the data. */
  major: number;
}

/** The database's only user. */
export const databaseUser = 'hegemon';

const isRoot = process.getuid?.() === 0;

/** The place on this machine for what does not fit into DATA_DIR. */
function elsewhere(): string {
  return isRoot ? '/var/lib/hegemon' : join(homedir(), '.local', 'share', 'hegemon');
}

/** Where copies of programs go that the server's account must be able to read. */
export function shelterFor(dataDir: string, as: Account | null): string {
  return as === null ? dataDir : elsewhere();
}

/** @returns null where no database was made yet */
export function findDataFolder(dataDir: string): DataFolder | null {
  const path = join(dataDir, 'postgres');
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return null;
  if (!existsSync(path)) {
    throw new StartError(
      `${path} leads to a database that is gone: bring it back, or remove the link to begin with an empty world.`,
    );
  }
  const home = realpathSync(path);
  requireOwner(home);
  const data = join(home, 'data');
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner === undefined) {
    throw new StartError(`${home} holds no database: remove it to begin with an empty world.`);
  }
  const as = isRoot ? { uid: owner.uid, gid: owner.gid } : null;
  return { home, data, as, major: Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10) };
}

const workshopName = /\.new-(\d+)$/;

/** Makes an empty home under a name of this process, and removes those that killed ones left half done. */
function openWorkshop(base: string, as: Account | null): string {
  mkdirSync(base, { recursive: true });
  for (const name of readdirSync(base)) {
    const pid = Number(workshopName.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue;
    rmSync(join(base, name), { recursive: true, force: true });
  }
  const workshop = join(base, `postgres.new-${process.pid}`);
  mkdirSync(workshop);
  // The server's account passes through; it owns only what is its own, so that it cannot plant links for root.
  chmodSync(workshop, as === null ? 0o700 : 0o711);
  const data = join(workshop, 'data');
  mkdirSync(data);
  chmodSync(data, 0o700);
  if (as !== null) chownSync(data, as.uid, as.gid);
  return workshop;
}

/** Whether the server's account gets there, and file modes mean something. */
async function isFit(workshop: string, as: Account | null): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const data = join(workshop, 'data');
  const modesHold = (statSync(data).mode & 0o777) === 0o700;
  return modesHold && (await run('/bin/sh', ['-c', 'cd "$1"', 'sh', data], as)).code === 0;
}

async function findWorkshop(bases: string[], as: Account | null): Promise<string> {
  for (const base of bases) {
    const workshop = openWorkshop(base, as);
    if (await isFit(workshop, as)) return workshop;
    rmSync(workshop, { recursive: true });
  }
  throw new StartError(`Postgres cannot keep its data in ${bases.join(' or ')}: choose another DATA_DIR.`);
}

/** Gives a finished home its name; where another start was faster, that one's stays. */
function publish(workshop: string, path: string): void {
  const isNear = join(path, '..') === join(workshop, '..');
  const home = isNear ? path : join(workshop, '..', `world-${randomBytes(6).toString('hex')}`);
  try {
    // For whoever finds it when the project is gone: nothing here is ever removed by itself.
    if (!isNear) writeFileSync(join(workshop, 'made-for'), `${path}\n`);
    renameSync(workshop, home);
    if (!isNear) symlinkSync(home, path);
  } catch (error) {
    rmSync(isNear ? workshop : home, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}

/**
 * Makes an empty database. It appears whole or not at all, and only one appears when several starts try.
 * @param isDurable false skips writing through to the disk, for tests
 */
export async function createDataFolder(dataDir: string, isDurable: boolean): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const as = isRoot ? accountForRoot() : null;
  const binaries = await findBinaries(as, shelterFor(dataDir, as), null);
  const workshop = await findWorkshop([realpathSync(dataDir), elsewhere()], as);

  const password = join(workshop, 'password');
  const log = join(workshop, 'server.log');
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  writeFileSync(log, '', { mode: 0o600 });
  if (as !== null) for (const file of [password, log]) chownSync(file, as.uid, as.gid);

  const data = join(workshop, 'data');
  const { code, output } = await run(
    join(binaries.folder, 'initdb'),
    [
      ...['-D', data, '-U', databaseUser, '-A', 'scram-sha-256', `--pwfile=${password}`],
      ...['-E', 'UTF8', '--locale=C', '--data-checksums', '--no-instructions'],
      ...(isDurable ? [] : ['--no-sync']),
    ],
    as,
  );
  if (code !== 0) {
    rmSync(workshop, { recursive: true, force: true });
    const reason = output.split('\n').find((line) => /error|fatal/i.test(line)) ?? output.trim();
    throw new StartError(`Postgres could not make a database in ${dataDir}: ${reason}`);
  }
  publish(workshop, join(realpathSync(dataDir), 'postgres'));
}
