/** Backup and restore: the same world to the byte, or a refusal that changes nothing. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { worldTables } from '../../src/admin/world/tables.ts';
import { advisoryLocks } from '../../src/db/names.ts';
import { askCommand, runCommand } from '../support/admin.ts';
import { chat } from '../support/alliances.ts';
import { createEmptyDatabase, createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { startTestGame, useNew, type TestGame } from '../support/game.ts';
import { backUpTo, read, readTables, restoreFrom } from '../support/backups.ts';
import { playAtRandom, createRow, setInMotion } from '../support/played-world.ts';
import { the } from '../support/worlds.ts';

/** Tables that mean nothing elsewhere: counters of a minute, live connections, and records about this database itself. */
const leftBehind = [
  'rate_limit_counters',
  'active_connections',
  // Of the views that derive from the empires.
  'ranking_refreshes',
  'schema_migrations',
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
  await runCommand({ databaseUrl: played.url }, 'users', 'mute', the(rulers[3]).username);
  file = join(folder, 'world.gz');
  const { code, err } = await backUpTo(played, file);
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

  it('contains every table of the schema that means something elsewhere', async () => {
    const tables = await query<{ name: string }>(
      played.url,
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    const written = worldTables.map(({ name }) => name);
    expect(tables.map(({ name }) => name).sort()).toEqual([...written, ...leftBehind].sort());
  });

  it('is never overwritten', async () => {
    const before = readFileSync(file);
    expect((await backUpTo(played, file)).err).toContain('already exists');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('is readable only by its owner, even if another user prepared the temporary file', async () => {
    const path = join(folder, 'watched.gz');
    writeFileSync(`${path}.part-${process.pid}`, '', { mode: 0o666 });
    await backUpTo(played, path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('is refused in a folder that does not exist', async () => {
    expect((await backUpTo(played, join(folder, 'no', 'where.gz'))).code).toBe(1);
  });
});

describe('restore', () => {
  it('restores a world that backs up to the same file', async () => {
    const { code, out } = await restoreFrom(empty, file);
    const second = join(folder, 'second.gz');
    await backUpTo(empty, second);
    const { admin_actions: audit = [], ...tables } = readTables(second);
    const { admin_actions: auditBefore, ...tablesBefore } = readTables(file);
    expect([code, tables, audit.slice(0, -1)]).toEqual([0, tablesBefore, auditBefore]);
    expect(out).toContain('No violations found');
    const ranked = `SELECT (SELECT count(*) FROM empires WHERE kind = 'player') - (SELECT count(*) FROM ranked_by_score) AS missing`;
    expect(await query(empty.url, ranked)).toEqual([{ missing: 0 }]);
  });

  it('restores a world that a server can continue', async () => {
    await restoreFrom(empty, file);
    const next = await startTestGame({ databaseUrl: empty.url, speed: 2, clock: game.clock });
    const [ruler] = await createRow(next, 1);
    await next.pass(3_600_000);
    const { data } = await askCommand<{ wrong: number }>({ databaseUrl: empty.url }, 'verify');
    const numbers = await query(empty.url, 'SELECT count(*) = count(DISTINCT number) AS ok FROM battles');
    await next.stop();
    expect([ruler?.tile, data.wrong, numbers]).toEqual([expect.anything(), 0, [{ ok: true }]]);
  });

  it('is recorded in the audit', async () => {
    await restoreFrom(empty, file);
    const { data } = await askCommand({ databaseUrl: empty.url }, 'audit', 'list');
    expect(data).toMatchObject({
      actions: [{ command: 'restore', target: 'world.gz' }, { command: 'users mute' }],
    });
  });

  it('restores the chat of an alliance', async () => {
    await restoreFrom(empty, file);
    const chatOf =
      'SELECT text, tag FROM messages JOIN threads ON id = thread_id JOIN alliances ON alliances.id = alliance_id';
    expect(await query(empty.url, chatOf)).toEqual([
      { text: 'Greetings', tag: expect.any(String) as string },
    ]);
  });
});

/** The parts of a database that a refused restore must not change. */
async function stateOf(database: TestDatabase): Promise<unknown> {
  const rows = await query(
    database.url,
    `SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM empires) AS empires,
       (SELECT json_agg(s ORDER BY key) FROM settings s) AS settings, (SELECT count(*) FROM admin_actions) AS actions`,
  );
  return rows[0];
}

let patches = 0;
/** Writes a file like the backup, with other bytes. */
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
    /damaged|not a backup|rejected|no table|row counts|more or fewer rows|settings in the file/,
  ],
  'without the settings of its world': [
    () => forgeEach((line) => line.replace('{"key":"world"', '{"key":"word"')),
    /world settings/,
  ],
  'with an endless line': [
    () => patch((content) => Buffer.concat([content, gzipSync(Buffer.alloc(70 * 1024 * 1024, 'x'))])),
    /not a backup/,
  ],
  'that is not gzip': [() => patch(() => Buffer.from('hello')), /damaged, or not a backup/],
  'that is empty': [() => patch(() => Buffer.alloc(0)), /not a backup|truncated/],
  'of another format': [() => forge(() => ['{"hello":"world"}', '']), /not a backup/],
  'of a newer format': [() => forgeHead(/"version":1/, '"version":2'), /newer format/],
  'of a release with other columns': [
    () =>
      forgeEach((line) => line.replace('"arrived_by":', '"came_by":').replace('"username":', '"user_name":')),
    /other columns of users/,
  ],
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
        line.replace(/"empire_id":"[^"]*","id":("[^"]*"),"inactive/, '"empire_id":$1,"id":$1,"inactive'),
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
      expect(await restoreFrom(empty, make())).toMatchObject({ code: 1, err });
      expect(await stateOf(empty)).toEqual(before);
    },
  );

  it('is refused in a database with a world', async () => {
    await restoreFrom(empty, file);
    const before = await stateOf(empty);
    const err = expect.stringContaining('none is ever replaced') as string;
    expect(await restoreFrom(empty, file)).toMatchObject({ code: 1, err });
    expect(await stateOf(empty)).toEqual(before);
  });
});

