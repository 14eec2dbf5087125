/** The cleaning of ledgers deletes what the slow form deletes, and reads nothing of empires that are idle. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type pg from 'pg';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { dayMs, minuteMs } from '../../src/kernel/time.ts';
import { cleanLedgers, ledgerKeptMs } from '../../src/world/ledger/ledger.ts';
import { begin, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestClock } from '../support/test-clock.ts';
import { countWaiting } from './stage.ts';

const log = createLog('silent');
let database: TestDatabase;
let pool: pg.Pool;
let clock: TestClock;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, 3, log);
  // Only the ledger is of interest: it refers to no empires here.
  await pool.query('ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_empire_id_fkey');
  await pool.query(`INSERT INTO settings VALUES ('ledger_cleaned', '0')`);
  clock = new TestClock();
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Appends an entry to the ledger of an empire. */
async function post(empires: number[], at: number): Promise<void> {
  await pool.query(
    `INSERT INTO ledger_entries (empire_id, number, at, cause, gold, food, materials, gold_after, food_after,
       materials_after, units, units_after)
     SELECT id, 1 + coalesce((SELECT max(number) FROM ledger_entries e WHERE e.empire_id = id), 0), $2, 'production',
       0, 0, 0, 0, 0, 0, '{}', '{}'
     FROM (SELECT md5(number::text)::uuid AS id FROM unnest($1::int[]) AS number) AS posted`,
    [empires, Math.round(at)],
  );
}

/** Runs the cleaning once at the present time, on an instance of its own. */
async function clean(): Promise<void> {
  const stop = cleanLedgers({ pool, clock, log });
  clock.advance(15 * minuteMs);
  await expect.poll(() => readPosition(), { interval: 5 }).toBe(clock.now() - ledgerKeptMs);
  stop();
}

async function readPosition(): Promise<number> {
  const { rows } = await pool.query<{ at: number }>(
    `SELECT value::text::bigint AS at FROM settings WHERE key = 'ledger_cleaned'`,
  );
  return rows[0]?.at ?? 0;
}

async function readEntries(): Promise<string[]> {
  const { rows } = await pool.query<{ entry: string }>(
    `SELECT empire_id || ' ' || number AS entry FROM ledger_entries ORDER BY empire_id, number`,
  );
  return rows.map(({ entry }) => entry);
}

/** Entries that may go: old, with a successor that is as old, so that both forms have deleted them. */
async function readOverdue(): Promise<number> {
  const { rows } = await pool.query<{ overdue: number }>(
    `SELECT count(*) AS overdue FROM ledger_entries entry WHERE at <= $1 AND EXISTS (
       SELECT FROM ledger_entries later
       WHERE later.empire_id = entry.empire_id AND later.number > entry.number AND later.at <= $1
     )`,
    [clock.now() - ledgerKeptMs],
  );
  return rows[0]?.overdue ?? 0;
}

/** Empires whose remaining entries have a gap. */
async function readGaps(): Promise<object[]> {
  const { rows } = await pool.query<object>(
    'SELECT empire_id FROM ledger_entries GROUP BY 1 HAVING count(*) <> max(number) - min(number) + 1',
  );
  return rows;
}

/** Entries that the slow form keeps at the next run. */
async function readKept(): Promise<string[]> {
  const { rows } = await pool.query<{ entry: string }>(
    `SELECT empire_id || ' ' || number AS entry FROM ledger_entries entry
     WHERE at > $1 OR NOT EXISTS (
       SELECT FROM ledger_entries later WHERE later.empire_id = entry.empire_id AND later.number > entry.number
     ) ORDER BY empire_id, number`,
    [clock.now() + 15 * minuteMs - ledgerKeptMs],
  );
  return rows.map(({ entry }) => entry);
}

const empires = Array.from({ length: 30 }, (_, index) => index);

