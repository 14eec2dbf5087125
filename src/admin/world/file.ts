/**
 * The file of a world: gzipped lines of JSON. The first is the header; then each table begins with a line that
 * says its name and how many rows follow, one a line; the last line has the rows of each table again, and the
 * SHA-256 of everything between header and it.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { Refusal } from '../command.ts';

export const formatName = 'hegemon-world';
/** To be raised when files of before can no longer be read. */
export const formatVersion = 1;

/** A line longer than any row, in characters: what has it is no world. */
const maxLineLength = 64 * 1024 * 1024;

/** A table as it travels: its rows in one order, so that the same world makes the same file. */
export interface WorldTable {
  name: string;
  /** SQL: the columns to order by. */
  order: string;
  /** SQL: which rows travel; all where it is absent. */
  where?: string;
}

const notTheSecret: WorldTable = {
  name: 'settings',
  order: 'key COLLATE "C"',
  where: `key <> 'session_secret'`,
};

/** In an order in which no row refers to one that follows (users to empires aside, which is checked at the end). */
const lasting: readonly WorldTable[] = [
  { name: 'users', order: 'id' },
  { name: 'empires', order: 'id' },
  { name: 'cities', order: 'id' },
  { name: 'armies', order: 'id' },
  { name: 'battles', order: 'number' },
  { name: 'chronicles', order: 'empire_id' },
  { name: 'chronicle_entries', order: 'empire_id, number' },
  { name: 'ledger_entries', order: 'empire_id, number' },
  { name: 'idempotency_keys', order: 'user_id, key COLLATE "C", route COLLATE "C"' },
];

/** The tables of a file. @param withSessions with what lets its holder act as a player */
export function tablesOf(withSessions: boolean): readonly WorldTable[] {
  return withSessions
    ? [{ name: 'settings', order: 'key COLLATE "C"' }, ...lasting, { name: 'sessions', order: 'id' }]
    : [notTheSecret, ...lasting];
}

/** What never travels: counts of the moment, connections, and the records of this very database. */
export const leftBehind = [
  'rate_limit_counters',
  'presences',
  // Unused since the adapter of the sockets is gone; a migration of the next release drops it.
  'socket_io_attachments',
  'schema_migrations',
  'admin_actions',
];

const rowCounts = z.record(z.string(), z.int().min(0));

const headerLine = z.object({
  format: z.literal(formatName),
  version: z.int().min(1),
  schema: z.int().min(1),
  exported_at: z.iso.datetime(),
  with_sessions: z.boolean(),
  world: z.object({ speed: z.int().min(1), radius: z.int().min(1) }),
  rows: rowCounts,
});
export type Header = z.infer<typeof headerLine>;

const tableLine = z.object({ table: z.string(), rows: z.int().min(0) });

const lastLine = z.object({ end: z.literal(formatName), rows: rowCounts, sha256: z.string() });
export type LastLine = z.infer<typeof lastLine>;

function parseLine<T>(schema: z.ZodType<T>, line: string | undefined): T | null {
  try {
    return schema.safeParse(JSON.parse(line ?? '')).data ?? null;
  } catch {
    return null;
  }
}

/** The lines of a gzipped file; a Refusal where it cannot be unpacked whole. */
async function* readLines(path: string): AsyncGenerator<string, void> {
  const file = createReadStream(path);
  const text = createGunzip().setEncoding('utf8');
  file.on('error', (error) => text.destroy(error));
  file.pipe(text);
  // In pieces, for to join and split again with each would take minutes where no line ends.
  let rest: string[] = [];
  let size = 0;
  try {
    for await (const chunk of text) {
      const lines = String(chunk).split('\n');
      const last = lines.pop() ?? '';
      if (lines.length > 0) {
        yield rest.join('') + (lines.shift() ?? '');
        yield* lines;
        rest = [];
        size = 0;
      }
      rest.push(last);
      size += last.length;
      if (size > maxLineLength) throw new Refusal(`${path} is not the file of a world.`);
    }
  } catch (error) {
    throw toRefusal(path, error);
  } finally {
    file.destroy();
  }
  if (size > 0) yield rest.join('');
}

function toRefusal(path: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new Refusal(`There is no file ${path}.`);
  if (code === 'Z_BUF_ERROR') return new Refusal(`${path} is cut off.`);
  if (code.startsWith('Z_')) return new Refusal(`${path} is damaged, or no file of a world.`);
  return ['EISDIR', 'EACCES'].includes(code) ? new Refusal(`${path} cannot be read.`) : error;
}

/** A file that is being read. */
export interface WorldFile {
  header: Header;
  /** The rows in portions, table after table; ends when the last line has confirmed them all. */
  portions: AsyncGenerator<Portion>;
}

export interface Portion {
  table: string;
  /** JSON, one object each. */
  rows: string[];
}

const rowsAtOnce = 1_000;
const charactersAtOnce = 4 * 1024 * 1024;

/**
 * Opens the file of a world. Throws a Refusal, also while the portions are read, for whatever is not exactly what
 * an export of this release writes.
 * @param schema of this release
 */
export async function openWorldFile(path: string, schema: number): Promise<WorldFile> {
  const lines = readLines(path);
  const first = await lines.next();
  const header = parseLine(headerLine, first.done === true ? undefined : first.value);
  if (header === null) throw new Refusal(`${path} is not the file of a world.`);
  if (header.version > formatVersion) {
    throw new Refusal(
      `${path} was written by a newer release, in the format ${header.version}: import it there.`,
    );
  }
  if (header.schema !== schema) {
    throw new Refusal(
      `${path} was written by the release with the schema ${header.schema}, this one has ${schema}: import it there and start the newer of the two.`,
    );
  }
  return { header, portions: readPortions(path, header, lines) };
}

async function* readPortions(
  path: string,
  header: Header,
  lines: AsyncGenerator<string, void>,
): AsyncGenerator<Portion> {
  const hash = createHash('sha256');
  const next = async (): Promise<string> => {
    const line = await lines.next();
    if (line.done === true) throw new Refusal(`${path} is cut off.`);
    return line.value;
  };
  const found: Record<string, number> = {};
  for (const { name } of tablesOf(header.with_sessions)) {
    const head = await next();
    hash.update(`${head}\n`);
    const said = parseLine(tableLine, head);
    if (said?.table !== name) throw new Refusal(`${path} has no table ${name} where it should stand.`);
    let size = 0;
    let rows: string[] = [];
    for (let left = said.rows; left > 0; left -= 1) {
      const row = await next();
      hash.update(`${row}\n`);
      rows.push(row);
      size += row.length;
      if (left > 1 && rows.length < rowsAtOnce && size < charactersAtOnce) continue;
      yield { table: name, rows };
      rows = [];
      size = 0;
    }
    found[name] = said.rows;
  }
  const last = parseLine(lastLine, await next());
  const isCounted = [header.rows, last?.rows].every((rows) => isSame(rows, found));
  if (last === null || !isCounted) throw new Refusal(`${path} does not have the rows that it says it has.`);
  if (last.sha256 !== hash.digest('hex'))
    throw new Refusal(`${path} is damaged: its SHA-256 is another one.`);
  if ((await lines.next()).done !== true) throw new Refusal(`${path} goes on after its end.`);
}

function isSame(rows: Record<string, number> | undefined, found: Record<string, number>): boolean {
  const names = Object.keys(found);
  return (
    rows !== undefined &&
    names.length === Object.keys(rows).length &&
    names.every((name) => rows[name] === found[name])
  );
}
