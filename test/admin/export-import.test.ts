/** Export and import: the same world to the byte, or a refusal that changes nothing. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { tablesOf } from '../../src/admin/world/tables.ts';
import { advisoryLocks } from '../../src/db/names.ts';
import { askCommand, runCommand } from '../support/admin.ts';
import { chat } from '../support/alliances.ts';
import { createEmptyDatabase, createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { startTestGame, useNew, type TestGame } from '../support/game.ts';
import { exportTo, importFrom, read, withoutTime } from '../support/world-files.ts';
import { playAtRandom, createRow, setInMotion } from '../support/played-world.ts';
import { the } from '../support/worlds.ts';

/** Tables that are never exported: temporary counters, connections, and records about this database itself. */
const leftBehind = [
  'rate_limit_counters',
  // Hashes with the secret of this database.
  'login_addresses',
  // Links are valid for a short time only.
  'account_tokens',
  'operator_links',
  'invites',
  'active_connections',
  // Of the views that derive from the empires.
  'ranking_refreshes',
  'schema_migrations',
  'admin_actions',
];

let folder: string;
let played: TestDatabase;
let game: TestGame;
let file: string;
beforeAll(async () => {
  folder = mkdtempSync(join(inject('testServer').folder, 'worlds-'));
  played = await createTestDatabase();
  game = await startTestGame({ databaseUrl: played.url, speed: 2 });
  const rulers = await createRow(game, 4);
  await playAtRandom(game, rulers, 60, 7);
  await setInMotion(game, rulers);
  await chat(the(rulers[0]), the(rulers[1]), 'Greetings');
  file = join(folder, 'world.gz');
  const { code, err } = await exportTo(played, file);
  if (code !== 0) throw new Error(err);
});
afterAll(async () => {
  await game.stop();
  await played.drop();
});
const empty = useNew(() => createTestDatabase());
afterEach(() => empty.drop());

