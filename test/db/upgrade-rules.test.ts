/**
 * The upgrade of a world with battles and marches under way. `worlds/release-13.json` holds the tables of a world that
 * was played with the release of migration 13: its raids plundered cities, and walls of the former price are queued.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate, standAloneMark } from '../../src/db/migrate.ts';
import { advisoryLocks, applicationNames } from '../../src/db/names.ts';
import { askCommand } from '../support/admin.ts';
import { copyTestDatabase, createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { startTestGame, type TestGame } from '../support/game.ts';
import { TestClock } from '../support/test-clock.ts';
import { hourMs, minuteMs, the } from '../support/worlds.ts';

const folder = join(import.meta.dirname, '../../migrations');
const { at, tables } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'worlds/release-13.json'), 'utf8'),
) as { at: number; tables: Record<string, object[]> };

async function query<Row extends object>(database: TestDatabase, sql: string): Promise<Row[]> {
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The world of the older release, in its schema. */
async function restoreWorld(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  const older = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const name of readdirSync(folder).sort().slice(0, 13)) cpSync(join(folder, name), join(older, name));
  await migrate(database.url, older);
  rmSync(older, { recursive: true });
  const client = new pg.Client(database.url);
  await client.connect();
  // The rows as they were, without triggers.
  await client.query(`SET session_replication_role = 'replica'`);
  for (const [table, rows] of Object.entries(tables)) {
    await client.query(`DELETE FROM ${table}`);
    const { rows: columns } = await client.query<{ name: string }>(
      `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND attgenerated = ''`,
      [table],
    );
    const names = columns.map(({ name }) => `"${name}"`).join(', ');
    await client.query(
      `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
       SELECT ${names} FROM json_populate_recordset(NULL::${table}, $1::json)`,
      [JSON.stringify(rows)],
    );
  }
  await client.query(
    `SELECT setval(pg_get_serial_sequence('battles', 'number'), (SELECT max(number) FROM battles))`,
  );
  await client.end();
  return database;
}

interface Counts {
  name: string;
  people_used: number;
  economic_score: number;
  score: number;
}

let older: TestDatabase;
beforeAll(async () => {
  older = await restoreWorld();
});
afterAll(() => older.drop());

const violationsIn = async (database: TestDatabase): Promise<unknown> => {
  const { data } = await askCommand<{ invariants: { name: string; faults: { sentence: string }[] }[] }>(
    { databaseUrl: database.url },
    'verify',
  );
  return 'invariants' in data
    ? data.invariants
        .flatMap(({ faults }) => faults.map(({ sentence }) => sentence))
        .filter((sentence) => !sentence.startsWith('Keeper of'))
    : data;
};

describe('the start of this release', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await copyTestDatabase(older);
  });
  afterAll(() => database.drop());

  const refusal =
    'This release cannot run beside the one before, and servers are connected to the database: stop them all, then start again.';
  const countApplied = async () =>
    (await query<{ n: number }>(database, 'SELECT count(*)::int AS n FROM schema_migrations'))[0]?.n;

  it.each([
    ['holds the world lock', `SELECT pg_advisory_lock_shared(${advisoryLocks.world})`, 'any'],
    ['is of a release without the lock', 'SELECT 1', applicationNames.feed],
  ])('is refused while an instance is connected that %s', async (_claim, sql, name) => {
    const client = new pg.Client({ connectionString: database.url, application_name: name });
    await client.connect();
    await client.query(sql);
    await expect(migrate(database.url)).rejects.toThrow(refusal);
    expect(await countApplied()).toBe(13);
    await client.end();
  });

  it('upgrades the world once nobody is connected', async () => {
    // Postgres ends a connection a moment after its client.
    await expect.poll(() => migrate(database.url).catch(() => [])).toContain('0021_rules_2.sql');
    expect(await migrate(database.url)).toEqual([]);
  });

  it('runs beside others again when nothing demands to be alone', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [advisoryLocks.world]);
    expect(await migrate(database.url)).toEqual([]);
    await client.end();
  });

  it('marks the migration of the rules', () => {
    expect(readFileSync(join(folder, '0021_rules_2.sql'), 'utf8')).toMatch(standAloneMark);
  });
});

