/**
 * Checks the owner of the files of an embedded database. Postgres runs only as the owner of its data and never as
 * root, and a copy of the folder often has another owner.
 */
import { spawnSync } from 'node:child_process';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../kernel/start-error.ts';
import type { Account } from './run-program.ts';

type NamedAccount = Account & { name: string };

/** One file of each kind in the home. A copy changes the owner of all of them, or of those below a folder. */
const samples = ['data', 'data/PG_VERSION', 'data/global/pg_control', 'password', 'server.log'];

function runId(...args: string[]): string | null {
  const { status, stdout } = spawnSync('id', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Returns the first existing account that can run the server on behalf of root. */
export function accountForRoot(): NamedAccount {
  for (const name of ['postgres', 'node', 'nobody']) {
    const [uid, gid] = [runId('-u', name), runId('-g', name)];
    if (uid !== null && gid !== null) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new StartError(
    'Postgres refuses to run as root, and there is no account postgres, node or nobody: start as another user, or set DATABASE_URL.',
  );
}

/**
 * Returns the first file with a wrong owner, and the required owner; null if all are correct.
 * @param owners uid by file
 * @param me uid of this process
 * @param forRoot returns the uid of the account that runs the server for root, if the data belong to root
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

/** @throws StartError with the owner, the required owner and the command that corrects it */
export function requireOwner(home: string): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  // A root process owns the home itself; the server's account owns only its content.
  const files = me === 0 ? samples : ['.', ...samples];
  const owners: Record<string, number> = {};
  for (const file of files) {
    const stats = lstatSync(join(home, file), { throwIfNoEntry: false });
    if (stats !== undefined) owners[file] = stats.uid;
    // The home is private: another user cannot read the files inside.
    if (file === '.' && stats?.uid !== me) break;
  }
  const wrong = findWrongOwner(owners, me, () => accountForRoot().uid);
  if (wrong === null) return;
  const nameOf = (uid: number): string => runId('-un', String(uid)) ?? `the user ${uid}`;
  const entries = me === 0 ? ['data', 'password', 'server.log'] : [''];
  const paths = entries.map((entry) => `"${join(home, entry)}"`).join(' ');
  const owner = nameOf(wrong.wanted);
  throw new StartError(
    `${join(home, wrong.file)} belongs to ${nameOf(wrong.uid)} and must belong to ${owner}, who runs its Postgres: run \`${me === 0 ? '' : 'sudo '}chown -R ${owner}: ${paths}\`.`,
  );
}
