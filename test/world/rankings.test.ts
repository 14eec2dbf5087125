/** Positions in the rankings and sorted lists equal the counted ones after a refresh, and when a view is refreshed. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { rankingTypes, scoreRankings } from '../../src/contract/leaderboard.ts';
import { createPool, planOnce } from '../../src/db/pool.ts';
import { systemUserId } from '../../src/db/names.ts';
import { readEmpires } from '../../src/empire/queries.ts';
import { createLog } from '../../src/kernel/log.ts';
import { readOwnRanks } from '../../src/leaderboard/own-ranks.ts';
import { readLeaderboard } from '../../src/leaderboard/queries.ts';
import { countEmpires } from '../../src/pages/shared/map-queries.ts';
import { reignAt } from '../../src/seats/queries.ts';
import { refreshAll, refreshNext, startRefreshing } from '../../src/world/figures/rankings.ts';
import { samplesOf } from '../support/campaign.ts';
import { begin, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestClock } from '../support/test-clock.ts';

const settings = { speed: 1, radius: 1000, firstReignAt: 0 };
const minAgeMs = 10_000;
const views = 6;
let clock: TestClock;
let database: TestDatabase;
let pool: pg.Pool;
let deps: { pool: pg.Pool; clock: TestClock; settings: typeof settings };

const openPool = (): pg.Pool =>
  createPool(database.url, 2, createLog('silent'), { prepareConnection: planOnce });

beforeEach(async () => {
  clock = new TestClock();
  database = await createTestDatabase();
  pool = openPool();
  deps = { pool, clock, settings };
  await pool.query('SELECT setseed(0.5)');
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Adds empires, each in an alliance of three, and as many villages. Many share a score and a moment. */
async function found(from: number, to: number, spread: number): Promise<void> {
  const numbers = `generate_series(${from}, ${to - 1}) AS n`;
  await pool.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
     SELECT gen_random_uuid(), 'user ' || n, 'user ' || n, n || '@x.org', n || '@x.org', '', '' FROM ${numbers}`,
  );
  await pool.query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Owls', n / 3, n / 3, n / 3, 0, 3 FROM ${numbers} WHERE n % 3 = 0`,
  );
  for (const kind of ['player', 'village']) {
    await pool.query(
      `INSERT INTO empires (
         id, owner_id, kind, name, name_key, created_at, gold, food, materials, advanced_at, founding_paid, destroyed_value,
         protection_ended, last_active_at, attacked_by, armies_raised, event_seq, gold_rate, food_rate, materials_rate,
         cap, population_used, population, units, economic_score, military_score,
         alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since
       )
       SELECT gen_random_uuid(), CASE WHEN $2 = 'player' THEN u.id ELSE $3::uuid END, $2, 'Empire', 'empire ' || md5(n::text),
         (random() * $1)::int, 0, 0, 0, 0, 0, 0, true, 0, '{}', 0, 0, 0, 0, 0, 0, 0, 0,
         '{"soldiers": 0, "archers": 0, "knights": 0, "catapults": 0}', (random() * $1)::int, 1 + (random() * 3)::int,
         ${kind === 'player' ? `a.id, a.tag, 'member', 0, 0` : 'NULL, NULL, NULL, NULL, NULL'}
       FROM ${numbers} JOIN users u ON username = 'user ' || n JOIN alliances a ON a.tag = (n / 3)::text`,
      [spread, kind, systemUserId],
    );
  }
}

const change = (assignment: string, part: number): Promise<unknown> =>
  pool.query(`UPDATE empires SET ${assignment} WHERE random() < $1`, [part]);

/** Some have the same crowns. */
const crown = (): Promise<unknown> =>
  pool.query(
    `UPDATE empires SET reign_ends_at = $1, crown_offset = (random() * 50)::int * 100,
       seats = (SELECT coalesce(jsonb_agg(number), '[]') FROM generate_series(1, (military_score % 4)::int) AS number)
     WHERE kind = 'player' AND economic_score % 5 = 0`,
    [reignAt(settings, clock.now()).endsAt],
  );

const changes = [
  () => change('economic_score = economic_score + (random() * 40)::int', 0.1),
  () => change('military_score = (random() * 30)::int', 0.3),
  () => change('name_key = md5(random()::text)', 0.02),
  () => change('created_at = (random() * 100)::int', 0.02),
  crown,
  () =>
    change(
      '(alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since) = (NULL, NULL, NULL, NULL, NULL)',
      0.02,
    ),
  () => pool.query('DELETE FROM empires WHERE random() < 0.02'),
];

