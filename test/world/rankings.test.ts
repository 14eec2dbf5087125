/**
 * Positions in the sorted lists of empires, and the sums of alliances, equal the counted ones while transactions change
 * the empires.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scoreRankings } from '../../src/contract/leaderboard.ts';
import { systemUserId } from '../../src/db/names.ts';
import { selectEmpires } from '../../src/empire/queries.ts';
import { selectLeaderboard } from '../../src/leaderboard/queries.ts';
import { selectOwnPlace } from '../../src/leaderboard/own-place.ts';
import { countEmpires } from '../../src/pages/shared/map-queries.ts';
import { buildRankings } from '../../src/world/rankings.ts';
import { checkAlliances } from '../../src/world/verify/alliances.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { TestClock } from '../support/test-clock.ts';

const writers = 4;
const clock = new TestClock();
let database: TestDatabase;
let clients: pg.Client[];
let reader: pg.Client;

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  await client.connect();
  return client;
}

beforeEach(async () => {
  database = await createTestDatabase();
  clients = await Promise.all(Array.from({ length: writers }, connect));
  reader = await connect();
  await reader.query(
    `INSERT INTO alliances (id, name, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), tag, tag, tag, 0, 1 FROM unnest(ARRAY['A1', 'A2', 'A3', 'A4']) AS tag`,
  );
  // Plan each statement once, as long plans would take most of the time.
  await reader.query('SET plan_cache_mode = force_generic_plan');
});
afterEach(async () => {
  await Promise.all([...clients, reader].map((client) => client.end()));
  await database.drop();
});

const copied = [
  ...['name', 'name_key', 'created_at', 'gold', 'food', 'materials', 'settled_at', 'founding_paid'],
  ...['destroyed_value', 'protection_ended', 'last_command_at', 'attacked_by', 'armies_raised', 'event_seq'],
  ...['gold_rate', 'food_rate', 'materials_rate', 'cap', 'people_used', 'population', 'units'],
  ...['economic_score', 'military_score'],
];

/** Adds empires that the writer with this number may change. Many share a score and a moment. */
async function found(client: pg.Client, writer: number, count: number, spread: number): Promise<void> {
  await client.query(
    `WITH added AS (
       INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
       SELECT gen_random_uuid(), name, name, name || '@x.org', name || '@x.org', '', $4::text
       FROM (SELECT 'Empire of ' || md5($3::text || g) AS name FROM generate_series(1, $2::int) g) AS given
       RETURNING id, username
     )
     INSERT INTO empires (
       id, owner_id, name, name_key, created_at, gold, food, materials, settled_at, founding_paid, destroyed_value,
       protection_ended, last_command_at, attacked_by, armies_raised, event_seq, gold_rate, food_rate, materials_rate,
       cap, people_used, population, units, economic_score, military_score
     )
     SELECT gen_random_uuid(), id, username, username, (random() * $1)::int, 0, 0, 0, 0, 0, 0, true, 0, '{}', 0, 0, 0, 0,
       0, 0, 0, 0, '{"soldiers": 0, "archers": 0, "knights": 0, "catapults": 0}', (random() * $1)::int, (random() * 3)::int
     FROM added`,
    [spread, count, randomUUID(), String(writer)],
  );
  // Villages are in no list: a copy of some empires, with the same names and scores.
  await client.query(
    `INSERT INTO empires (${copied.join(', ')}, id, owner_id, kind)
     SELECT ${copied.map((column) => `e.${column}`).join(', ')}, gen_random_uuid(), $3, 'village'
     FROM empires e JOIN users u ON u.id = e.owner_id WHERE u.salt = $1 AND e.kind = 'player' LIMIT $2`,
    [String(writer), count, systemUserId],
  );
}

/** Changes a part of a writer's empires in one statement. */
function change(client: pg.Client, writer: number, part: number, assignment: string): Promise<unknown> {
  return client.query(
    `UPDATE empires e SET ${assignment} FROM users u
     WHERE u.id = e.owner_id AND u.salt = $1 AND random() < $2`,
    [String(writer), part],
  );
}

const membership = '(alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since)';
/** SQL: the membership in one of the alliances. */
const ofMember = `id, tag, 'member', 0, 0 FROM alliances ORDER BY random() LIMIT 1`;

