/** Imports a world in one transaction: a rejected file changes nothing. No server may be connected. */
import type pg from 'pg';
import { lockWorldExclusively } from '../../db/migrate.ts';
import { systemUserId } from '../../db/names.ts';
import { refreshAll } from '../../world/figures/rankings.ts';
import { selectWorld } from '../../world/settings.ts';
import { Refusal } from '../command.ts';
import { sumOfRows, type Header, type WorldFile } from './file.ts';
import { selectColumns, tablesOf } from './tables.ts';

/** Settings are excluded: `clearTables` keeps the session secret among them. */
const replacedTables = [
  ...tablesOf({ with_sessions: true, with_messages: true }).map(({ name }) => name),
  'active_connections',
  'rate_limit_counters',
  'login_addresses',
  'account_tokens',
].filter((name) => name !== 'settings');

/** Throws a Refusal while a server or another import holds the world lock. */
export async function lockForImport(client: pg.Client): Promise<void> {
  if (await lockWorldExclusively(client)) return;
  throw new Refusal('Servers are connected to this database, or another import is running: stop them first.');
}

export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ has_users: boolean }>(
    `SELECT EXISTS (SELECT FROM users WHERE id <> '${systemUserId}') AS has_users`,
  );
  return rows[0]?.has_users === false;
}

interface ImportOptions {
  replace: boolean;
  now: number;
  record: (client: pg.Client) => Promise<unknown>;
  onProgress: (done: number, total: number) => void;
}

async function clearTables(client: pg.Client, header: Header, replace: boolean): Promise<void> {
  if (replace) await client.query(`TRUNCATE ${replacedTables.join(', ')} RESTART IDENTITY`);
  // The file contains the system account.
  else await client.query('DELETE FROM users WHERE id = $1', [systemUserId]);
  await client.query(`DELETE FROM settings WHERE $1 OR key NOT IN ('session_secret', 'push_keys')`, [
    header.with_sessions,
  ]);
}

async function insertRows(client: pg.Client, table: string, columns: string, rows: string[]): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
  if (rowCount !== rows.length) throw new Refusal(`The file has more or fewer rows of ${table} than lines.`);
}

async function insertAll(
  client: pg.Client,
  { header, batches }: WorldFile,
  options: ImportOptions,
): Promise<void> {
  const total = sumOfRows(header.rows);
  // The file already contains the rows that triggers would add.
  const tables = tablesOf(header);
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  let done = 0;
  let known = { table: '', columns: '' };
  for await (const { table, rows } of batches) {
    if (table !== known.table) known = { table, columns: (await selectColumns(client, table)).join(', ') };
    await insertRows(client, table, known.columns, rows);
    options.onProgress((done += rows.length), total);
  }
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await restartNumbers(client, 'battles', 'number');
  await restartNumbers(client, 'message_reports', 'id');
}

/** Lets an identity column continue after the imported rows. */
async function restartNumbers(client: pg.Client, table: string, column: string): Promise<void> {
  // Not setval: a rollback does not undo it.
  const { rows } = await client.query<{ next: string }>(
    `SELECT (coalesce(max(${column}), 0) + 1)::text AS next FROM ${table}`,
  );
  await client.query(`ALTER TABLE ${table} ALTER COLUMN ${column} RESTART WITH ${rows[0]?.next ?? '1'}`);
}

/** The server and `verify` need these settings. */
async function requireSettings(client: pg.Client, { world }: Header): Promise<void> {
  const settings = await selectWorld(client);
  if (settings?.speed === world.speed && settings.radius === world.radius) return;
  throw new Refusal('The world settings in the file do not match its header.');
}

/** Turns errors of rejected rows into a Refusal. */
function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^(22|23|42846|55P03)/.test(code)) return error;
  return new Refusal(`The database rejected the file and is unchanged: ${(error as Error).message}.`);
}

/**
 * A Refusal leaves the database unchanged.
 * @param client a dedicated connection with the lock of `lockForImport`
 */
export async function importWorld(client: pg.Client, file: WorldFile, options: ImportOptions): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '5s'; SET LOCAL TimeZone = 'UTC'`);
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    if (!options.replace && !(await isEmpty(client))) {
      throw new Refusal('This database has players: use an empty database, or add --replace.');
    }
    await clearTables(client, file.header, options.replace);
    await insertAll(client, file, options);
    await requireSettings(client, file.header);
    await refreshAll(client, options.now);
    await options.record(client);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw toRefusal(error);
  }
  await client.query('ANALYZE');
}
