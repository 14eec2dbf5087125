/** A page in the middle of a ranking, the own entry, and what is cleaned regularly take a bounded number of blocks. */
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { rankingTypes, type RankingType } from '../../src/contract/leaderboard.ts';
import { readOwnPlace } from '../../src/leaderboard/own-place.ts';
import { readLeaderboard } from '../../src/leaderboard/queries.ts';
import { reignAt } from '../../src/seats/queries.ts';
import { createPool, planOnce, type Db } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { minuteMs } from '../../src/kernel/time.ts';
import { startCleaning } from '../../src/server/cleaning.ts';
import { foundAlliance } from '../support/alliances.ts';
import { blocksOf } from '../support/blocks.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { TestClock } from '../support/test-clock.ts';

/** Both are large enough for marks. */
const sizes = [10_000, 40_000] as const;
/** One empire of so many has crowns. */
const perHolder = 8;

const game = useTestGame();
let ann: Ruler;
let client: pg.PoolClient;
const measured: Record<RankingType, number>[] = [];
const places: number[] = [];
const cleaned: number[] = [];

/** Adds copies of the own empire, each with an alliance, a ledger and an event log. Many share a score. */
async function fill(from: number, to: number): Promise<void> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_name = 'empires' AND is_generated = 'NEVER' ORDER BY ordinal_position`,
  );
  const columns = rows.map(({ column_name }) => column_name);
  const own: Partial<Record<string, string>> = {
    id: 'gen_random_uuid()',
    owner_id: 'u.id',
    name: 'u.username',
    name_key: 'u.username',
    economic_score: `${String(to)} - n / 3`,
    military_score: 'n % 1000',
    alliance_id: 'a.id',
  };
  await client.query('ALTER TABLE empires DISABLE TRIGGER USER');
  const numbers = `generate_series(${from + 1}, ${to}) AS n`;
  await client.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
     SELECT gen_random_uuid(), 'no ' || n, 'no ' || n, n || '@x.org', n || '@x.org', '', '' FROM ${numbers}`,
  );
  await client.query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Owls', n, n, n, 0, 1 FROM ${numbers}`,
  );
  await client.query('ANALYZE users, alliances');
  await client.query(
    `INSERT INTO empires (${columns.join(', ')})
     SELECT ${columns.map((column) => own[column] ?? `e.${column}`).join(', ')}
     FROM ${numbers} JOIN users u ON u.username_key = 'no ' || n JOIN alliances a ON a.tag_key = n::text
     JOIN empires e ON e.id = '${ann.empireId}'`,
  );
  await client.query(
    `INSERT INTO event_logs (empire_id, last) SELECT id, 1 FROM empires ON CONFLICT DO NOTHING;
     INSERT INTO event_log_entries (empire_id, number, at, type, data)
     SELECT id, 1, advanced_at, 'empire_founded', '{}' FROM empires ON CONFLICT DO NOTHING;
     INSERT INTO ledger_entries (empire_id, number, at, cause, gold, food, materials, gold_after, food_after,
       materials_after, units, units_after)
     SELECT id, 1, advanced_at, 'founding', 0, 0, 0, 0, 0, 0, '{}', '{}' FROM empires ON CONFLICT DO NOTHING`,
  );
  await client.query('ALTER TABLE empires ENABLE TRIGGER USER');
}

/** The blocks of a page with the own entry; with `null`, of the own place. A read before has renewed the marks. */
async function measure(type: RankingType | null, from: number): Promise<number> {
  const { clock, settings, pool } = game.instance.services;
  const read = async (query: Db['query']): Promise<number | undefined> => {
    // The marks are those of the pool.
    const deps = { pool, clock, settings };
    const spy = vi.spyOn(pool, 'query').mockImplementation(query as never);
    try {
      if (type === null) return (await readOwnPlace(deps, 'score', ann.empireId))?.ranks.score;
      const list = await readLeaderboard(deps, { type, limit: 1, from, empireId: ann.empireId });
      return (list.me ?? list.alliance)?.rank;
    } finally {
      spy.mockRestore();
    }
  };
  expect(await read((config) => client.query(config))).toBeGreaterThan(1);
  return blocksOf(client, (db) => read((config) => db.query(config)));
}