describe('the cleaning of ledgers', () => {
  it.each([1, 2, 3, 4, 5])(
    'deletes everything with an old successor and nothing else, and leaves no gap, seed %i',
    async (seed) => {
      const chance = makeChance(seed);
      clock = new TestClock(Date.now() - 500 * dayMs);
      const advancedAt = new Map(empires.map((empire) => [empire, clock.now()]));
      for (let step = 0; step < 40; step++) {
        clock.advance(Math.round(chance() * 10 * dayMs));
        for (const empire of empires.filter(() => chance() < 0.3)) {
          // Some empires settle what fell due long ago, entry by entry.
          const from = advancedAt.get(empire) ?? 0;
          for (let at = from + chance() * 40 * dayMs; at < clock.now(); at += chance() * 30 * dayMs) {
            await post([empire], at);
            advancedAt.set(empire, at);
          }
        }
        if (chance() < 0.5) continue;
        const kept = await readKept();
        await clean();
        expect([await readOverdue(), await readGaps()]).toEqual([0, []]);
        expect(await readEntries()).toEqual(expect.arrayContaining(kept));
      }
    },
  );

  it('keeps exactly the latest entry of an empire that wrote all its entries late', async () => {
    await clean();
    for (let day = 60; day >= 35; day--) await post([1], clock.now() - day * dayMs);
    await clean();
    expect((await readEntries()).map((entry) => entry.split(' ')[1])).toEqual(['26']);
  });

  it('deletes a latest entry that it kept, once its successor is old', async () => {
    await post([1], clock.now() - 40 * dayMs);
    await clean();
    await post([1], clock.now());
    await clean();
    expect(await readEntries()).toHaveLength(2);
    clock.advance(31 * dayMs);
    await clean();
    expect(await readEntries()).toHaveLength(1);
  });

  /** $1 when. */
  const insertThree = `INSERT INTO ledger_entries (empire_id, number, at, cause, gold, food, materials, gold_after, food_after,
      materials_after, units, units_after)
    SELECT md5('1')::uuid, number, $1, 'production', 0, 0, 0, 0, 0, 0, '{}', '{}' FROM generate_series(1, 3) AS number`;

  it('waits for entries that are being written behind its position', async () => {
    await clean();
    const writer = await begin(pool, insertThree, [(await readPosition()) + 5 * minuteMs]);
    const position = await readPosition();
    const stop = cleanLedgers({ pool, clock, log });
    clock.advance(15 * minuteMs);
    await pool.query('SELECT pg_sleep(0.1)');
    stop();
    expect(await readPosition()).toBe(position);
    await writer.commit();
    await clean();
    expect(await readEntries()).toHaveLength(1);
  });

  it('holds up entries that are written behind its next position', async () => {
    await clean();
    const position = await readPosition();
    const cleaner = await begin(pool, `SELECT FROM settings WHERE key = 'ledger_cleaned' FOR UPDATE`);
    const writing = pool.query(insertThree, [position + 5 * minuteMs]);
    const waits = expect.poll(() => countWaiting({ pool })).toBe(1);
    await Promise.race([writing, waits]);
    const move = `UPDATE settings SET value = to_jsonb($1::bigint) WHERE key = 'ledger_cleaned'`;
    await cleaner.query(move, [position + 10 * minuteMs]);
    await cleaner.commit();
    await writing;
    expect(await readEntries()).toHaveLength(1);
  });

  it('does nothing while another instance cleans', async () => {
    await post([1, 1], clock.now() - 40 * dayMs).catch(() => undefined);
    const other = await begin(pool, `SELECT FROM settings WHERE key = 'ledger_cleaned' FOR UPDATE`);
    const stop = cleanLedgers({ pool, clock, log });
    clock.advance(15 * minuteMs);
    await pool.query('SELECT pg_sleep(0.1)');
    stop();
    await other.rollBack();
    expect(await readPosition()).toBe(0);
  });

  it('reads as many blocks among 20,000 idle empires as among 200', async () => {
    // One connection reports all its statistics before they are read.
    await pool.end();
    pool = createPool(database.url, 1, log);
    const readBlocks = async (): Promise<number> => {
      await pool.query('SELECT pg_stat_force_next_flush()');
      await pool.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await pool.query<{ blocks: number }>(
        `SELECT heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit AS blocks
         FROM pg_statio_user_tables WHERE relname = 'ledger_entries'`,
      );
      return rows[0]?.blocks ?? 0;
    };
    const measured: number[] = [];
    for (const count of [200, 20_000]) {
      const idle = Array.from({ length: count }, (_, index) => 1000 + index);
      await post(idle, clock.now() - 40 * dayMs);
      await clean();
      await pool.query('VACUUM ANALYZE ledger_entries');
      const before = await readBlocks();
      await clean();
      measured.push((await readBlocks()) - before);
    }
    const [few = 0, many = 0] = measured;
    expect(many).toBeLessThanOrEqual(few + 3);
  });
});
