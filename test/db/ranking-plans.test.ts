/** A page in the middle of a ranking, the own entry, and what is cleaned regularly take a bounded number of blocks. */
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rankingTypes, type RankingType } from '../../src/contract/leaderboard.ts';
import { selectAllianceRankings } from '../../src/leaderboard/alliances.ts';
import { selectOwnPlace } from '../../src/leaderboard/own-place.ts';
import { selectLeaderboard } from '../../src/leaderboard/queries.ts';
import { reignAt } from '../../src/seats/queries.ts';
import { buildRankings } from '../../src/world/rankings.ts';
import { createPool, planOnce, type Db } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { minuteMs } from '../../src/kernel/time.ts';
import { startCleaning } from '../../src/server/cleaning.ts';
import { foundAlliance } from '../support/alliances.ts';
import { blocksOf } from '../support/blocks.ts';
import { startTestGame, type Ruler, type TestGame } from '../support/game.ts';
import { seatRuler } from '../support/guests.ts';
import { TestClock } from '../support/test-clock.ts';

/** Both have several groups of leaves, so that neither counts all leaves. */
const sizes = [40_000, 80_000] as const;
/** One empire of so many has crowns. */
const perHolder = 8;

let game: TestGame;
let ann: Ruler;
let client: pg.PoolClient;
const measured: Record<RankingType, number>[] = [];
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
  await client.query(
    'ALTER TABLE empires DISABLE TRIGGER USER; ALTER TABLE alliance_scores DISABLE TRIGGER USER',
  );
  const numbers = `generate_series(${from + 1}, ${to}) AS n`;
  await client.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
     SELECT gen_random_uuid(), 'no ' || n, 'no ' || n, n || '@x.org', n || '@x.org', '', '' FROM ${numbers}`,
  );
  await client.query(
    `INSERT INTO alliances (id, name, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Owls', n, n, 0, 1 FROM ${numbers}`,
  );
  await client.query('ANALYZE users, alliances');
  await client.query(
    `INSERT INTO empires (${columns.join(', ')})
     SELECT ${columns.map((column) => own[column] ?? `e.${column}`).join(', ')}
     FROM ${numbers} JOIN users u ON u.username_key = 'no ' || n JOIN alliances a ON a.tag_key = n::text
     JOIN empires e ON e.id = '${ann.empireId}'`,
  );
  await client.query(
    `INSERT INTO alliance_scores (alliance_id, score)
     SELECT alliance_id, sum(score) FROM empires WHERE alliance_id IS NOT NULL GROUP BY alliance_id
     ON CONFLICT DO NOTHING`,
  );
  await client.query(
    `INSERT INTO chronicles (empire_id, last) SELECT id, 1 FROM empires ON CONFLICT DO NOTHING;
     INSERT INTO chronicle_entries (empire_id, number, at, type, data)
     SELECT id, 1, settled_at, 'empire_founded', '{}' FROM empires ON CONFLICT DO NOTHING;
     INSERT INTO ledger_entries (empire_id, number, at, cause, gold, food, materials, gold_after, food_after,
       materials_after, units, units_after)
     SELECT id, 1, settled_at, 'founding', 0, 0, 0, 0, 0, 0, '{}', '{}' FROM empires ON CONFLICT DO NOTHING`,
  );
  await client.query(
    'ALTER TABLE empires ENABLE TRIGGER USER; ALTER TABLE alliance_scores ENABLE TRIGGER USER',
  );
  await client.query('DELETE FROM ranking_nodes');
  await client.query('DELETE FROM ranking_changes; DELETE FROM score_changes');
}

async function measure(type: RankingType, from: number): Promise<number> {
  const { clock, settings } = game.instance.services;
  const request = { limit: 1, from, empireId: ann.empireId };
  const read = async (db: Db): Promise<number | undefined> => {
    if (type === 'alliance') {
      const now = clock.now();
      return (await selectAllianceRankings(db, settings, { ...request, now })).own_alliance?.rank;
    }
    return (await selectLeaderboard(db, { clock, settings }, { ...request, type })).me?.rank;
  };
  expect(await read(client)).toBeGreaterThan(1);
  return blocksOf(client, read);
}

/** The blocks of all tables that a run of everything in src/server/cleaning.ts reads. An earlier run has done the work. */
async function measureCleaning(): Promise<number> {
  const pool = createPool(game.databaseUrl, 1, createLog('silent'), planOnce);
  const clock = new TestClock();
  const { settings } = game.instance.services;
  const security = { record: () => undefined, hash: String, hashAddress: String };
  const stop = startCleaning({ pool, clock, log: createLog('silent'), settings, security });
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

beforeAll(async () => {
  game = await startTestGame();
  ann = await seatRuler(game, { x: 0, y: 0 });
  await foundAlliance(ann);
  client = await game.instance.pool.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  let filled = 0;
  for (const size of sizes) {
    await fill(filled, size);
    const { endsAt } = reignAt(game.instance.services.settings, game.clock.now());
    await client.query(
      `UPDATE empires SET reign_ends_at = $1, crown_offset = 1 + military_score
       WHERE kind = 'player' AND id <> $2 AND economic_score % ${perHolder} = 0`,
      [endsAt, ann.empireId],
    );
    await buildRankings(client);
    await client.query('VACUUM ANALYZE');
    filled = size;
    const blocks = { score: 0, military: 0, economic: 0, crowns: 0, alliance: 0 };
    for (const type of rankingTypes) blocks[type] = await measure(type, type === 'crowns' ? 1 : size / 2);
    measured.push(blocks);
    cleaned.push(await measureCleaning());
  }
}, 300_000);
afterAll(async () => {
  client.release(true);
  await game.stop();
});

it.each(rankingTypes)(
  'the page and the own entry of the ranking by %s are found without counting',
  (type) => {
    const [small = 0, large = 0] = measured.map((blocks) => blocks[type]);
    expect(small).toBeGreaterThan(0);
    // The leaves of a group, at most 256, are on some blocks in any order. Counting 40,000 entries would read 200 more.
    expect(large).toBeLessThan(small * 1.2 + 50);
    expect(large).toBeLessThan(200);
  },
);

it('the own place looks up the three ranks at once', async () => {
  await client.query(`BEGIN; SET LOCAL track_functions = 'pl'`);
  expect((await selectOwnPlace(client, 'score', ann.empireId))?.rivals.length).toBeGreaterThan(0);
  const { rows } = await client.query<{ called: string[] }>(
    `SELECT array_agg(funcname::text ORDER BY funcname) AS called FROM pg_stat_xact_user_functions
     WHERE calls = 1 OR funcname LIKE 'place_by_%'`,
  );
  await client.query('ROLLBACK');
  expect(rows[0]?.called).toEqual(['higher_scores', 'own_place_by_score']);
});

it('a cleaning run reads nothing that grows with idle empires', () => {
  const [small = 0, large = 0] = cleaned;
  expect(small).toBeGreaterThan(20);
  expect(large).toBeLessThan(small * 1.2 + 10);
});
