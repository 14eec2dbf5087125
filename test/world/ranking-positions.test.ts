/** Pages, ranks and positions in the rankings of alliances and by crowns equal the counted ones. */
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeChance } from '../../src/bots/mind/chance.ts';
import { selectAllianceRankings } from '../../src/leaderboard/alliances.ts';
import { reignAt, selectCrowns } from '../../src/seats/queries.ts';
import { buildRankings } from '../../src/world/rankings.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const settings = { speed: 1, radius: 1000, firstReignAt: 0 };
let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Founds alliances of one empire each. Many share a score. */
async function found(count: number, from: number): Promise<void> {
  await client.query(
    `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt)
     SELECT gen_random_uuid(), n, n, n || '@x.org', n || '@x.org', '', ''
     FROM (SELECT 'user ' || n AS n FROM generate_series($1::int, $1::int + $2::int - 1) AS n) AS named`,
    [from, count],
  );
  await client.query(
    `INSERT INTO alliances (id, name, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Owls', n, n, 0, 1 FROM generate_series($1::int, $1::int + $2::int - 1) AS n`,
    [from, count],
  );
  await client.query(
    `INSERT INTO empires (
       id, owner_id, name, name_key, created_at, gold, food, materials, settled_at, founding_paid, destroyed_value,
       protection_ended, last_command_at, attacked_by, armies_raised, event_seq, gold_rate, food_rate, materials_rate,
       cap, people_used, population, units, economic_score, military_score,
       alliance_id, alliance_tag, alliance_role, alliance_joined_at, alliance_role_since
     )
     SELECT gen_random_uuid(), u.id, username, username, 0, 0, 0, 0, 0, 0, 0, true, 0, '{}', 0, 0, 0, 0, 0, 0, 0, 0,
       '{"soldiers": 0, "archers": 0, "knights": 0, "catapults": 0}', 1 + (random() * $1)::int, 0, a.id, a.tag, 'leader', 0, 0
     FROM users u JOIN alliances a ON username = 'user ' || tag WHERE NOT EXISTS (SELECT FROM empires e WHERE e.owner_id = u.id)`,
    [count / 3],
  );
}

const changes: ((chance: () => number) => Promise<unknown>)[] = [
  (chance) =>
    client.query(
      `UPDATE empires SET economic_score = 1 + (random() * 200)::int WHERE alliance_id IS NOT NULL AND random() < $1`,
      [chance() / 20],
    ),
  () => client.query(`UPDATE empires SET military_score = military_score + 3 WHERE random() < 0.01`),
  () =>
    client.query(
      `WITH gone AS (SELECT id FROM alliances WHERE dissolved_at IS NULL AND random() < 0.01),
         left_ones AS (
           UPDATE empires SET alliance_id = NULL, alliance_tag = NULL, alliance_role = NULL, alliance_joined_at = NULL,
             alliance_role_since = NULL WHERE alliance_id IN (SELECT id FROM gone)
         )
       UPDATE alliances SET members = 0, dissolved_at = 1 WHERE id IN (SELECT id FROM gone)`,
    ),
  () => client.query('SELECT fold_alliance_scores()'),
  () => client.query('SELECT fold_alliance_scores(), fold_rankings()'),
];

async function compareWithSlowForm(chance: () => number): Promise<void> {
  const { rows } = await client.query<{ id: string; empire: string; rank: number }>(
    `SELECT alliance_id AS id, min(id::text) AS empire, rank() OVER (ORDER BY sum(score) DESC) AS rank
     FROM empires WHERE alliance_id IS NOT NULL GROUP BY alliance_id ORDER BY sum(score) DESC, alliance_id`,
  );
  const own = Math.floor(chance() * rows.length);
  for (const from of [1, 1 + Math.floor(chance() * (rows.length + 5))]) {
    const limit = 1 + Math.floor(chance() * 60);
    const request = { now: 1, limit, from, empireId: rows[own]?.empire ?? null };
    const { alliances, own_alliance: mine } = await selectAllianceRankings(client, settings, request);
    expect(alliances.map(({ alliance_id, rank }) => [alliance_id, rank])).toEqual(
      rows.slice(from - 1, from - 1 + limit).map(({ id, rank }) => [id, rank]),
    );
    expect([mine?.alliance_id, mine?.rank, mine?.position]).toEqual([
      rows[own]?.id,
      rows[own]?.rank,
      own + 1,
    ]);
  }
}