const steps: ((client: pg.Client, writer: number, chance: () => number) => Promise<unknown>)[] = [
  (client, writer, chance) => found(client, writer, Math.ceil(chance() * 40), 1 + Math.floor(chance() * 400)),
  (client, writer) => change(client, writer, 0.05, 'economic_score = economic_score + (random() * 40)::int'),
  (client, writer) => change(client, writer, 0.3, 'military_score = (random() * 30)::int'),
  (client, writer) => change(client, writer, 0.02, 'name_key = md5(random()::text)'),
  (client, writer) => change(client, writer, 0.02, 'created_at = (random() * 100)::int'),
  (client, writer) => change(client, writer, 0.5, 'gold = gold + 1'),
  (client, writer) => change(client, writer, 0.1, `${membership} = (SELECT ${ofMember})`),
  (client, writer) => change(client, writer, 0.1, `${membership} = (NULL, NULL, NULL, NULL, NULL)`),
  (client, writer) =>
    client.query(
      `DELETE FROM empires e USING users u WHERE u.id = e.owner_id AND u.salt = $1 AND random() < 0.03`,
      [String(writer)],
    ),
  (client) =>
    client.query(
      `UPDATE empires SET economic_score = economic_score + 1, name_key = name_key || '!' WHERE id IN (
         SELECT id FROM empires WHERE kind = 'village' AND random() < 0.02 LIMIT 20 FOR UPDATE SKIP LOCKED
       )`,
    ),
  (client) =>
    client.query(
      `DELETE FROM empires WHERE id IN (
         SELECT id FROM empires WHERE kind = 'village' AND random() < 0.01 LIMIT 5 FOR UPDATE SKIP LOCKED
       )`,
    ),
  (client) => client.query('COMMIT; BEGIN'),
  (client) => client.query('ROLLBACK; BEGIN'),
  async (client) => {
    await client.query('COMMIT');
    await client.query('SELECT fold_rankings(), fold_alliance_scores()');
    await client.query('BEGIN');
  },
];

/** Runs in one snapshot. */
async function inSnapshot<T>(read: () => Promise<T>): Promise<T> {
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await read();
  } finally {
    await reader.query('ROLLBACK');
  }
}

const settings = { speed: 1, radius: 1000, firstReignAt: 0 };
const rankColumns = { score: 'score', military: 'military_score', economic: 'economic_score' } as const;
const orders = {
  score: { desc: 'score DESC, id', asc: 'score, id DESC' },
  name: { desc: 'name_key DESC', asc: 'name_key' },
  created_at: { desc: 'created_at DESC, id DESC', asc: 'created_at, id' },
} as const;

async function compareWithSlowForm(chance: () => number): Promise<void> {
  await inSnapshot(async () => {
    const sums = (await checkAlliances({ db: reader })).map(({ sentence }) => sentence);
    expect(sums.filter((sentence) => sentence.includes('counts a score of'))).toEqual([]);
    const { rows: all } = await reader.query<{ id: string }>(
      `SELECT id FROM empires WHERE kind = 'player' ORDER BY id`,
    );
    expect(await countEmpires(reader)).toBe(all.length);
    for (const type of scoreRankings) {
      const column = rankColumns[type];
      const { id } = all[Math.floor(chance() * all.length)] ?? { id: randomUUID() };
      const { rows } = await reader.query<{ id: string; rank: number; score: number }>(
        `SELECT id, ${column} AS score, (rank() OVER (ORDER BY ${column} DESC)) AS rank FROM empires
         WHERE kind = 'player'
         ORDER BY ${column} DESC, id`,
      );
      const own = rows.findIndex((row) => row.id === id);
      const from = 1 + Math.floor(chance() * (rows.length + 5));
      const limit = 1 + Math.floor(chance() * 60);
      const request = { type, limit, from, empireId: id };
      const { me, rankings } = await selectLeaderboard(reader, { clock, settings }, request);
      expect([me?.rank, me?.position]).toEqual(own < 0 ? [undefined, undefined] : [rows[own]?.rank, own + 1]);
      expect(rankings.map(({ empire_id, rank }) => [empire_id, rank])).toEqual(
        rows.slice(from - 1, from - 1 + limit).map((row) => [row.id, row.rank]),
      );
      const near = [...rows.slice(Math.max(own - 2, 0), own), ...rows.slice(own + 1, own + 2)];
      const place = await selectOwnPlace(reader, type, id);
      expect(place?.rivals.map(({ id: rivalId, rank }) => [rivalId, rank]) ?? []).toEqual(
        near.map(({ id: rivalId, rank }) => [rivalId, rank]),
      );
      expect([place?.me, place?.ranks[type], place?.empires]).toEqual(
        own < 0 ? [undefined, undefined, undefined] : [me, me?.rank, all.length],
      );
    }
    for (const sort of ['score', 'name', 'created_at'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const limit = 1 + Math.floor(chance() * 100);
        const page = 1 + Math.floor(chance() * (all.length / limit + 1.2));
        const { empires, total } = await selectEmpires(reader, clock, { page, limit, sort, order });
        const { rows } = await reader.query<{ id: string }>(
          `SELECT id FROM empires WHERE kind = 'player' ORDER BY ${orders[sort][order]} LIMIT $1 OFFSET $2`,
          [limit, (page - 1) * limit],
        );
        expect([empires.map(({ id }) => id), total]).toEqual([rows.map(({ id }) => id), all.length]);
      }
    }
  });
}