const players = `FROM empires WHERE kind = 'player'`;
/** The slow form of each ranking: its entries with their score, and the order of ties. */
const slow = {
  score: [`SELECT id, id AS own, score AS points ${players}`, 'id'],
  military: [`SELECT id, id AS own, military_score AS points ${players}`, 'id'],
  economic: [`SELECT id, id AS own, economic_score AS points ${players}`, 'id'],
  crowns: [
    `SELECT id, id AS own, created_at, crown_offset + jsonb_array_length(seats) * $2::bigint AS points ${players}
       AND reign_ends_at = $1 AND crown_offset + jsonb_array_length(seats) * $2::bigint > 0`,
    'created_at, id',
  ],
  alliance: [
    `SELECT alliance_id AS id, min(id::text) AS own, sum(score) AS points ${players}
       AND alliance_id IS NOT NULL GROUP BY alliance_id HAVING sum(score) > 0`,
    'id',
  ],
} as const;

async function compareRankings(chance: () => number): Promise<void> {
  const { endsAt, elapsedParts } = reignAt(settings, clock.now());
  for (const type of rankingTypes) {
    const [entries, ties] = slow[type];
    const { rows } = await pool.query<{ id: string; own: string; rank: number }>(
      `SELECT id, own, rank() OVER (ORDER BY points DESC) AS rank FROM (${entries}) AS entries
       WHERE $1::bigint IS NOT NULL AND $2::bigint IS NOT NULL ORDER BY points DESC, ${ties}`,
      [endsAt, elapsedParts],
    );
    const own = Math.floor(chance() * rows.length);
    const empireId = rows[own]?.own ?? null;
    for (const from of [1, 1 + Math.floor(chance() * 150), 1 + Math.floor(chance() * (rows.length + 5))]) {
      const limit = 1 + Math.floor(chance() * 100);
      const list = await readLeaderboard(deps, { type, limit, from, empireId });
      const listed = [
        ...list.rankings.map(({ empire_id, rank }) => [empire_id, rank]),
        ...list.alliances.map(({ alliance_id, rank }) => [alliance_id, rank]),
      ];
      expect(listed).toEqual(rows.slice(from - 1, from - 1 + limit).map(({ id, rank }) => [id, rank]));
      const me = list.me ?? list.alliance;
      const position = rows.length > 0 ? own + 1 : undefined;
      expect([type, me?.rank, me?.position]).toEqual([type, rows[own]?.rank, position]);
    }
    if (type === 'crowns' || type === 'alliance' || empireId === null) continue;
    const near = [...rows.slice(Math.max(own - 2, 0), own), ...rows.slice(own + 1, own + 2)];
    const standing = await readOwnRanks(deps, type, empireId);
    expect(standing?.rivals.map(({ id, rank }) => [id, rank])).toEqual(
      near.map(({ id, rank }) => [id, rank]),
    );
    expect([standing?.ranks?.[type], standing?.empires]).toEqual([rows[own]?.rank, rows.length]);
  }
}

const orders = {
  score: { desc: 'score DESC, id', asc: 'score, id DESC' },
  name: { desc: 'name_key DESC', asc: 'name_key' },
  created_at: { desc: 'created_at DESC, id DESC', asc: 'created_at, id' },
} as const;
const listOrders = (['score', 'name', 'created_at'] as const).flatMap((sort) =>
  (['asc', 'desc'] as const).map((order) => ({ sort, order })),
);

async function readIds(order: string): Promise<string[]> {
  return (await pool.query<{ id: string }>(`SELECT id ${players} ORDER BY ${order}`)).rows.map(
    ({ id }) => id,
  );
}

async function compareLists(chance: () => number): Promise<void> {
  for (const { sort, order } of listOrders) {
    const ids = await readIds(orders[sort][order]);
    const limit = 1 + Math.floor(chance() * 100);
    for (const page of [1, 1 + Math.floor(chance() * (ids.length / limit + 1.2))]) {
      const { empires, total } = await readEmpires(deps, { page, limit, sort, order });
      const expected = ids.slice((page - 1) * limit, page * limit);
      expect([empires.map(({ id }) => id), total]).toEqual([expected, ids.length]);
    }
  }
  expect(await countEmpires(deps)).toBe((await readIds('id')).length);
}

