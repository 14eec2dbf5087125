/**
 * Who must own the files of an embedded database: Postgres runs only as the owner of its data and never as root,
 * and a copy of the folder often has another owner.
 */
import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../kernel/start-error.ts';
import type { Account } from './run-program.ts';

type NamedAccount = Account & { name: string };

/** One of each kind in the home; a copy changes them all or those below a folder. */
const samples = ['data', 'data/PG_VERSION', 'data/global/pg_control', 'password', 'server.log'];

function askId(...args: string[]): string | null {
  const { status, stdout } = spawnSync('id', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** The first of the accounts that may run the server for root. */
export function accountForRoot(): NamedAccount {
  for (const name of ['postgres', 'node', 'nobody']) {
    const [uid, gid] = [askId('-u', name), askId('-g', name)];
    if (uid !== null && gid !== null) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    'Postgres refuses to run as root, and there is no account postgres, node or nobody: start as another user, or set DATABASE_URL.',
  );
}

/**
 * The first file with a wrong owner, and the owner it must have; null when all are right.
 * @param owners uid by file
 * @param me uid of this process
 * @param forRoot uid of the account that runs the server for root where the data do not say which
 */
export function findWrongOwner(
  owners: Readonly<Record<string, number>>,
  me: number,
  forRoot: () => number,
): { file: string; uid: number; wanted: number } | null {
  const dataOwner = owners.data ?? me;
  const wanted = me !== 0 ? me : dataOwner !== 0 ? dataOwner : forRoot();
  const wrong = Object.entries(owners).find(([, uid]) => uid !== wanted);
  return wrong === undefined ? null : { file: wrong[0], uid: wrong[1], wanted };
}

/** @throws StartError that names the owner, the right owner and the command that helps */
export function requireOwner(home: string): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  // A root process makes the home itself; the server's account owns only what is in it.
  const files = me === 0 ? samples : ['.', ...samples];
  const owners: Record<string, number> = {};
  for (const file of files) {
    const stats = lstatSync(join(home, file), { throwIfNoEntry: false });
    if (stats !== undefined) owners[file] = stats.uid;
    // Nobody else may look inside.
    if (file === '.' && stats?.uid !== me) break;
  }
  const wrong = findWrongOwner(owners, me, () => accountForRoot().uid);
  if (wrong === null) return;
  const nameOf = (uid: number): string => askId('-un', String(uid)) ?? `the user ${uid}`;
  const parts = me === 0 ? ['data', 'password', 'server.log'] : [''];
  const paths = parts.map((part) => `"${join(home, part)}"`).join(' ');
  const wanted = nameOf(wrong.wanted);
  throw new StartError(
    `${join(home, wrong.file)} belongs to ${nameOf(wrong.uid)} and must belong to ${wanted}, who runs its Postgres: \`${me === 0 ? '' : 'sudo '}chown -R ${wanted}: ${paths}\` changes that.`,
  );
}
