/** Positions in the rankings and sorted lists equal the counted ones: without marks, and after they are renewed. */
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { rankingTypes, scoreRankings } from '../../src/contract/leaderboard.ts';
import { createPool, planOnce } from '../../src/db/pool.ts';
import { systemUserId } from '../../src/db/names.ts';
import { readEmpires } from '../../src/empire/queries.ts';
import { createLog } from '../../src/kernel/log.ts';
import { readOwnPlace } from '../../src/leaderboard/own-place.ts';
import { readLeaderboard } from '../../src/leaderboard/queries.ts';
import { countEmpires } from '../../src/pages/shared/map-queries.ts';
import { reignAt } from '../../src/seats/queries.ts';
import { lists, renewMarks, type Ordering } from '../../src/world/figures/rank-marks.ts';
import { samplesOf } from '../support/campaign.ts';
import { begin, createTestDatabase, type TestDatabase } from '../support/database.ts';
import { TestClock } from '../support/test-clock.ts';

const settings = { speed: 1, radius: 1000, firstReignAt: 0 };
const minAgeMs = 10_000;
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
    const place = await readOwnPlace(deps, type, empireId);
    expect(place?.rivals.map(({ id, rank }) => [id, rank])).toEqual(near.map(({ id, rank }) => [id, rank]));
    expect([place?.ranks[type], place?.empires]).toEqual([rows[own]?.rank, rows.length]);
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

const readMarks = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (
      await pool.query<{ ordering: string; marks: number }>(
        'SELECT ordering, count(*) AS marks FROM ranking_marks GROUP BY ordering ORDER BY ordering',
      )
    ).rows.map(({ ordering, marks }) => [ordering, marks]),
  );

const renewAll = async (): Promise<void> => {
  clock.advance(minAgeMs);
  for (const ordering of Object.keys(lists)) await renewMarks(deps, ordering as Ordering);
};

describe('positions', () => {
  it.each(samplesOf([1, 2]))('in a small world are those of now, seed %i', async (seed) => {
    const chance = makeChance(seed);
    await found(0, 600, 60);
    await pool.query('ANALYZE');
    for (let step = 0; step < 8; step++) {
      await changes[Math.floor(chance() * changes.length)]?.();
      await compareRankings(chance);
      await compareLists(chance);
      clock.advance(minAgeMs);
    }
    expect(await readMarks()).toEqual({});
  });

  it.each(samplesOf([3, 4]))('are exact after each renewal, seed %i', async (seed) => {
    const chance = makeChance(seed);
    await found(0, 3000, seed === 3 ? 60 : 20_000);
    await pool.query('ANALYZE');
    for (let step = 0; step < 8; step++) {
      await changes[Math.floor(chance() * changes.length)]?.();
      await renewAll();
      await compareRankings(chance);
      await compareLists(chance);
    }
    expect((await readMarks()).score).toBeGreaterThan(20);
  });

  it('are near those of now while the marks are old, and pages are sorted', async () => {
    await found(0, 3000, 60);
    await renewAll();
    await pool.query('DELETE FROM empires WHERE random() < 0.1');
    await change('economic_score = 30', 0.1);
    const ids = await readIds('score DESC, id');
    const live = await readLeaderboard(deps, { type: 'score', limit: 50, from: 1, empireId: null });
    expect(live.rankings.map(({ empire_id }) => empire_id)).toEqual(ids.slice(0, 50));
    const { rankings } = await readLeaderboard(deps, {
      type: 'score',
      limit: 100,
      from: 1501,
      empireId: null,
    });
    const [first] = rankings;
    const at = ids.indexOf(first?.empire_id ?? '');
    expect(rankings.map(({ empire_id }) => empire_id)).toEqual(ids.slice(at, at + 100));
    expect(at).toBeGreaterThan(1000);
    expect(at).toBeLessThan(2000);
  });

  it.each(scoreRankings)('by %s neither repeat nor skip an entry on pages with many ties', async (type) => {
    await found(0, 2500, 5);
    const pages: string[] = [];
    for (let from = 1; from <= 2500; from += 70) {
      clock.advance(from % 3 === 0 ? minAgeMs : 1);
      const { rankings } = await readLeaderboard(deps, { type, limit: 70, from, empireId: null });
      pages.push(...rankings.map(({ empire_id }) => empire_id));
    }
    const column = { score: 'score', military: 'military_score', economic: 'economic_score' }[type];
    expect(pages).toEqual(await readIds(`${column} DESC, id`));
  });

  it.each(listOrders)('in the list by $sort, $order, neither repeat nor skip an entry', async (query) => {
    await found(0, 1500, 5);
    const pages: string[] = [];
    for (let page = 1; page <= 22; page++) {
      const { empires } = await readEmpires(deps, { page, limit: 70, ...query });
      pages.push(...empires.map(({ id }) => id));
    }
    expect(pages).toEqual(await readIds(orders[query.sort][query.order]));
  });
});

