/** Exports a world: one snapshot, read while servers run. The file receives its name when it is complete. */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { schemaVersion } from '../../db/migrate.ts';
import type { WorldSettings } from '../../world/rows/load.ts';
import { Refusal } from '../command.ts';
import { formatName, formatVersion, sumOfRows, type Header, type LastLine } from './file.ts';
import { isoOf } from '../../kernel/time.ts';
import { selectColumns, tablesOf, type FileContents, type WorldTable } from './tables.ts';

const rowsPerFetch = 2_000;

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

async function* readRows(client: pg.Client, table: WorldTable): AsyncGenerator<string[]> {
  const columns = await selectColumns(client, table.name);
  await client.query(
    `DECLARE export_rows NO SCROLL CURSOR FOR SELECT row_to_json(line)::text AS line
     FROM (SELECT ${columns.join(', ')} FROM ${table.name} ${whereOf(table)} ORDER BY ${table.order}) line`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${rowsPerFetch} FROM export_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('CLOSE export_rows');
}

interface ExportOptions {
  world: WorldSettings;
  contents: FileContents;
  now: number;
  onProgress: (done: number, total: number) => void;
}

/** Sets row counts and hash in `exported` at the end. */
async function* writeText(
  client: pg.Client,
  { world, contents, now, onProgress }: ExportOptions,
  exported: Exported,
): AsyncGenerator<string> {
  const tables = tablesOf(contents);
  const rows = await countRows(client, tables);
  const total = sumOfRows(rows);
  const header: Header = {
    format: formatName,
    version: formatVersion,
    schema: schemaVersion(),
    exported_at: isoOf(now),
    ...contents,
    world: { speed: world.speed, radius: world.radius },
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
 * Writes a new file with mode 0600. Throws a Refusal if the file exists or cannot be written.
 * @param client a dedicated connection
 */
export async function exportWorld(
  client: pg.Client,
  path: string,
  options: ExportOptions,
): Promise<Exported> {
  if (existsSync(path)) throw new Refusal(`The file ${path} already exists.`);
  const unfinished = `${path}.part-${process.pid}`;
  const exported: Exported = { rows: {}, sha256: '' };
  // Exclusively: a file that another user prepared would stay readable for that user.
  const file = await rm(unfinished, { force: true })
    .then(() => open(unfinished, 'wx', 0o600))
    .catch((error: unknown) => {
      throw new Refusal(`${path} cannot be written: ${(error as Error).message}`);
    });
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // Fix the text format of timestamps, independent of the server's settings.
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
