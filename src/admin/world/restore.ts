/** Restores a world in one transaction: a rejected file changes nothing. No server may be connected. */
import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import { z } from 'zod';
import { lockWorldExclusively } from '../../db/migrate.ts';
import { systemUserId } from '../../db/names.ts';
import { refreshAll } from '../../world/figures/rankings.ts';
import { selectWorld } from '../../world/settings.ts';
import { Refusal } from '../command.ts';
import { parseLine, sumOfRows, type Header, type RowBatch, type WorldFile } from './file.ts';
import { selectColumns, worldTables } from './tables.ts';

/** Throws a Refusal while a server or another restore holds the world lock. */
export async function lockForRestore(client: pg.Client): Promise<void> {
  if (await lockWorldExclusively(client)) return;
  throw new Refusal(
    'Servers are connected to this database, or another restore is running: stop them first.',
  );
}

/** Whether no server has made a world in this migrated database. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is_empty: boolean }>(
    `SELECT NOT EXISTS (SELECT FROM users WHERE id <> '${systemUserId}')
       AND NOT EXISTS (SELECT FROM settings WHERE key = 'world') AS is_empty`,
  );
  return rows[0]?.is_empty === true;
}

interface RestoreOptions {
  now: number;
  record: (client: pg.Client) => Promise<unknown>;
  onProgress: (done: number, total: number) => void;
}

async function insertRows(client: pg.Client, table: string, columns: string, rows: string[]): Promise<void> {
  const { rowCount } = await client.query(
    `INSERT INTO ${table} (${columns}) OVERRIDING SYSTEM VALUE
     SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`,
    [`[${rows.join(',')}]`],
  );
  if (rowCount !== rows.length) throw new Refusal(`The file has more or fewer rows of ${table} than lines.`);
}

/** A schema can change without its number before a release. */
async function requireColumns(
  client: pg.Client,
  { table, rows: [first = ''] }: RowBatch,
  { release }: Header,
): Promise<string> {
  const columns = await selectColumns(client, table);
  // The database refuses a line that is no object.
  const row = parseLine(z.record(z.string(), z.unknown()), first);
  if (row !== null && !isDeepStrictEqual(Object.keys(row).sort(), columns.sort()))
    throw new Refusal(
      `The file has other columns of ${table} than this release: restore it with the one that made it, ${release}.`,
    );
  return columns.join(', ');
}

async function insertAll(
  client: pg.Client,
  { header, batches }: WorldFile,
  options: RestoreOptions,
): Promise<void> {
  const total = sumOfRows(header.rows);
  // The file already contains the rows that triggers would add.
  for (const { name } of worldTables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  let done = 0;
  let known = { table: '', columns: '' };
  for await (const batch of batches) {
    const { table, rows } = batch;
    if (table !== known.table) known = { table, columns: await requireColumns(client, batch, header) };
    await insertRows(client, table, known.columns, rows);
    options.onProgress((done += rows.length), total);
  }
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of worldTables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  await restartNumbers(client);
}

/** Lets identity columns continue after the restored rows. */
async function restartNumbers(client: pg.Client): Promise<void> {
  const { rows: columns } = await client.query<{ table: string; name: string }>(
    `SELECT attrelid::regclass::text AS table, attname AS name FROM pg_attribute
     WHERE attidentity <> '' AND attrelid::regclass::text = ANY($1)`,
    [worldTables.map(({ name }) => name)],
  );
  for (const { table, name } of columns) {
    // Not setval: a rollback does not undo it.
    const { rows } = await client.query<{ next: string }>(
      `SELECT (coalesce(max(${name}), 0) + 1)::text AS next FROM ${table}`,
    );
    await client.query(`ALTER TABLE ${table} ALTER COLUMN ${name} RESTART WITH ${rows[0]?.next ?? '1'}`);
  }
}

/** The server and `verify` need these settings. */
async function requireSettings(client: pg.Client, { world }: Header): Promise<void> {
  const settings = await selectWorld(client);
  if (settings?.speed === world.speed && settings.radius === world.radius) return;
  throw new Refusal('The world settings in the file do not match its header.');
}

function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!/^(22|23|42846|55P03)/.test(code)) return error;
  return new Refusal(`The database rejected the file and is unchanged: ${(error as Error).message}.`);
}

/**
 * A Refusal leaves the database unchanged.
 * @param client a dedicated connection with the lock of `lockForRestore`
 */
export async function restoreWorld(
  client: pg.Client,
  file: WorldFile,
  options: RestoreOptions,
): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '5s'; SET LOCAL TimeZone = 'UTC'`);
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    if (!(await isEmpty(client))) {
      throw new Refusal(
        'This database has a world, and none is ever replaced: name an empty one with DATABASE_URL, or another folder with DATA_DIR.',
      );
    }
    // The file contains the system account.
    await client.query('DELETE FROM users WHERE id = $1', [systemUserId]);
    await client.query('DELETE FROM settings');
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