describe('marks', () => {
  it('are one entry of a hundred, and every alliance', async () => {
    await found(0, 3000, 60);
    await renewAll();
    expect(await readMarks()).toEqual({
      ...{
        alliance_score: 1000,
        created_at: 30,
        economic_score: 30,
        military_score: 30,
        name: 30,
        score: 30,
      },
    });
  });

  it('are renewed when somebody asks after 10 s, and tell how old the order is', async () => {
    await found(0, 1500, 60);
    const [own] = (await pool.query<{ id: string }>(`SELECT id ${players} LIMIT 1`)).rows;
    const id = own?.id ?? null;
    const ask = async (from = 1): Promise<number> =>
      Date.parse((await readLeaderboard(deps, { type: 'score', limit: 1, from, empireId: id })).updated_at);
    const since = clock.now();
    expect(await ask()).toBe(since);
    clock.advance(minAgeMs - 1);
    expect([await ask(), await ask(500)]).toEqual([since, since]);
    const { updated_at } = await readLeaderboard(deps, { type: 'score', limit: 1, from: 1, empireId: null });
    expect(Date.parse(updated_at)).toBe(clock.now());
    clock.advance(1);
    expect(await ask()).toBe(clock.now());
  });

  it('last fifty times as long as a renewal took', async () => {
    await found(0, 1500, 60);
    const since = clock.now();
    expect(await renewMarks(deps, 'score')).toBe(since);
    await pool.query('UPDATE ranking_renewals SET took_ms = 1000');
    const other = openPool();
    clock.advance(50_000 - 1);
    expect(await renewMarks({ pool: other, clock }, 'score')).toBe(since);
    clock.advance(minAgeMs);
    expect(await renewMarks({ pool: other, clock }, 'score')).toBe(clock.now());
    await other.end();
  });

  it('are renewed by one of two instances, while the other uses those of before', async () => {
    await found(0, 1500, 60);
    const since = clock.now();
    await renewMarks(deps, 'score');
    clock.advance(minAgeMs);
    const other = openPool();
    const open = await begin(other, `SELECT FROM ranking_renewals WHERE ordering = 'score' FOR UPDATE`);
    expect(await renewMarks(deps, 'score')).toBe(since);
    await open.rollBack();
    clock.advance(minAgeMs);
    const both = await Promise.all([renewMarks(deps, 'score'), renewMarks({ pool: other, clock }, 'score')]);
    expect(Math.max(...both.map(Number))).toBe(clock.now());
    expect((await readMarks()).score).toBe(15);
    await other.end();
  });

  it('are not needed: after a crash of Postgres everything is counted', async () => {
    await found(0, 1500, 60);
    await renewAll();
    await pool.query('TRUNCATE ranking_marks');
    await compareRankings(makeChance(1));
    await compareLists(makeChance(1));
  });

  it('are renewed in a world that has become small', async () => {
    await found(0, 1100, 60);
    await renewAll();
    await pool.query(`DELETE FROM empires WHERE random() < 0.9`);
    await renewAll();
    await compareRankings(makeChance(1));
    await compareLists(makeChance(1));
  });

  it('are written by no change of an empire', async () => {
    const { rows } = await pool.query<{ sql: string }>(
      `SELECT prosrc AS sql FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid WHERE tgrelid = 'empires'::regclass`,
    );
    expect(rows.filter(({ sql }) => sql.includes('ranking_'))).toEqual([]);
  });
});