async function compareAll(seed: number): Promise<void> {
  const chance = makeChance(seed);
  await compareRankings(chance);
  await compareLists(chance);
}

describe('positions', () => {
  it.each(samplesOf([1, 2, 3]))('are exact after each refresh, seed %i', async (seed) => {
    const chance = makeChance(seed);
    await found(0, 600, seed === 3 ? 20_000 : 60);
    await pool.query('ANALYZE');
    for (let step = 0; step < 8; step++) {
      await changes[Math.floor(chance() * changes.length)]?.();
      await refreshAll(pool, clock.now());
      await compareAll(seed * 100 + step);
    }
  });

  it('are those of the refresh, beside live first pages and live scores', async () => {
    await found(0, 300, 60);
    await refreshAll(pool, clock.now());
    const before = await readIds('score DESC, id');
    await pool.query(`DELETE FROM empires WHERE random() < 0.1`);
    await change('economic_score = 1000 + economic_score', 0.1);
    const after = new Map(
      (
        await pool.query<{ id: string; score: number }>(`SELECT id, score ${players} ORDER BY score DESC, id`)
      ).rows.map(({ id, score }) => [id, score]),
    );
    const request = { type: 'score', limit: 50, empireId: null } as const;
    const first = await readLeaderboard(deps, { ...request, from: 1 });
    expect(first.rankings.map(({ empire_id }) => empire_id)).toEqual([...after.keys()].slice(0, 50));
    const { rankings } = await readLeaderboard(deps, { ...request, from: 101 });
    const expected = before.slice(100, 150).filter((id) => after.has(id));
    expect(rankings.map(({ empire_id, score }) => [empire_id, score])).toEqual(
      expected.map((id) => [id, after.get(id)]),
    );
  });

  it.each(scoreRankings)('by %s neither repeat nor skip an entry on pages with many ties', async (type) => {
    await found(0, 500, 5);
    await refreshAll(pool, clock.now());
    const pages: string[] = [];
    for (let from = 1; from <= 500; from += 70) {
      const { rankings } = await readLeaderboard(deps, { type, limit: 70, from, empireId: null });
      pages.push(...rankings.map(({ empire_id }) => empire_id));
    }
    const column = { score: 'score', military: 'military_score', economic: 'economic_score' }[type];
    expect(pages).toEqual(await readIds(`${column} DESC, id`));
  });

  it.each(listOrders)('in the list by $sort, $order, neither repeat nor skip an entry', async (query) => {
    await found(0, 300, 5);
    await refreshAll(pool, clock.now());
    const pages: string[] = [];
    for (let page = 1; page <= 5; page++) {
      const { empires } = await readEmpires(deps, { page, limit: 70, ...query });
      pages.push(...empires.map(({ id }) => id));
    }
    expect(pages).toEqual(await readIds(orders[query.sort][query.order]));
  });
});

describe('an empire that is newer than the rankings', () => {
  it('is on the live first pages, and has a rank where it is listed', async () => {
    await found(0, 3, 60);
    const [id = ''] = await readIds('score DESC, id');
    const request = { type: 'score', from: 1, empireId: id } as const;
    expect((await readLeaderboard(deps, { ...request, limit: 50 })).me).toMatchObject({
      rank: 1,
      position: 1,
    });
    expect((await readLeaderboard(deps, { ...request, limit: 0 })).me).toBeNull();
    expect(await readOwnRanks(deps, 'score', id)).toEqual({ ranks: null, rivals: [], empires: 0 });
    const { empires, total } = await readEmpires(deps, { page: 1, limit: 2, sort: 'score', order: 'desc' });
    expect([empires.length, total]).toEqual([2, 2]);
  });
});

/** Makes the counters of this process's changes visible, which Postgres otherwise does within seconds. */
const flushCounters = async (): Promise<void> => {
  await Promise.all(
    Array.from({ length: 2 }, () => pool.query('SELECT pg_stat_force_next_flush(), pg_sleep(0.05)')),
  );
};

/** Refreshes all views that are due; returns their number. */
async function refreshDue(of = deps): Promise<number> {
  await flushCounters();
  let refreshed = 0;
  while (await refreshNext(of)) refreshed += 1;
  return refreshed;
}