/** The blocks of all tables that a run of everything in src/server/cleaning.ts reads. An earlier run has done the work. */
async function measureCleaning(): Promise<number> {
  const pool = createPool(game.databaseUrl, 1, createLog('silent'), { prepareConnection: planOnce });
  const clock = new TestClock();
  const security = { record: () => undefined, hash: String, hashAddress: String };
  const stop = startCleaning({ ...game.instance.services, pool, clock, log: createLog('silent'), security });
  const readBlocks = async (): Promise<number> => {
    // Each statement follows the result of the one before in the same turn.
    for (
      let quiet = 0;
      quiet < 3;
      quiet = pool.waitingCount + pool.totalCount === pool.idleCount ? quiet + 1 : 0
    )
      await turn();
    await pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ blocks: number }>(
      `SELECT sum(heap_blks_hit + heap_blks_read + idx_blks_hit + idx_blks_read)::int AS blocks
       FROM pg_statio_user_tables WHERE idx_blks_hit IS NOT NULL`,
    );
    return rows[0]?.blocks ?? 0;
  };
  let blocks = 0;
  for (let run = 0; run < 2; run++) {
    const before = await readBlocks();
    clock.advance(15 * minuteMs);
    blocks = (await readBlocks()) - before;
  }
  await stop();
  await pool.end();
  return blocks;
}

/** Vacuums all tables. Returns the number of pages of `empires` that are not yet all-visible. */
async function vacuum(): Promise<number> {
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ pages: number }>(
    `SELECT relpages - relallvisible AS pages FROM pg_class WHERE relname = 'empires'`,
  );
  return rows[0]?.pages ?? 0;
}

beforeAll(async () => {
  ann = await createEmpire(game, { x: 0, y: 0 });
  await foundAlliance(ann);
  client = await game.instance.pool.connect();
  let filled = 0;
  for (const size of sizes) {
    await fill(filled, size);
    const { endsAt } = reignAt(game.instance.services.settings, game.clock.now());
    await client.query(
      `UPDATE empires SET reign_ends_at = $1, crown_offset = 1 + military_score
       WHERE kind = 'player' AND id <> $2 AND economic_score % ${perHolder} = 0`,
      [endsAt, ann.empireId],
    );
    // While another transaction runs, for example an automatic ANALYZE, a vacuum leaves out the latest rows.
    for (let pages = 1; pages > 0;) pages = await vacuum();
    game.clock.advance(10_000);
    filled = size;
    const blocks = { score: 0, military: 0, economic: 0, crowns: 0, alliance: 0 };
    for (const type of rankingTypes) blocks[type] = await measure(type, type === 'crowns' ? 1 : size / 2);
    measured.push(blocks);
    places.push(await measure(null, 1));
    cleaned.push(await measureCleaning());
  }
}, 300_000);
afterAll(() => {
  client.release(true);
});

it.each(rankingTypes.filter((type) => type !== 'crowns'))(
  'the page and the own entry of the ranking by %s are found without counting',
  (type) => {
    const [small = 0, large = 0] = measured.map((blocks) => blocks[type]);
    expect(small).toBeGreaterThan(0);
    // Counting 15,000 entries would read 75 more.
    expect(large).toBeLessThan(small * 1.2 + 30);
    expect(large).toBeLessThan(200);
  },
);

it('the own entry by crowns is counted in an index, without reading the empires before it', () => {
  const [small = 0, large = 0] = measured.map(({ crowns }) => crowns);
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(200);
});

it('the own place is found without counting', () => {
  const [small = 0, large = 0] = places;
  expect(small).toBeGreaterThan(0);
  expect(large).toBeLessThan(small * 1.2 + 30);
  expect(large).toBeLessThan(200);
});

it('a cleaning run reads nothing that grows with idle empires', () => {
  const [small = 0, large = 0] = cleaned;
  expect(small).toBeGreaterThan(10);
  expect(large).toBeLessThan(small * 1.2 + 10);
});
