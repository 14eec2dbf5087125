/** Backs up a world: one snapshot, while servers run. The file receives its name when it is complete. */
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
import { release } from '../../kernel/version.ts';
import { selectColumns, worldTables } from './tables.ts';

/** Held in memory at once; battles with all their rounds are the largest. */
const rowsPerFetch = 500;

interface Written {
  rows: Record<string, number>;
  sha256: string;
}

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of worldTables) {
    const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

async function* readRows(client: pg.Client, table: string, order: string): AsyncGenerator<string[]> {
  const columns = await selectColumns(client, table);
  await client.query(
    `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT row_to_json(line)::text AS line
     FROM (SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${order}) line`,
  );
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`FETCH ${rowsPerFetch} FROM backup_rows`);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await client.query('CLOSE backup_rows');
}

interface BackupOptions {
  world: WorldSettings;
  now: number;
  onProgress: (done: number, total: number) => void;
}

/** Sets row counts and hash in `written` at the end. */
async function* writeText(
  client: pg.Client,
  { world, now, onProgress }: BackupOptions,
  written: Written,
): AsyncGenerator<string> {
  const rows = await countRows(client);
  const total = sumOfRows(rows);
  const header: Header = {
    format: formatName,
    version: formatVersion,
    schema: schemaVersion(),
    release,
    at: isoOf(now),
    world: { speed: world.speed, radius: world.radius },
    rows,
  };
  yield `${JSON.stringify(header)}\n`;
  const hash = createHash('sha256');
  let done = 0;
  for (const { name, order } of worldTables) {
    const head = `${JSON.stringify({ table: name, rows: rows[name] })}\n`;
    hash.update(head);
    yield head;
    for await (const lines of readRows(client, name, order)) {
      const text = `${lines.join('\n')}\n`;
      hash.update(text);
      yield text;
      onProgress((done += lines.length), total);
    }
  }
  Object.assign(written, { rows, sha256: hash.digest('hex') } satisfies Written);
  const last: LastLine = { end: formatName, ...written };
  yield `${JSON.stringify(last)}\n`;
}

/**
 * Writes a new file with mode 0600. Throws a Refusal if the file exists or cannot be written.
 * @param client a dedicated connection
 */
export async function backUpWorld(client: pg.Client, path: string, options: BackupOptions): Promise<Written> {
  if (existsSync(path)) throw new Refusal(`The file ${path} already exists.`);
  const unfinished = `${path}.part-${process.pid}`;
  const written: Written = { rows: {}, sha256: '' };
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
    const text = Readable.from(writeText(client, options, written));
    await pipeline(text, createGzip(), createWriteStream('', { fd: file, flush: true }));
    await client.query('COMMIT');
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  return written;
}