describe('a refresh', () => {
  it('comes after 10 s at the latest, and tells how old the order is', async () => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    expect(await refreshDue()).toBe(views);
    await compareAll(1);
    const since = clock.now();
    const request = { type: 'score', limit: 1, from: 1, empireId: null } as const;
    await change('military_score = military_score + 1', 0.5);
    clock.advance(1_000);
    expect(await refreshDue()).toBe(0);
    expect(Date.parse((await readLeaderboard(deps, request)).updated_at)).toBe(since);
    clock.advance(minAgeMs - 1_000);
    expect(await refreshDue()).toBe(views);
    expect(Date.parse((await readLeaderboard(deps, request)).updated_at)).toBe(clock.now());
  });

  it('does not happen while no score has changed', async () => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    expect(await refreshDue()).toBe(views);
    await change('gold = gold + 1', 0.05);
    clock.advance(minAgeMs);
    expect(await refreshDue()).toBe(0);
    await pool.query('UPDATE empires SET economic_score = economic_score + 1 WHERE id = $1', [
      (await readIds('id'))[0],
    ]);
    expect(await refreshDue()).toBe(views);
  });

  it.each(['founded', 'deleted', 'renamed'])('happens after an empire was %s', async (what) => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    await refreshDue();
    if (what === 'founded') await found(200, 202, 60);
    if (what === 'deleted') await change('alliance_id = alliance_id', 0);
    const [id] = await readIds('id');
    if (what === 'deleted') await pool.query('DELETE FROM empires WHERE id = $1', [id]);
    if (what === 'renamed') await pool.query(`UPDATE empires SET name_key = 'aaa' WHERE id = $1`, [id]);
    clock.advance(minAgeMs);
    expect(await refreshDue()).toBe(views);
    await compareAll(1);
  });

  it('waits twenty times as long as the last one took', async () => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    await refreshDue();
    await pool.query('UPDATE ranking_refreshes SET took_ms = 1000');
    await change('military_score = military_score + 1', 0.5);
    clock.advance(20_000 - 1);
    expect(await refreshDue()).toBe(0);
    clock.advance(1);
    expect(await refreshDue()).toBe(views);
  });

  it('is made by one of two instances, also after the other one has broken off', async () => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    await flushCounters();
    const other = { ...deps, pool: openPool() };
    const open = await begin(other.pool, 'SELECT FROM ranking_refreshes FOR UPDATE');
    expect(await refreshDue()).toBe(0);
    await open.rollBack();
    const counts = await Promise.all([refreshDue(), refreshDue(other)]);
    expect(counts[0] + counts[1]).toBe(views);
    await compareAll(1);
    await other.pool.end();
  });

  it('is broken off by a stop, and leaves the view as it was', async () => {
    await found(0, 100, 60);
    const log = createLog('silent');
    const other = openPool();
    // The refresh waits for this lock until it is cancelled.
    const open = await begin(other, 'LOCK TABLE empires IN ACCESS EXCLUSIVE MODE');
    clock.advance(minAgeMs);
    await flushCounters();
    const stop = startRefreshing({ ...deps, log }, () => true);
    const isWaiting = async (): Promise<boolean> =>
      (
        await other.query(
          `SELECT FROM pg_stat_activity WHERE query LIKE 'REFRESH%' AND state = 'active' AND datname = current_database()`,
        )
      ).rows.length > 0;
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true);
    await stop();
    expect(await isWaiting()).toBe(false);
    await open.rollBack();
    await other.end();
    expect(await refreshDue()).toBeGreaterThan(0);
  });

  it('is made by a running instance', async () => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    await flushCounters();
    const stop = startRefreshing({ ...deps, log: createLog('silent') }, () => true);
    await expect.poll(() => countEmpires(deps), { timeout: 10_000 }).toBe(100);
    await stop();
  });

  it('waits until the due work is applied', async () => {
    await found(0, 100, 60);
    clock.advance(minAgeMs);
    await flushCounters();
    let isAsked = false;
    const stop = startRefreshing({ ...deps, log: createLog('silent') }, () => {
      isAsked = true;
      return false;
    });
    await expect.poll(() => isAsked, { timeout: 10_000 }).toBe(true);
    await stop();
    expect(await countEmpires(deps)).toBe(0);
  });
});

it('no change of an empire writes for the rankings', async () => {
  const { rows } = await pool.query<{ sql: string }>(
    `SELECT prosrc AS sql FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgrelid = 'empires'::regclass`,
  );
  expect(rows.filter(({ sql }) => sql.includes('rank'))).toEqual([]);
});
