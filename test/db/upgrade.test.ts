/**
 * Upgrades beside instances of the release before: the statements that a migration may contain, and a next migration
 * that is applied while an instance works.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate, standAloneMark } from '../../src/db/migrate.ts';
import { advisoryLocks } from '../../src/db/names.ts';
import { createPool, select, statement } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { empireStates } from '../../src/world/rows/load.ts';
import { createTestDatabase, query, type TestDatabase } from '../support/database.ts';
import { startTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { makeWorld } from '../support/worlds.ts';
import { idOf, openStage, empireState, type Hand, type Stage } from '../world/stage.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
const names = readdirSync(folder).sort();

/** The migrations of the first release; those after it run beside instances of the release before. */
const baseline = 7;

/** Statements that drop what the release before does not use any more, word for word. */
const unused: readonly string[] = [];

/** SQL that would break statements, or prepared statements inside transactions, of the release before. */
const breaking =
  /\b(?:DROP\s+(?:TABLE|COLUMN|VIEW|FUNCTION|TYPE)|RENAME|(?:CREATE\s+OR\s+REPLACE|ALTER)\s+VIEW|SET\s+NOT\s+NULL|SET\s+DATA\s+TYPE|ALTER\s+COLUMN\s+\w+\s+TYPE)\b/i;

describe('a migration', () => {
  it('after the first release only adds, or drops what the release before did not use', () => {
    const statements = names
      .slice(baseline)
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').split(';'))
      .filter((sql) => breaking.test(sql) && !unused.includes(sql.trim()));
    expect(statements).toEqual([]);
  });

  it.each([
    'ALTER TABLE a DROP COLUMN b',
    'DROP VIEW a',
    'ALTER TABLE a RENAME TO b',
    'ALTER TABLE a ALTER COLUMN b TYPE text',
    'CREATE OR REPLACE VIEW a AS SELECT 1',
  ])('with %s would be detected', (sql) => {
    expect(breaking.test(sql)).toBe(true);
  });
});

describe('the next migration', () => {
  let database: TestDatabase;
  let next: string;
  beforeEach(async () => {
    database = await createTestDatabase();
    next = mkdtempSync(join(tmpdir(), 'migrations-'));
    cpSync(folder, next, { recursive: true });
  });
  afterEach(async () => {
    rmSync(next, { recursive: true });
    await database.drop();
  });

  const number = String(names.length + 1).padStart(4, '0');
  function writeNext(sql: string): void {
    writeFileSync(join(next, `${number}_next.sql`), sql);
  }
  const countApplied = async (): Promise<unknown> => {
    const [row] = await query<{ n: number }>(
      database.url,
      'SELECT count(*)::int AS n FROM schema_migrations',
    );
    return row?.n;
  };

  it('is applied beside an instance, which continues to play', async () => {
    const game = await startTestGame({ databaseUrl: database.url });
    const ruler = await createEmpire(game, { x: 0, y: 0 });
    writeNext(`ALTER TABLE empires ADD COLUMN later int DEFAULT 7; CREATE TABLE later (id int);`);
    expect(await migrate(database.url, next)).toEqual([`${number}_next.sql`]);
    const { status } = await ruler.send('POST', `/api/city/${ruler.capitalId}/buildings`, { type: 'farm' });
    expect(status).toBe(201);
    await game.stop();
    // It would not start again.
    await expect(migrate(database.url)).rejects.toThrow(/^The database is newer than this release/);
  });

  it('leaves nothing when its instance is killed, and is applied by the next start', async () => {
    writeNext(`CREATE TABLE later (id int); SELECT pg_sleep(60);`);
    const killed = migrate(database.url, next);
    const kill = `SELECT pg_terminate_backend(pid) AS done FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()`;
    await Promise.all([
      expect(killed).rejects.toThrow(`The migration ${number}_next.sql failed and was rolled back`),
      expect.poll(() => query(database.url, kill)).toEqual([{ done: true }]),
    ]);
    expect(await countApplied()).toBe(names.length);
    writeNext(`CREATE TABLE later (id int);`);
    expect(await migrate(database.url, next)).toEqual([`${number}_next.sql`]);
  });

  it('that stands alone is refused while an instance is connected', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    // As every connection of an instance does.
    await client.query('SELECT pg_advisory_lock_shared($1)', [advisoryLocks.world]);
    writeNext(`${standAloneMark}\nCREATE TABLE later (id int);`);
    await expect(migrate(database.url, next)).rejects.toThrow(
      'This release cannot run beside the one before, and servers are connected to the database: stop them all, then start again.',
    );
    expect(await countApplied()).toBe(names.length);
    // A migration without the mark runs beside it.
    writeNext('CREATE TABLE later (id int);');
    expect(await migrate(database.url, next)).toEqual([`${number}_next.sql`]);
    await client.end();
  });

  it('that stands alone is applied once nobody is connected', async () => {
    writeNext(`${standAloneMark}\nCREATE TABLE later (id int);`);
    expect(await migrate(database.url, next)).toEqual([`${number}_next.sql`]);
  });
});

describe('a connection with a prepared statement', () => {
  it('continues to work after a column is added to a table that it reads', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.url, 1, createLog('silent'));
    const readSettings = statement('readSettings', {
      sql: 'SELECT * FROM settings',
      row: z.object({ key: z.string() }),
    });
    await select(pool, readSettings, []);
    await pool.query('ALTER TABLE settings ADD COLUMN later text');
    expect(await select(pool, readSettings, [])).toEqual([]);
    await pool.end();
    await database.drop();
  });
});

describe('a column that is added to a table of the world', () => {
  let stage: Stage;
  let hand: Hand;
  beforeEach(async () => {
    stage = await openStage(makeWorld([empireState('ann', { at: { x: 0, y: 0 } })]));
    hand = stage.join(1);
  });
  afterEach(() => stage.close());

  const addColumn = (table: string) => hand.pool.query(`ALTER TABLE ${table} ADD COLUMN later int DEFAULT 7`);

  it.each([
    ['empires', { later: 7 }],
    ['cities', { cities: [{ later: 7 }] }],
  ])('is loaded with the empire: %s', async (table, state) => {
    const read = { name: 'readStates', text: `SELECT state FROM ${empireStates}` };
    await hand.pool.query(read);
    await addColumn(table);
    expect((await hand.pool.query<object>(read)).rows).toMatchObject([{ state }]);
  });

  it.each(['empires', 'cities', 'armies', 'battles'])('breaks no command: %s', async (table) => {
    await hand.executeCommand(idOf('ann'), () => null);
    await addColumn(table);
    expect(await hand.executeCommand(idOf('ann'), ({ empire }) => empire.name)).toBe('ann');
  });
});
