/**
 * The format of a backup: gzipped lines of JSON. After the header, each table has a line with its name and row
 * count, then a line per row. The last line has the row counts, and the SHA-256 of all lines between the first and
 * itself.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { Refusal } from '../command.ts';
import { worldTables } from './tables.ts';

export const formatName = 'hegemon-world';
/** Increase this when older files become unreadable. */
export const formatVersion = 1;

/** In characters; no row is as long. */
const maxLineLength = 64 * 1024 * 1024;

const rowCounts = z.record(z.string(), z.int().min(0));

const headerLine = z.object({
  format: z.literal(formatName),
  version: z.int().min(1),
  schema: z.int().min(1),
  release: z.string(),
  at: z.iso.datetime(),
  world: z.object({ speed: z.int().min(1), radius: z.int().min(1) }),
  rows: rowCounts,
});
export type Header = z.infer<typeof headerLine>;

const tableLine = z.object({ table: z.string(), rows: z.int().min(0) });

const lastLine = z.object({ end: z.literal(formatName), rows: rowCounts, sha256: z.string() });
export type LastLine = z.infer<typeof lastLine>;

export const sumOfRows = (rows: Record<string, number>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0);

/** Null for a line of another shape. */
export function parseLine<T>(schema: z.ZodType<T>, line: string | undefined): T | null {
  try {
    return schema.safeParse(JSON.parse(line ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** Throws a Refusal if the file cannot be decompressed completely. */
async function* readLines(path: string): AsyncGenerator<string, void> {
  const file = createReadStream(path);
  const text = createGunzip().setEncoding('utf8');
  file.on('error', (error) => text.destroy(error));
  file.pipe(text);
  // Joined once: joining at every chunk would take minutes if no line ends.
  let unfinished: string[] = [];
  let size = 0;
  try {
    for await (const chunk of text) {
      const lines = String(chunk).split('\n');
      const last = lines.pop() ?? '';
      if (lines.length > 0) {
        yield unfinished.join('') + (lines.shift() ?? '');
        yield* lines;
        unfinished = [];
        size = 0;
      }
      unfinished.push(last);
      size += last.length;
      if (size > maxLineLength) throw new Refusal(`${path} is not a backup.`);
    }
  } catch (error) {
    throw toRefusal(path, error);
  } finally {
    file.destroy();
  }
  if (size > 0) yield unfinished.join('');
}

function toRefusal(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new Refusal(`There is no file ${path}.`);
  if (code === 'Z_BUF_ERROR') return new Refusal(`${path} is truncated.`);
  if (code.startsWith('Z_')) return new Refusal(`${path} is damaged, or not a backup.`);
  return ['EISDIR', 'EACCES'].includes(code) ? new Refusal(`${path} cannot be read.`) : error;
}

export interface WorldFile {
  header: Header;
  /** Completes only after the last line has confirmed row counts and hash. */
  batches: AsyncGenerator<RowBatch>;
}

export interface RowBatch {
  table: string;
  /** JSON. */
  rows: string[];
}

const maxBatchRows = 1_000;
const maxBatchCharacters = 4 * 1024 * 1024;

/**
 * Throws a Refusal, also while batches are read, for any deviation from the format.
 * @param schema that of this release
 */
export async function openWorldFile(path: string, schema: number): Promise<WorldFile> {
  const lines = readLines(path);
  const first = await lines.next();
  const header = parseLine(headerLine, first.done === true ? undefined : first.value);
  if (header === null) throw new Refusal(`${path} is not a backup.`);
  if (header.version > formatVersion) {
    throw new Refusal(
      `${path} has a newer format: restore it with the release that made it, ${header.release}.`,
    );
  }
  if (header.schema !== schema) {
    throw new Refusal(
      `${path} has schema ${header.schema}, this release has schema ${schema}: restore it with the release that made it, ${header.release}, then start the newer one.`,
    );
  }
  return { header, batches: readBatches(path, header, lines) };
}

async function* readBatches(
  path: string,
  header: Header,
  lines: AsyncGenerator<string, void>,
): AsyncGenerator<RowBatch> {
  const hash = createHash('sha256');
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Refusal(`${path} is truncated.`);
    return line.value;
  };
  const rowsRead: Record<string, number> = {};
  for (const { name } of worldTables) {
    const head = await next();
    hash.update(`${head}\n`);
    const stated = parseLine(tableLine, head);
    if (stated?.table !== name) throw new Refusal(`${path} has no table ${name} at the expected position.`);
    let size = 0;
    let rows: string[] = [];
    for (let left = stated.rows; left > 0; left -= 1) {
      const row = await next();
      hash.update(`${row}\n`);
      rows.push(row);
      size += row.length;
      if (left > 1 && rows.length < maxBatchRows && size < maxBatchCharacters) continue;
      yield { table: name, rows };
      rows = [];
      size = 0;
    }
    rowsRead[name] = stated.rows;
  }
  const last = parseLine(lastLine, await next());
  const isCounted = [header.rows, last?.rows].every((rows) => isDeepStrictEqual(rows, rowsRead));
  if (last === null || !isCounted) throw new Refusal(`The row counts of ${path} do not match its rows.`);
  if (last.sha256 !== hash.digest('hex'))
    throw new Refusal(`${path} is damaged: the SHA-256 does not match.`);
  if ((await lines.next()).done !== true) throw new Refusal(`${path} has content after its last line.`);
}
