/**
 * Upgrades while the previous release still runs: the statements that a migration may contain, and worlds that are
 * older than the ledger.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../src/db/migrate.ts';
import { createPool, select, statement } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { selectLedgerViolations } from '../../src/world/ledger-violations.ts';
import { empireStates } from '../../src/world/load.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeWorld, the } from '../support/worlds.ts';
import { orderBatch } from '../../src/game/training.ts';
import { idOf, openStage, empireState, type Hand, type Stage } from '../world/stage.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
const names = readdirSync(folder).sort();

/**
 * SQL that would break statements, or prepared statements inside transactions, of the previous release. Only functions of
 * the database read the view ranking_entries.
 */
const breaking =
  /\b(?:DROP\s+(?:TABLE|COLUMN|VIEW|FUNCTION|TYPE)|RENAME|(?:CREATE\s+OR\s+REPLACE|ALTER)\s+VIEW(?!\s+ranking_entries\b)|SET\s+NOT\s+NULL|SET\s+DATA\s+TYPE|ALTER\s+COLUMN\s+\w+\s+TYPE)\b/i;

describe('a migration', () => {
  it.each(names.slice(4))('%s removes nothing that the previous release uses', (name) => {
    expect(breaking.exec(readFileSync(join(folder, name), 'utf8'))).toBeNull();
  });

  it.each([
    'ALTER TABLE a DROP COLUMN b',
    'DROP VIEW realms',
    'ALTER TABLE a RENAME TO b',
    'ALTER TABLE a ALTER COLUMN b TYPE text',
    'CREATE OR REPLACE VIEW realms AS SELECT 1',
  ])('with %s would be detected', (sql) => {
    expect(breaking.test(sql)).toBe(true);
  });
});

describe('a connection with a prepared statement', () => {
  it('continues to work after a column is added to a table that it reads', async () => {
    const database = await createTestDatabase();
    const pool = createPool(database.url, 1, createLog('silent'));
    const readSettings = statement('readSettings', 'SELECT * FROM settings', z.object({ key: z.string() }));
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

describe('a world that is older than its ledger', () => {
  let database: TestDatabase;
  let client: pg.Client;
  let older: string;

  /** Founds an empire like the previous release, without ledger entries. */
  async function foundEmpire(name: string): Promise<string> {
    const { rows } = await client.query<{ id: string }>(
      `WITH owner AS (
         INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
         SELECT name, name, name || '@example.org', name || '@example.org', 'none', 'none' FROM (VALUES ($1::text)) AS given (name)
         RETURNING id
       )
       INSERT INTO empires (
         id, owner_id, name, name_key, created_at, gold, food, materials, settled_at, founding_paid, destroyed_value,
         protection_ended, last_command_at, attacked_by, armies_raised, event_seq, gold_rate, food_rate,
         materials_rate, cap, people_used, population, units, economic_score, military_score
       )
       SELECT gen_random_uuid(), id, $1::text, $1::text, 1, 10, 20, 30, 5, 0, 0, false, 1, '{}', 0, 0, 0, 0, 0, 0, 0, 0,
         '{"soldiers": 3, "archers": 0, "knights": 0, "catapults": 0}', 0, 0
       FROM owner RETURNING id`,
      [name],
    );
    return rows[0]?.id ?? '';
  }

  const readLedger = async (empireId: string): Promise<unknown[]> =>
    (
      await client.query<object>(
        'SELECT number, cause, gold, gold_after FROM ledger_entries WHERE empire_id = $1 ORDER BY number',
        [empireId],
      )
    ).rows;

  beforeEach(async () => {
    database = await createEmptyDatabase();
    older = mkdtempSync(join(tmpdir(), 'migrations-'));
    for (const name of names.slice(0, 4)) cpSync(join(folder, name), join(older, name));
    await migrate(database.url, older);
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    rmSync(older, { recursive: true });
    await database.drop();
  });

  it('gets opening entries with the stock of its empires', async () => {
    const id = await foundEmpire('ann');
    await migrate(database.url);
    expect(await readLedger(id)).toEqual([{ number: 1, cause: 'opening', gold: 10, gold_after: 10 }]);
    expect(await selectLedgerViolations(client, [id])).toEqual([]);
  });

  it('records changes that the previous release still makes', async () => {
    await migrate(database.url);
    const id = await foundEmpire('bob');
    await client.query('UPDATE empires SET gold = 25, settled_at = 9 WHERE id = $1', [id]);
    expect(await readLedger(id)).toEqual([
      { number: 1, cause: 'opening', gold: 10, gold_after: 10 },
      { number: 2, cause: 'unrecorded', gold: 15, gold_after: 25 },
    ]);
    expect(await selectLedgerViolations(client, [id])).toEqual([]);
  });
});

describe('due work, while the previous release runs', () => {
  let stage: Stage;
  let hand: Hand;
  const ann = idOf('ann');
  const readDue = async (): Promise<unknown[]> =>
    (await hand.pool.query<{ at: number }>('SELECT at FROM due_empires ORDER BY at')).rows.map(
      ({ at }) => at,
    );

  beforeEach(async () => {
    const levels = { barracks: 1, house: 5, farm: 3 };
    stage = await openStage(makeWorld([empireState('ann', { at: { x: 0, y: 0 }, levels })]));
    hand = stage.join(2);
  });
  afterEach(() => stage.close());

  it('is found when that release names the moment in its save', async () => {
    await hand.pool.query('UPDATE empires SET next_due = 5, gold_rate = 1 WHERE id = $1', [ann]);
    expect(await readDue()).toEqual([5]);
  });

  it('is not entered twice, and an entry without due work is removed', async () => {
    const save = 'UPDATE empires SET next_due = 5 WHERE id = $1';
    await hand.pool.query(save, [ann]);
    await hand.pool.query(save, [ann]);
    expect(await readDue()).toEqual([5]);
    await hand.clock.catchUp();
    expect(await readDue()).toEqual([]);
  });

  it('is applied, whichever release ordered it', async () => {
    await hand.executeCommand(ann, ({ empire, now, speed, newId }) => {
      orderBatch(empire, the(empire.cities[0]), 'soldiers', 1, { now, speed, newId });
    });
    const [at] = await readDue();
    await hand.pool.query('DELETE FROM due_empires');
    await hand.pool.query('UPDATE empires SET next_due = $2 WHERE id = $1', [ann, at]);
    stage.time.advance(60 * 60_000);
    await hand.clock.catchUp();
    const training = await hand.executeCommand(ann, ({ empire }) => empire.cities[0]?.training);
    expect([training, await readDue()]).toEqual([[], []]);
  });

  it('leaves the column alone, so that no save touches its index', async () => {
    await hand.executeCommand(ann, ({ empire, now, speed, newId }) => {
      orderBatch(empire, the(empire.cities[0]), 'soldiers', 1, { now, speed, newId });
    });
    const { rows } = await hand.pool.query('SELECT next_due FROM empires');
    expect(rows).toEqual([{ next_due: null }]);
  });
});
