/**
 * Reading a world from a file into this database, in one transaction: whatever is wrong with the file, and whenever
 * the process ends, everything is as it was before. No server may be connected meanwhile.
 */
import type pg from 'pg';
import { lockWorldExclusively } from '../../world/world-lock.ts';
import { selectWorld } from '../../world/settings.ts';
import { recordAuditEntry, type AuditEntry } from '../audit.ts';
import { Refusal } from '../command.ts';
import { selectColumns } from './columns.ts';
import { tablesOf, type Header, type WorldFile } from './file.ts';

/** Those that go when a world is replaced; the settings are the file's, the secret of the sessions stays. */
const emptied = [...tablesOf(true).map(({ name }) => name), 'presences', 'rate_limit_counters'].filter(
  (name) => name !== 'settings',
);

/** Takes the database for this connection alone; a Refusal while servers are connected. */
export async function requireAlone(client: pg.Client): Promise<void> {
  if (await lockWorldExclusively(client)) return;
  throw new Refusal('Servers are connected to this database, or another import is: stop them first.');
}

/** Whether anybody or anything is in this world. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ inhabited: boolean }>(
    'SELECT EXISTS (SELECT FROM users) AS inhabited',
  );
  return rows[0]?.inhabited === false;
}

interface ImportOptions {
  replace: boolean;
  auditEntry: AuditEntry;
  onProgress: (done: number, of: number) => void;
}

async function makeRoom(client: pg.Client, header: Header, replace: boolean): Promise<void> {
  if (replace) await client.query(`TRUNCATE ${emptied.join(', ')} RESTART IDENTITY`);
  await client.query(`DELETE FROM settings WHERE $1 OR key <> 'session_secret'`, [header.with_sessions]);
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
  { header, portions }: WorldFile,
  options: ImportOptions,
): Promise<void> {
  const total = Object.values(header.rows).reduce((sum, count) => sum + count, 0);
  // What triggers would add to the rows is among them.
  const tables = tablesOf(header.with_sessions);
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  let done = 0;
  let known = { table: '', columns: '' };
  for await (const { table, rows } of portions) {
    if (table !== known.table) known = { table, columns: (await selectColumns(client, table)).join(', ') };
    await insertRows(client, table, known.columns, rows);
    options.onProgress((done += rows.length), total);
  }
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  // Not setval, which no rollback would take back.
  const { rows } = await client.query<{ next: string }>(
    'SELECT (coalesce(max(number), 0) + 1)::text AS next FROM battles',
  );
  await client.query(`ALTER TABLE battles ALTER COLUMN number RESTART WITH ${rows[0]?.next ?? '1'}`);
}

/** Without them no server starts on the world, and nothing of it can be verified. */
async function requireSettings(client: pg.Client, { world }: Header): Promise<void> {
  const settings = await selectWorld(client);
  if (settings?.speed === world.speed && settings.radius === world.radius) return;
  throw new Refusal('The file does not have the settings of the world that it says it has.');
}

/** What Postgres says of a row it does not take; everything else as it is. */
function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Wrong data, a violated constraint, or a lock that was waited for in vain.
  if (!/^(22|23|42846|55P03)/.test(code)) return error;
  return new Refusal(
    `The file was refused by the database, which is as it was: ${(error as Error).message}.`,
  );
}

/**
 * Puts the file's world into this database. A Refusal, also for what is wrong with the file, leaves it as it was.
 * @param client one that nobody else uses and that has the database to itself
 */
export async function importWorld(client: pg.Client, file: WorldFile, options: ImportOptions): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = '5s'; SET LOCAL TimeZone = 'UTC'`);
    await client.query('SET CONSTRAINTS ALL DEFERRED');
    if (!options.replace && !(await isEmpty(client))) {
      throw new Refusal('There is a world with players in this database: use an empty one, or --replace.');
    }
    await makeRoom(client, file.header, options.replace);
    await insertAll(client, file, options);
    await requireSettings(client, file.header);
    await recordAuditEntry(client, options.auditEntry);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw toRefusal(error);
  }
  await client.query('ANALYZE');
}