describe('while a server is connected', () => {
  it('refuses a restore', async () => {
    const { code, err } = await restoreFrom(played, file);
    expect([code, err]).toEqual([1, expect.stringContaining('Servers are connected') as string]);
  });

  it('allows an export', async () => {
    const path = join(folder, 'beside.gz');
    expect([(await backUpTo(played, path)).code, existsSync(path)]).toEqual([0, true]);
  });
});

it('no server starts during a restore', async () => {
  const client = new pg.Client(empty.url);
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.world]);
  await expect(startTestGame({ databaseUrl: empty.url })).rejects.toThrow('A world is being restored');
  await client.end();
});

it('refuses a database with an older schema and names the command that helps', async () => {
  await query(
    empty.url,
    'DELETE FROM schema_migrations WHERE version = (SELECT max(version) FROM schema_migrations)',
  );
  const { code, err } = await restoreFrom(empty, file);
  expect([code, err]).toEqual([1, expect.stringContaining('npm run admin -- migrate') as string]);
});

describe('a database without any schema', () => {
  it('is migrated and receives the world of the file, with its speed', async () => {
    const bare = await createEmptyDatabase();
    const { code, out } = await restoreFrom(bare, file);
    const [world] = await query(bare.url, `SELECT value FROM settings WHERE key = 'world'`);
    await bare.drop();
    expect([code, out]).toEqual([0, expect.stringContaining('No violations found') as string]);
    expect(world).toEqual({ value: { speed: 2, radius: 1000 } });
  });

  it('is created if DATA_DIR contains none', async () => {
    const at = { databaseUrl: null, dataDir: join(folder, 'fresh') };
    const { code } = await runCommand(at, 'restore', file);
    const { data } = await askCommand<{ world: object }>(at, 'world', 'info');
    expect([code, data.world]).toMatchObject([0, { speed: 2, radius: 1000 }]);
  });

  it('stays without one if the file is not a backup', async () => {
    const bare = await createEmptyDatabase();
    const path = join(folder, 'no-world.gz');
    writeFileSync(path, gzipSync('nothing'));
    const { code } = await restoreFrom(bare, path);
    const [found] = await query(bare.url, `SELECT to_regclass('schema_migrations') AS made`);
    await bare.drop();
    expect([code, found]).toEqual([1, { made: null }]);
  });
});