describe('an upgraded world', () => {
  let database: TestDatabase;
  let game: TestGame;
  const readCounts = () =>
    query<Counts>(database, 'SELECT name, people_used, economic_score, score FROM empires ORDER BY name');
  let before: Counts[];
  beforeAll(async () => {
    database = await copyTestDatabase(older);
    before = await readCounts();
    await migrate(database.url);
    game = await startTestGame({ databaseUrl: database.url, clock: new TestClock(at) });
  });
  afterAll(async () => {
    await game.stop();
    await database.drop();
  });

  it('had attacks, a march and walls under way', async () => {
    const [counts] = await query(
      older,
      `SELECT (SELECT count(*)::int FROM battles WHERE outcome IS NULL) AS attacks,
         (SELECT count(*)::int FROM armies WHERE march ->> 'kind' = 'move') AS marches,
         (SELECT count(*)::int FROM cities WHERE construction @> '[{"type": "wall"}]') AS walls`,
    );
    expect(counts).toEqual({ attacks: 2, marches: 1, walls: 3 });
  });

  it('has the people and scores of the new rules, before anybody plays', async () => {
    const players = (await readCounts()).filter(({ name }) => before.some((empire) => empire.name === name));
    const difference = (column: 'people_used' | 'economic_score') =>
      players.map((player, index) => the(before[index])[column] - player[column]);
    // Warehouse 3 needs no workers; wall 5 cost 2635 and costs 1325.
    expect(difference('people_used')).toEqual([3, 3, 3]);
    expect(difference('economic_score').map((points) => Math.abs(points - 13.5))).toEqual([0.5, 0.5, 0.5]);
  });

  it('is sound', async () => {
    expect(await violationsIn(database)).toEqual([]);
  });

  it('has its rankings in the new order', async () => {
    const { rows } = await game.instance.pool.query<{ name: string; score: number }>(
      `SELECT name, score FROM empires WHERE kind = 'player' ORDER BY score DESC, created_at, id LIMIT 3`,
    );
    const answer = await fetch(`${game.url}/api/leaderboard?type=score`);
    const { rankings } = (await answer.json()) as { rankings: { empire_name: string; score: number }[] };
    expect(rankings.map(({ empire_name: name, score }) => ({ name, score }))).toEqual(rows);
  });

  it('is not recomputed at the next start', async () => {
    const versions = () => query(database, 'SELECT id, xmin FROM empires ORDER BY id');
    const first = await versions();
    const second = await startTestGame({ databaseUrl: database.url, clock: game.clock });
    await second.stop();
    expect(await versions()).toEqual(first);
  });

  it('continues where a start was killed', async () => {
    const empires = await query<{ id: string }>(database, 'SELECT id FROM empires ORDER BY id');
    const [first, second] = [the(empires[0]).id, the(empires[1]).id];
    await query(
      database,
      `UPDATE empires SET people_used = 9999 WHERE id IN ('${first}', '${second}');
       UPDATE settings SET value = '{"rules": 1, "after": "${first}"}' WHERE key = 'recomputed'`,
    );
    await (await startTestGame({ databaseUrl: database.url, clock: game.clock })).stop();
    const wrong = await query(database, 'SELECT id FROM empires WHERE people_used = 9999');
    expect(wrong).toEqual([{ id: first }]);
    await query(
      database,
      `UPDATE settings SET value = '{"rules": 1, "after": null}' WHERE key = 'recomputed'`,
    );
    await (await startTestGame({ databaseUrl: database.url, clock: game.clock })).stop();
    expect(await violationsIn(database)).toEqual([]);
  });

  it('decides the attacks under way by the new resolver, and sacks', async () => {
    await game.pass(20 * minuteMs);
    const battles = await query<{ resolver: string; sacked: boolean }>(
      database,
      `SELECT outcome ->> 'resolver' AS resolver, outcome ? 'sack' AS sacked FROM battles
       WHERE contact_at > ${at} AND outcome ->> 'reason' IS NULL`,
    );
    expect(battles.map(({ resolver }) => resolver)).toEqual(['2', '2']);
    expect(battles.map(({ sacked }) => sacked)).toContain(true);
    expect(await violationsIn(database)).toEqual([]);
  });

  it('counts a plundering of before in full', async () => {
    expect(
      tables.cities?.filter((city) => 'plundered_at' in city && JSON.stringify(city.plundered_at) !== '[]'),
    ).toHaveLength(1);
    const rows = await query<{ plundered_at: object[] }>(
      database,
      `SELECT plundered_at FROM cities WHERE jsonb_array_length(plundered_at) > 1`,
    );
    expect(rows.map(({ plundered_at }) => plundered_at)).toEqual([
      [
        { at: expect.any(Number) as number, share: 1000 },
        { at: expect.any(Number) as number, share: expect.any(Number) as number },
      ],
    ]);
  });

  it('completes the walls of the former price', async () => {
    await game.pass(12 * hourMs);
    const [left] = await query(
      database,
      `SELECT count(*)::int AS n FROM cities WHERE construction @> '[{"type": "wall"}]'`,
    );
    expect(left).toEqual({ n: 0 });
    expect(await violationsIn(database)).toEqual([]);
  });
});

describe('the goals of an upgraded world', () => {
  let database: TestDatabase;
  let game: TestGame;
  const players = () =>
    query<{ id: string; settled_at: number; goals: Record<string, number>; victories: number }>(
      database,
      `SELECT id, settled_at, goals, victories FROM empires
       WHERE kind = 'player' AND created_at < ${at} ORDER BY id`,
    );
  beforeAll(async () => {
    database = await copyTestDatabase(older);
    await migrate(database.url);
  });
  afterAll(async () => {
    await game.stop();
    await database.drop();
  });

  it('begin with the victories of the decided battles, and without rewards', async () => {
    const won = await query<{ attacker_id: string; n: number }>(
      database,
      `SELECT attacker_id, count(*) AS n FROM battles WHERE outcome ->> 'result' = 'attacker_won' GROUP BY 1`,
    );
    expect(won.length).toBeGreaterThan(0);
    for (const { id, goals, victories } of await players()) {
      expect(goals).toEqual({});
      expect(victories).toBe(won.find(({ attacker_id }) => attacker_id === id)?.n ?? 0);
    }
  });

  it('are credited when the empires are first advanced, at the moment to which they had advanced', async () => {
    const before = await players();
    game = await startTestGame({ databaseUrl: database.url, clock: new TestClock(at) });
    await game.pass(0);
    const after = await players();
    for (const [index, { goals }] of after.entries()) {
      const moment = the(before[index]).settled_at;
      expect(Object.keys(goals).length).toBeGreaterThan(3);
      expect(new Set(Object.values(goals))).toEqual(new Set([moment]));
    }
    expect(await violationsIn(database)).toEqual([]);
  });

  it('are credited once: further starts and advances change nothing', async () => {
    const goals = async () => (await players()).map((player) => player.goals);
    const before = await goals();
    await (await startTestGame({ databaseUrl: database.url, clock: game.clock })).stop();
    await game.pass(1000);
    expect(await goals()).toEqual(before);
    expect(await violationsIn(database)).toEqual([]);
  });
});