describe('positions in the ranking of alliances', () => {
  it.each([1, 2, 3])('equal the counted ones at every moment, seed %i', async (seed) => {
    const chance = makeChance(seed);
    await client.query('SELECT setseed($1)', [seed / 10]);
    await found(300, 0);
    await compareWithSlowForm(chance);
    for (let step = 0; step < 60; step++) {
      if (step === 20) await found(900, 300);
      if (step === 25) await buildRankings(client, 0);
      await changes[Math.floor(chance() * changes.length)]?.(chance);
      await compareWithSlowForm(chance);
    }
    const { rows } = await client.query<{ leaves: number; n: number; listed: number }>(
      `SELECT count(*) AS leaves, (SELECT count(*) FROM alliance_scores WHERE score > 0) AS listed,
         sum(n) + (SELECT coalesce(sum(n), 0) FROM ranking_entries WHERE ordering = 'alliance_score') AS n
       FROM ranking_nodes WHERE ordering = 'alliance_score' AND level = 0`,
    );
    expect(rows[0]?.leaves).toBeGreaterThan(3);
    expect(Number(rows[0]?.n)).toBe(rows[0]?.listed);
  });

  it('are counted again after TRUNCATE', async () => {
    await found(600, 0);
    await buildRankings(client, 0);
    await client.query('TRUNCATE empires CASCADE');
    const { rows } = await client.query('SELECT FROM ranking_nodes UNION ALL SELECT FROM ranking_changes');
    expect(rows).toEqual([]);
  });
});

/** Of each number of seats, many have held them for the same time. Others have none, or those of an earlier reign. */
const seatAll = (endsAt: number, part: number): Promise<unknown> =>
  client.query(
    `UPDATE empires SET reign_ends_at = CASE WHEN n % 7 > 0 THEN $1::bigint - (n % 7) / 6 END,
       crown_offset = (n % 13) * 100 - (n % 4) * 50, created_at = n % 5,
       seats = (SELECT coalesce(jsonb_agg(number), '[]') FROM generate_series(1, n % 4) AS number)
     FROM (SELECT id AS numbered, (random() * 10000)::int AS n FROM empires WHERE random() < $2) AS list
     WHERE id = numbered`,
    [endsAt, part],
  );

const crownChanges: ((endsAt: number) => Promise<unknown>)[] = [
  (endsAt) => seatAll(endsAt, 0.03),
  () => client.query('UPDATE empires SET crown_offset = crown_offset - 20 WHERE random() < 0.1'),
  () => client.query('DELETE FROM empires WHERE random() < 0.01'),
  () => client.query('SELECT fold_alliance_scores(), fold_rankings()'),
];

describe('positions in the ranking by crowns', () => {
  it('equal the counted ones at every moment of a reign', async () => {
    const chance = makeChance(5);
    await client.query('SELECT setseed(0.5)');
    await found(200, 0);
    const { endsAt } = reignAt(settings, 1);
    for (let step = 0; step < 60; step++) {
      if (step === 10) await found(1700, 200);
      if (step === 15) await buildRankings(client, 0);
      if (step === 0 || step === 12) await seatAll(endsAt, 1);
      await crownChanges[Math.floor(chance() * crownChanges.length)]?.(endsAt);
      const now = 1 + Math.floor(chance() * 800);
      const { rows } = await client.query<{ id: string; rank: number | null; score: number }>(
        `SELECT id, rank() OVER (ORDER BY parts DESC) AS rank FROM (
           SELECT id, created_at, crown_offset + jsonb_array_length(seats) * $2::bigint AS parts FROM empires
           WHERE reign_ends_at = $1
         ) AS counted WHERE parts > 0 ORDER BY parts DESC, created_at, id`,
        [endsAt, reignAt(settings, now).elapsedParts],
      );
      const own = Math.floor(chance() * rows.length);
      const [offset, limit] = [Math.floor(chance() * (rows.length + 5)), 1 + Math.floor(chance() * 60)];
      const standings = await selectCrowns(client, settings, {
        ...{ now, limit, offset },
        empireId: rows[own]?.id ?? null,
      });
      const listed = standings
        .filter(({ mine }) => !mine)
        .map((row) => [row.empire_id, row.rank, row.position]);
      expect(listed).toEqual(
        rows.slice(offset, offset + limit).map(({ id, rank }, index) => [id, rank, offset + index + 1]),
      );
      const mine = standings.find((row) => row.mine);
      expect([mine?.rank, mine?.position]).toEqual([rows[own]?.rank, own + 1]);
    }
    const { rows } = await client.query<{ leaves: number }>(
      `SELECT count(*) AS leaves FROM ranking_nodes WHERE level = 0 AND ordering LIKE 'crowns/%/' || $1::bigint`,
      [endsAt],
    );
    expect(rows[0]?.leaves).toBeGreaterThan(8);
  });
});
