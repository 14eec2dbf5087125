/**
 * Writing a world into a file: one snapshot of it, read in portions while the servers go on. It has its name only
 * when it is whole.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { schemaVersion } from '../../db/migrate.ts';
import type { WorldSettings } from '../../world/load.ts';
import { Refusal } from '../command.ts';
import { selectColumns } from './columns.ts';
import { formatName, formatVersion, tablesOf, type Header, type LastLine, type WorldTable } from './file.ts';

const rowsAtOnce = 2_000;

interface Exported {
  rows: Record<string, number>;
  sha256: string;
}

const whereOf = ({ where }: WorldTable): string => (where === undefined ? '' : `WHERE ${where}`);

async function countRows(client: pg.Client, tables: readonly WorldTable[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table.name} ${whereOf(table)}`,
    );
    counts[table.name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** The rows of a table as lines of JSON, in portions. */
async function* readRows(client: pg.Client, table: WorldTable): AsyncGenerator<string[]> {
  const columns = await selectColumns(client, table.name);
  await client.query(
    `DECLARE portion NO SCROLL CURSOR FOR SELECT row_to_json(line)::text AS line
     FROM (SELECT ${columns.join(', ')} FROM ${table.name} ${whereOf(table)} ORDER BY ${table.order}) line`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${rowsAtOnce} FROM portion`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('CLOSE portion');
}

interface ExportOptions {
  world: WorldSettings;
  withSessions: boolean;
  onProgress: (done: number, of: number) => void;
}

/** The file's text; what it counted and hashed is put into `exported` when it ends. */
async function* writeText(
  client: pg.Client,
  { world, withSessions, onProgress }: ExportOptions,
  exported: Exported,
): AsyncGenerator<string> {
  const tables = tablesOf(withSessions);
  const rows = await countRows(client, tables);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const header: Header = {
    format: formatName,
    version: formatVersion,
    schema: schemaVersion(),
    exported_at: new Date().toISOString(),
    with_sessions: withSessions,
    world,
    rows,
  };
  yield `${JSON.stringify(header)}\n`;
  const hash = createHash('sha256');
  let done = 0;
  for (const table of tables) {
    const head = `${JSON.stringify({ table: table.name, rows: rows[table.name] })}\n`;
    hash.update(head);
    yield head;
    for await (const lines of readRows(client, table)) {
      const text = `${lines.join('\n')}\n`;
      hash.update(text);
      yield text;
      onProgress((done += lines.length), total);
    }
  }
  Object.assign(exported, { rows, sha256: hash.digest('hex') } satisfies Exported);
  const last: LastLine = { end: formatName, ...exported };
  yield `${JSON.stringify(last)}\n`;
}

/**
 * Writes the world into a new file that only its owner may read. Throws a Refusal where there is one of that name.
 * @param client one that nobody else uses
 */
export async function exportWorld(
  client: pg.Client,
  path: string,
  options: ExportOptions,
): Promise<Exported> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (isThere) throw new Refusal(`There is a file ${path} already.`);
  const unfinished = `${path}.part-${process.pid}`;
  const exported: Exported = { rows: {}, sha256: '' };
  // A new file: one that somebody else made beforehand would stay his, to read.
  const file = await rm(unfinished, { force: true })
    .then(() => open(unfinished, 'wx', 0o600))
    .catch((error: unknown) => {
      throw new Refusal(`${path} cannot be written: ${(error as Error).message}`);
    });
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Moments are written in one way, whatever the server's habits.
    await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO'`);
    const text = Readable.from(writeText(client, options, exported));
    await pipeline(text, createGzip(), createWriteStream('', { fd: file, flush: true }));
    await client.query('COMMIT');
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  return exported;
}