describe('the file', () => {
  it('is readable only by its owner', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('ends with row counts and the SHA-256 of the lines between the first and the last', () => {
    const lines = read(file);
    const { rows, sha256 } = JSON.parse(lines.at(-2) ?? '') as { rows: object; sha256: string };
    const content = `${lines.slice(1, -2).join('\n')}\n`;
    expect([sha256, lines.length - 3]).toEqual([
      createHash('sha256').update(content).digest('hex'),
      Object.values(rows).reduce<number>((sum, count: number) => sum + count + 1, 0),
    ]);
  });

  it('contains no sessions, no secret and no audit', () => {
    const names = read(file).flatMap((line) => /^\{"table":"(\w+)"/.exec(line)?.[1] ?? []);
    expect(names.filter((name) => ['sessions', 'admin_actions'].includes(name))).toEqual([]);
    expect(read(file).join()).not.toContain('session_secret');
  });

  it('contains every table of the schema that is not excluded on purpose', async () => {
    const tables = await query<{ name: string }>(
      played.url,
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const exported = tablesOf({ with_sessions: true, with_messages: true }).map(({ name }) => name);
    expect(tables.map(({ name }) => name).sort()).toEqual([...exported, ...leftBehind].sort());
  });

  it('is never overwritten', async () => {
    const before = readFileSync(file);
    expect((await exportTo(played, file)).err).toContain('already exists');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is readable only by its owner, even if another user prepared the temporary file', async () => {
    const path = join(folder, 'watched.gz');
    writeFileSync(`${path}.part-${process.pid}`, '', { mode: 0o666 });
    await exportTo(played, path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is refused in a folder that does not exist', async () => {
    expect((await exportTo(played, join(folder, 'no', 'where.gz'))).code).toBe(1);
  });
});

describe('world import', () => {
  it('restores a world that exports to the same file', async () => {
    const { code, out } = await importFrom(empty, file);
    const second = join(folder, 'second.gz');
    await exportTo(empty, second);
    expect([code, withoutTime(second)]).toEqual([0, withoutTime(file)]);
    expect(out).toContain('No violations found');
    const ranked = `SELECT (SELECT count(*) FROM empires WHERE kind = 'player') - (SELECT count(*) FROM ranked_by_score) AS missing`;
    expect(await query(empty.url, ranked)).toEqual([{ missing: 0 }]);
  });

  it('restores a world that a server can continue', async () => {
    await importFrom(empty, file);
    const next = await startTestGame({ databaseUrl: empty.url, speed: 2, clock: game.clock });
    const [ruler] = await createRow(next, 1);
    await next.pass(3_600_000);
    const { data } = await askCommand<{ wrong: number }>({ databaseUrl: empty.url }, 'verify');
    const numbers = await query(empty.url, 'SELECT count(*) = count(DISTINCT number) AS ok FROM battles');
    await next.stop();
    expect([ruler?.tile, data.wrong, numbers]).toEqual([expect.anything(), 0, [{ ok: true }]]);
  });

  it('is recorded in the audit', async () => {
    await importFrom(empty, file);
    const { data } = await askCommand({ databaseUrl: empty.url }, 'audit', 'list');
    expect(data).toMatchObject({ actions: [{ command: 'world import', target: 'world.gz' }] });
  });

  it('restores the chat of an alliance only if messages were exported', async () => {
    const withMessages = join(folder, 'messages.gz');
    await exportTo(played, withMessages, '--with-messages');
    const chatOf = () =>
      query(
        empty.url,
        'SELECT text, tag FROM messages JOIN threads ON id = thread_id JOIN alliances ON alliances.id = alliance_id',
      );
    await importFrom(empty, file);
    expect(await chatOf()).toEqual([]);
    const typed = { databaseUrl: empty.url, typed: 'replace' };
    const { code, out } = await runCommand(typed, 'world', 'import', withMessages, '--replace');
    expect(code).toBe(0);
    expect(out).toContain('No violations found');
    expect(await chatOf()).toEqual([{ text: 'Greetings', tag: expect.any(String) as string }]);
  });

  it('restores sessions and their secret only if they were exported', async () => {
    const whole = join(folder, 'whole.gz');
    await exportTo(played, whole, '--with-sessions');
    await query(played.url, `INSERT INTO settings VALUES ('session_secret', '"old"') ON CONFLICT DO NOTHING`);
    await importFrom(empty, whole);
    expect(await query(empty.url, 'SELECT FROM sessions')).toHaveLength(4);
  });

  it('replaces a world with --replace after confirmation', async () => {
    await importFrom(empty, file);
    await query(empty.url, `UPDATE empires SET description = 'of before'`);
    const unconfirmed = await importFrom(empty, file, '--replace');
    const typed = { databaseUrl: empty.url, typed: 'replace' };
    const confirmed = await runCommand(typed, 'world', 'import', file, '--replace');
    expect([unconfirmed.code, confirmed.code]).toEqual([1, 0]);
    expect(await query(empty.url, `SELECT FROM empires WHERE description = 'of before'`)).toEqual([]);
  });
});

/** The parts of a database that a refused import must not change. */
async function stateOf(database: TestDatabase): Promise<unknown> {
  const rows = await query(
    database.url,
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM empires) AS empires,
       (SELECT json_agg(s ORDER BY key) FROM settings s) AS settings, (SELECT count(*) FROM admin_actions) AS actions`,
  );
  return rows[0];
}

let patches = 0;
/** Writes a file like the exported one, with other bytes. */
function patch(change: (content: Buffer) => Buffer): string {
  const path = join(folder, `patched-${(patches += 1)}.gz`);
  writeFileSync(path, change(readFileSync(file)));
  return path;
}

/** Writes a file with other lines. */
const forge = (change: (lines: string[]) => string[]): string =>
  patch(() => gzipSync(change(read(file)).join('\n')));

/** Writes a file with each line changed, and with the SHA-256 of the result. */
const forgeEach = (change: (line: string) => string): string =>
  forge((original) => {
    const lines = original.map(change);
    const last = JSON.parse(lines.at(-2) ?? '') as { sha256: string };
    last.sha256 = createHash('sha256')
      .update(`${lines.slice(1, -2).join('\n')}\n`)
      .digest('hex');
    return [...lines.slice(0, -2), JSON.stringify(last), ''];
  });

const forgeHead = (pattern: RegExp, text: string): string =>
  forge(([head = '', ...rest]) => [head.replace(pattern, text), ...rest]);

function flipBit(content: Buffer): Buffer {
  const index = Math.floor(content.length / 2);
  content[index] = (content[index] ?? 0) ^ 1;
  return content;
}

const invalidFiles: Record<string, [make: () => string, message: RegExp]> = {
  'that does not exist': [() => join(folder, 'nothing.gz'), /^There is no file/],
  'that is a folder': [() => folder, /cannot be read/],
  'that is truncated in the middle': [
    () => patch((content) => content.subarray(0, content.length / 2)),
    /truncated/,
  ],
  'without its last byte': [() => patch((content) => content.subarray(0, content.length - 1)), /truncated/],
  'with a flipped bit': [
    () => patch(flipBit),
    // What becomes of the text behind it depends on where the bit is.
    /damaged|not a world export|rejected|no table|row counts|more or fewer rows|settings in the file/,
  ],
  'without the settings of its world': [
    () => forgeEach((line) => line.replace('{"key":"world"', '{"key":"word"')),
    /world settings/,
  ],
  'with an endless line': [
    () => patch((content) => Buffer.concat([content, gzipSync(Buffer.alloc(70 * 1024 * 1024, 'x'))])),
    /not a world export/,
  ],
  'that is not gzip': [() => patch(() => Buffer.from('hello')), /damaged, or not a world export/],
  'that is empty': [() => patch(() => Buffer.alloc(0)), /not a world export|truncated/],
  'of another format': [() => forge(() => ['{"hello":"world"}', '']), /not a world export/],
  'of a newer format': [() => forgeHead(/"version":1/, '"version":2'), /newer release/],
  'of another schema': [() => forgeHead(/"schema":\d+/, '"schema":4'), /has schema 4,/],
  'without its last line': [() => forge((lines) => [...lines.slice(0, -2), '']), /truncated/],
  'with wrong row counts': [
    () => forgeEach((line) => (line.startsWith('{"end"') ? line.replace(/"users":\d+/, '"users":9') : line)),
    /row counts .* do not match/,
  ],
  'with a table of more rows than announced': [
    () => forgeEach((line) => line.replace('{"table":"users","rows":5}', '{"table":"users","rows":4}')),
    /has no table alliances/,
  ],
  'with two rows in one line': [
    () => forgeEach((line) => (line.includes('password_hash') ? `${line},${line}` : line)),
    /more or fewer rows|rejected/,
  ],
  'with changed content': [
    () => forge((lines) => lines.map((line) => line.replace('@example.org', '@example.com'))),
    /SHA-256/,
  ],
  'with a row that violates a constraint': [
    () => forgeEach((line) => line.replace(/"gold":\d{5,}/, '"gold":-1')),
    /database rejected the file.*empires_stock_sound/,
  ],
  'with a user of a missing empire': [
    () =>
      forgeEach((line) =>
        line.replace(/"empire_id":"[^"]*","id":("[^"]*"),"is_active"/, '"empire_id":$1,"id":$1,"is_active"'),
      ),
    /database rejected the file.*users_empire_id_fkey/,
  ],
  'with content after its last line': [
    () => forge((lines) => [...lines.slice(0, -1), '{"more":1}', '']),
    /content after its last line/,
  ],
};

describe('a file', () => {
  it.each(Object.entries(invalidFiles))(
    '%s is refused and changes nothing',
    async (_title, [make, message]) => {
      const before = await stateOf(empty);
      const err = expect.stringMatching(message) as string;
      expect(await importFrom(empty, make())).toMatchObject({ code: 1, err });
      expect(await stateOf(empty)).toEqual(before);
    },
  );

  it('is refused and leaves the world that it should replace', async () => {
    await importFrom(empty, file);
    const before = await stateOf(empty);
    const path = patch((content) => content.subarray(0, content.length - 9));
    const { code } = await importFrom(empty, path, '--replace', '--yes');
    expect([code, await stateOf(empty)]).toEqual([1, before]);
  });

  it('is refused in a world with players', async () => {
    await importFrom(empty, file);
    const before = await stateOf(empty);
    const err = expect.stringContaining('--replace') as string;
    expect(await importFrom(empty, file)).toMatchObject({ code: 1, err });
    expect(await stateOf(empty)).toEqual(before);
  });
});

describe('while a server is connected', () => {
  it('refuses an import', async () => {
    const { code, err } = await importFrom(played, file, '--replace', '--yes');
    expect([code, err]).toEqual([1, expect.stringContaining('Servers are connected') as string]);
  });

  it('allows an export', async () => {
    const path = join(folder, 'beside.gz');
    expect([(await exportTo(played, path)).code, existsSync(path)]).toEqual([0, true]);
  });
});

it('no server starts during an import', async () => {
  const client = new pg.Client(empty.url);
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.world]);
  await expect(startTestGame({ databaseUrl: empty.url })).rejects.toThrow('A world is being imported');
  await client.end();
});

it('refuses a database with an older schema and names the command that helps', async () => {
  await query(
    empty.url,
    'DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)',
  );
  const { code, err } = await importFrom(empty, file);
  expect([code, err]).toEqual([1, expect.stringContaining('npm run admin -- migrate') as string]);
});

describe('a database without any schema', () => {
  it('is migrated and receives the world of the file, with its speed', async () => {
    const bare = await createEmptyDatabase();
    const { code, out } = await importFrom(bare, file);
    const [world] = await query(bare.url, `SELECT value FROM settings WHERE key = 'world'`);
    await bare.drop();
    expect([code, out]).toEqual([0, expect.stringContaining('No violations found') as string]);
    expect(world).toEqual({ value: { speed: 2, radius: 1000 } });
  });

  it('is created if DATA_DIR contains none', async () => {
    const at = { databaseUrl: null, dataDir: join(folder, 'fresh') };
    const { code } = await runCommand(at, 'world', 'import', file);
    const { data } = await askCommand<{ world: object }>(at, 'world', 'info');
    expect([code, data.world]).toMatchObject([0, { speed: 2, radius: 1000 }]);
  });

  it('stays without one if the file is not a world export', async () => {
    const bare = await createEmptyDatabase();
    const path = join(folder, 'no-world.gz');
    writeFileSync(path, gzipSync('nothing'));
    const { code } = await importFrom(bare, path);
    const [found] = await query(bare.url, `SELECT to_regclass('schema_migrations') AS made`);
    await bare.drop();
    expect([code, found]).toEqual([1, { made: null }]);
  });
});
