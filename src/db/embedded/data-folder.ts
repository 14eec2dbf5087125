/**
 * The folder of the embedded database. DATA_DIR/postgres is its home. As root, Postgres runs under another account; if
 * that cannot enter DATA_DIR, such as one below /root, the home is /var/lib/hegemon/<DATA_DIR>/postgres.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createSecret, systemRandom } from '../../kernel/random.ts';
import { StartError } from '../../kernel/start-error.ts';
import { findPrograms, quote, run, type Account } from './programs.ts';

export interface DataFolder {
  /** Absolute, with every link resolved. */
  home: string;
  data: string;
  as: Account | null;
}

export const databaseUser = 'hegemon';

const isRoot = process.getuid?.() === 0;

const basesOf = (dataDir: string): string[] =>
  isRoot ? [resolve(dataDir), join('/var/lib/hegemon', resolve(dataDir))] : [resolve(dataDir)];

function accountForRoot(): Account & { name: string } {
  for (const name of ['postgres', 'node', 'nobody']) {
    const [uid = 0, gid = 0] = ['-u', '-g'].map((option) => Number(spawnSync('id', [option, name]).stdout));
    if (uid > 0) return { name, uid, gid };
  }
  throw new StartError(
    'Postgres refuses to run as root, and there is no account postgres, node or nobody: start as another user, or set DATABASE_URL.',
  );
}

/**
 * Null if no database was created yet. Postgres runs only as the owner of its data, and never as root; a copy of the
 * folder often has another owner.
 * @throws StartError with the command that corrects the owner
 */
export function findDataFolder(dataDir: string): DataFolder | null {
  const homes = basesOf(dataDir).map((base) => join(base, 'postgres'));
  const found = homes.find((folder) => fs.existsSync(folder));
  if (found === undefined) return null;
  const home = fs.realpathSync(found);
  const data = join(home, 'data');
  const me = process.getuid?.();
  if (me === undefined) return { home, data, as: null };
  // The home is private. Root owns it, and another account its data.
  const owned = isRoot ? data : home;
  const { uid, gid } = fs.statSync(owned);
  if (isRoot ? uid !== 0 : uid === me) return { home, data, as: isRoot ? { uid, gid } : null };
  const owner = isRoot ? `${accountForRoot().name}:` : String(me);
  throw new StartError(
    `${owned} belongs to another user than its Postgres: run \`${isRoot ? '' : 'sudo '}chown -R ${owner} ${quote(owned)}\`.`,
  );
}

/** Node's recursive mkdir never ends below /proc. */
function createFolder(path: string): void {
  if (fs.existsSync(path)) return;
  createFolder(dirname(path));
  try {
    fs.mkdirSync(path);
  } catch (error) {
    // Another process may have been faster.
    if (!fs.existsSync(path)) throw error;
  }
}

async function createBase(dataDir: string, as: Account | null): Promise<string> {
  for (const base of basesOf(dataDir)) {
    createFolder(base);
    if (as === null || (await run('/bin/sh', ['-c', 'cd "$0"', base], { as })).code === 0) return base;
  }
  throw new StartError(`Postgres cannot enter ${dataDir} or /var/lib/hegemon: choose another DATA_DIR.`);
}

/**
 * Concurrent processes create one database only.
 * @param isDurable false skips fsync, for tests
 */
export async function createDataFolder(dataDir: string, isDurable: boolean): Promise<DataFolder> {
  // postmaster.pid has the path in one line.
  if (dataDir.includes('\n'))
    throw new StartError('DATA_DIR must be the path of a folder without line breaks.');
  const as = isRoot ? accountForRoot() : null;
  const base = await createBase(dataDir, as);
  const initdb = join(await findPrograms(base, as), 'initdb');
  const home = join(base, 'postgres');
  const partial = `${home}.new-${process.pid}`;
  const [data, password] = [join(partial, 'data'), join(partial, 'password')];
  try {
    fs.mkdirSync(data, { recursive: true });
    fs.writeFileSync(password, createSecret(systemRandom, 24), { mode: 0o600, flush: true });
    // The server's account does not own the home, so that it cannot plant links for root.
    fs.chmodSync(partial, as === null ? 0o700 : 0o711);
    if (as !== null) for (const path of [data, password]) fs.chownSync(path, as.uid, as.gid);
    const options = ['-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--data-checksums'];
    if (!isDurable) options.push('--no-sync');
    const args = ['-D', data, '-U', databaseUser, `--pwfile=${password}`, ...options];
    const { code, output } = await run(initdb, args, { as });
    if (output.includes('could not look up effective user ID'))
      throw new StartError(
        `Postgres needs a user that the system knows, and ${process.getuid?.()} is none: give a container \`--user node\` instead, or set DATABASE_URL.`,
      );
    if (code !== 0) throw new Error(/^.*(?:error|fatal).*$/im.exec(output)?.[0] ?? output);
    fs.renameSync(partial, home);
  } catch (error) {
    fs.rmSync(partial, { recursive: true, force: true });
    if (!fs.existsSync(home)) throw error;
  }
  return { home: fs.realpathSync(home), data: join(fs.realpathSync(home), 'data'), as };
}