interface Shape {
  leaves: number;
  groups: number;
  largest: number;
}

async function readShape(ordering: string): Promise<Shape | undefined> {
  const { rows } = await reader.query<Shape>(
    `SELECT count(*) FILTER (WHERE level = 0) AS leaves, count(*) FILTER (WHERE level = 1) AS groups,
       max(n) FILTER (WHERE level = 0) AS largest
     FROM ranking_nodes WHERE ordering = $1`,
    [ordering],
  );
  return rows[0];
}

describe('positions in the lists of empires', () => {
  it.each([1, 2, 3])('equal the counted ones at every moment, seed %i', async (seed) => {
    const chance = makeChance(seed);
    for (const [writer, client] of clients.entries()) {
      await client.query(`SELECT setseed($1)`, [seed / 10 + writer / 100]);
      await found(client, writer, 150, 60);
      await client.query('BEGIN');
    }
    for (let step = 0; step < 60; step++) {
      const writer = Math.floor(chance() * writers);
      const client = clients[writer];
      if (client === undefined) throw new Error('no such writer');
      await steps[Math.floor(chance() * steps.length)]?.(client, writer, chance);
      if (step === 12) await buildRankings(reader, 0);
      if (step % 5 === 0) await compareWithSlowForm(chance);
    }
    expect((await readShape('score'))?.leaves).toBeGreaterThan(3);
  });

  it('equal the counted ones in a world that is large enough for several groups', async () => {
    const chance = makeChance(7);
    const [client] = clients;
    if (client === undefined) throw new Error('no client');
    await client.query('ALTER TABLE empires DISABLE TRIGGER USER');
    await found(client, 0, 30_000, 20_000);
    await client.query(
      'ALTER TABLE empires ENABLE TRIGGER USER; ALTER TABLE empires DISABLE TRIGGER empires_opened; ANALYZE',
    );
    await buildRankings(reader, 0);
    await compareWithSlowForm(chance);
    await found(client, 0, 4000, 40);
    await client.query('ANALYZE');
    await buildRankings(reader, 0);
    await compareWithSlowForm(chance);
    expect((await readShape('score'))?.groups).toBeGreaterThan(1);
    expect((await readShape('score'))?.largest).toBeLessThanOrEqual(256);
  });

  it('are counted again after TRUNCATE', async () => {
    const [client] = clients;
    if (client === undefined) throw new Error('no client');
    await found(client, 0, 600, 20);
    await buildRankings(reader, 0);
    await client.query('TRUNCATE empires CASCADE');
    expect([await countEmpires(reader), (await readShape('score'))?.leaves]).toEqual([0, 0]);
  });

  it('are not prepared for a small world', async () => {
    const [client] = clients;
    if (client === undefined) throw new Error('no client');
    await found(client, 0, 20, 20);
    await buildRankings(reader);
    expect((await readShape('score'))?.leaves).toBe(0);
  });
});
