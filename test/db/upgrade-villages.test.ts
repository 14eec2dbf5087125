/** An upgrade of a world without villages: those of young empires are founded once, by any number of instances. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { foundMissingVillages } from '../../src/empire/found-villages.ts';
import { villageDraftsOf } from '../../src/empire/village-drafts.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createEmptyDatabase, type TestDatabase } from '../support/database.ts';
import { TestClock } from '../support/test-clock.ts';
import { dayMs } from '../support/worlds.ts';

const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
const log = createLog('silent');
const now = Date.now();
const young = 23;

let database: TestDatabase;
let older: string;
let pool: pg.Pool;
let youngIds: string[];

/** Inserts empires as the release without villages stored them. */
async function insertEmpires(count: number, createdAt: number, row: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH owners AS (
       INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
       SELECT name, name, name || '@example.org', name || '@example.org', 'none', 'none'
       FROM (SELECT 'player ' || $3 || '-' || n AS name FROM generate_series(1, $1::int) n) AS named
       RETURNING id, username
     ), founded AS (
       INSERT INTO empires (
         id, owner_id, name, name_key, created_at, gold, food, materials, settled_at, founding_paid, destroyed_value,
         protection_ended, last_command_at, attacked_by, armies_raised, event_seq, gold_rate, food_rate,
         materials_rate, cap, people_used, population, units, economic_score, military_score
       )
       SELECT gen_random_uuid(), id, username, username, $2, 10, 20, 30, $2, 0, 0, false, 1, '{}', 0, 0, 0, 0, 0, 0, 0,
         0, '{"soldiers": 0, "archers": 0, "knights": 0, "catapults": 0}', 0, 0
       FROM owners RETURNING id
     )
     INSERT INTO cities (id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at)
     SELECT gen_random_uuid(), id, 'Capital', 'capital', 5 * row_number() OVER (), $3::int, $2, '[]', '[]', '[]', '[]'
     FROM founded RETURNING empire_id AS id`,
    [count, createdAt, row],
  );
  return rows.map(({ id }) => id);
}

const villageIds = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>(`SELECT id FROM empires WHERE kind = 'village'`)).rows.map(
    ({ id }) => id,
  );

const positions = async (): Promise<unknown[]> =>
  (await pool.query<object>(`SELECT FROM settings WHERE key = 'villages_to_found'`)).rows;

beforeAll(async () => {
  database = await createEmptyDatabase();
  older = mkdtempSync(join(tmpdir(), 'migrations-'));
  for (const name of readdirSync(folder).filter((file) => file < '0014'))
    cpSync(join(folder, name), join(older, name));
  await migrate(database.url, older);
  pool = createPool(database.url, 4, log);
  youngIds = await insertEmpires(young, now - 13 * dayMs, 0);
  await insertEmpires(5, now - 15 * dayMs, 200);
  await migrate(database.url);
});
afterAll(async () => {
  await pool.end();
  rmSync(older, { recursive: true });
  await database.drop();
});

describe('after the upgrade', () => {
  const deps = () => ({
    pool,
    clock: new TestClock(now),
    settings: { speed: 1, radius: 1000, firstReignAt: now },
    log,
  });

  /** Runs until nothing is left. */
  async function finish(): Promise<void> {
    const stops = [foundMissingVillages(deps()), foundMissingVillages(deps())];
    while ((await positions()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const stop of stops) await stop();
  }

  it('the world has a position to continue at', async () => {
    expect(await positions()).toHaveLength(1);
  });

  it('an interrupted batch leaves nothing', async () => {
    await pool.query(`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'interrupted'; END $$;
      CREATE TRIGGER fail BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION fail()`);
    const stop = foundMissingVillages(deps());
    await new Promise((resolve) => setTimeout(resolve, 300));
    await stop();
    expect([await villageIds(), (await positions()).length]).toEqual([[], 1]);
    await pool.query('DROP TRIGGER fail ON settings');
  });

  it('the villages of empires of less than 14 days are founded once, by two instances at once', async () => {
    await finish();
    const ids = await villageIds();
    const possible = new Set(youngIds.flatMap((id) => villageDraftsOf(id).map((draft) => draft.id)));
    expect(ids.filter((id) => !possible.has(id))).toEqual([]);
    for (const id of youngIds) {
      const [first, second] = villageDraftsOf(id);
      expect(ids).toEqual(expect.arrayContaining([first?.id, second?.id]));
    }
  });

  it('a further start founds nothing', async () => {
    const before = await villageIds();
    await finish();
    expect(await villageIds()).toEqual(before);
  });
});
