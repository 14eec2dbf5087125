/**
 * Brings a database to the schema of this release: the numbered SQL files of migrations/, forward only, each in
 * one transaction, written down in the table schema_migrations. Instances that start together take turns.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { StartError } from '../kernel/start-error.ts';
import { advisoryLocks } from './names.ts';

interface Migration {
  version: number;
  /** The file's name. */
  name: string;
  sql: string;
  /** SHA-256 in hex, the same for either kind of line end. */
  checksum: string;
}

type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

const projectMigrations = fileURLToPath(new URL('../../migrations', import.meta.url));

/** Numbers begin at 1 and leave none out. */
function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const version = Number(/^(\d{4})_\w+\.sql$/.exec(name)?.[1] ?? Number.NaN);
    if (version !== index + 1) {
      const expected = String(index + 1).padStart(4, '0');
      throw new StartError(`The migration ${name} is out of order: the next number is ${expected}.`);
    }
    const sql = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
    return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
  });
}

/** @throws StartError when what was applied is not what the files say */
function checkApplied(applied: Applied[], migrations: Migration[]): void {
  applied.forEach((row, index) => {
    const file = migrations[index];
    if (row.version !== index + 1) {
      throw new StartError(`The table schema_migrations has no row ${index + 1}: restore the database.`);
    }
    if (file === undefined) {
      throw new StartError(
        `The database is newer than this release (it has the migration ${row.name}): start the newer release.`,
      );
    }
    if (file.name !== row.name) {
      throw new StartError(
        `The migration ${row.name} was applied and its file is missing: restore the file.`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new StartError(
        `The migration ${row.name} was changed after it was applied: restore the file and write a new one.`,
      );
    }
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
    throw new StartError(`The migration ${name} failed and left no trace: ${(error as Error).message}`);
  }
}

/** What is still to be applied. */
async function selectPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<Applied>(
    'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
  );
  checkApplied(rows, migrations);
  return migrations.slice(rows.length);
}

async function bringUpToDate(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  // Held by this connection; its end releases it.
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

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 });
  // A loss of the connection rejects the statement under way.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(`The database cannot be reached: ${(error as Error).message}`);
  }
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Applies what is missing. Waits while another instance does.
 * @returns the names of the files that were applied now
 * @throws StartError with one sentence: unreachable database; a file that is changed, missing, out of order or
 *   fails; a database that is newer than the files
 */
export async function migrate(connectionString: string, folder = projectMigrations): Promise<string[]> {
  const migrations = readMigrations(folder);
  return withClient(connectionString, (client) => bringUpToDate(client, migrations));
}

/**
 * The names of the files that are still to be applied; changes nothing.
 * @throws StartError as `migrate` does
 */
export async function findPending(connectionString: string): Promise<string[]> {
  const migrations = readMigrations(projectMigrations);
  return withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ made: boolean }>(
      `SELECT to_regclass('schema_migrations') IS NOT NULL AS made`,
    );
    const pending = rows[0]?.made === true ? await selectPending(client, migrations) : migrations;
    return pending.map(({ name }) => name);
  });
}

/** The number of the schema of this release. */
export function schemaVersion(): number {
  return readMigrations(projectMigrations).length;
}
