/**
 * Migrates a database to the schema of this release: forward only, each file in one transaction. Concurrent instances
 * take turns.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../kernel/start-error.ts';
import { advisoryLocks } from './names.ts';
import { requireOwnSession } from './own-session.ts';
import { requireUsable } from './require-usable.ts';

/** Returns false while an instance is connected. The lock lasts as long as the connection. */
export async function lockWorldExclusively(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    advisoryLocks.world,
  ]);
  return rows[0]?.taken === true;
}

interface Migration {
  version: number;
  name: string;
  sql: string;
  /** Independent of the line endings. */
  checksum: string;
}

type Applied = Pick<Migration, 'name' | 'checksum'>;

const projectMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1] ?? Number.NaN);
    if (version !== index + 1) {
      const expected = String(index + 1).padStart(4, '0');
      throw new StartError(`The migration ${name} is out of order: rename it to number ${expected}.`);
    }
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** @throws StartError if the applied migrations differ from the files */
function checkApplied(applied: Applied[], migrations: Migration[]): void {
  applied.forEach(({ name, checksum }, index) => {
    const file = migrations[index];
    if (file === undefined) {
      throw new StartError(
        `The database is newer than this release (it has the migration ${name}): start the newer release.`,
      );
    }
    if (file.name === name && file.checksum === checksum) return;
    throw new StartError(
      index === 0
        ? `The database was not created by the migration ${file.name} of this release: databases from before release 1.0.0 cannot be upgraded, so start with a new one.`
        : `The migration ${name} was applied, and its file is missing or was changed: restore the file, and write a new one for a change.`,
    );
  });
}

async function apply(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    throw new StartError(`The migration ${name} failed and was rolled back: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function selectPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Applied>(
    'SELECT name, checksum FROM schema_migrations ORDER BY version',
  );
  checkApplied(rows, migrations);
  return migrations.slice(rows.length);
}

async function bringUpToDate(
  client: pg.Client,
  migrations: Migration[],
  requireMore: (client: pg.Client) => Promise<void>,
): Promise<string[]> {
  await requireUsable(client);
  await requireMore(client);
  // Released when the connection closes.
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migration]);
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp()
    )`);
  const pending = await selectPending(client, migrations);
  for (const migration of pending) await apply(client, migration);
  return pending.map(({ name }) => name);
}

/** Codes of OpenSSL and of Node. */
const certificateFault = /CERT|UNABLE_TO_(?:GET|VERIFY)/;

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A lost connection also rejects the running statement.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (certificateFault.test(code))
      throw new StartError(
        `The certificate of the database is not trusted (${code}): end DATABASE_URL with ?sslmode=verify-full&sslrootcert= and the path of the file of its authority.`,
      );
    throw new StartError(`The database cannot be reached: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Waits while another instance migrates.
 * @param requireMore what else must hold before the first migration
 * @returns the names of the applied files
 * @throws StartError if the database is unreachable, unusable or newer, or a file changed, is missing, out of order or
 * fails
 */
export async function migrate(
  connectionString: string,
  folder = projectMigrations,
  requireMore: (client: pg.Client) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withClient(connectionString, async (client) => {
    await requireOwnSession(client, connectionString);
    return bringUpToDate(client, migrations, requireMore);
  });
}

/** @throws StartError like `migrate` */
export async function findPending(connectionString: string): Promise<string[]> {
  const migrations = readMigrations(projectMigrations);
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ exists: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS exists`,
    );
    const pending = rows[0]?.exists === true ? await selectPending(client, migrations) : migrations;
    return pending.map(({ name }) => name);
  });
}

export function schemaVersion(): number {
  return readMigrations(projectMigrations).at(-1)?.version ?? 0;
}
