/** Postgres plans a statement once per connection, and reads few rows for a request, however many the world has. */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { selectLatestChat } from '../../src/alliance/chat.ts';
import { minuteMs } from '../../src/kernel/time.ts';
import { reignAt } from '../../src/seats/queries.ts';
import { sendEveryRoute } from '../routes/all.ts';
import { foundAlliance } from '../support/alliances.ts';
import { addBattles, addEmpires } from '../support/crowd.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createWriter } from '../support/messages.ts';
import { refreshRankings } from '../support/rankings.ts';

const size = 10_000;
const middle = size / 2;
/** A page of 50 alliances reads their 1,000 members; a scan, a count or an offset reads half of a table at least. */
const maxRows = 1_500;

const game = useTestGame({
  unsound: 'rows are generated',
  ...{ shared: true, smtpUrl: 'smtp://127.0.0.1:9' },
  limits: { auth: 1000, data: 1000, action: 1000 },
});
const ann = useOne(() => createWriter(game));
let threadId = '';
let allianceId = '';

/** Runs a statement on every connection of the pool. */
async function onAll<Row extends object>(text: string): Promise<Row[]> {
  const { pool } = game.instance;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const results = await Promise.all(clients.map((client) => client.query<Row>(text)));
  for (const client of clients) client.release();
  return results.flatMap(({ rows }) => rows);
}

/** The rows of large tables that scans and indexes have read since the database exists. */
async function countRows(): Promise<number> {
  await onAll('SELECT pg_stat_force_next_flush()');
  const [counted] = await game.query<{ rows: number }>(
    `SELECT sum(seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes i WHERE i.relid = t.relid))::int
       AS rows
     FROM pg_stat_user_tables t JOIN pg_class c ON c.oid = relid WHERE reltuples >= $1`,
    middle,
  );
  return counted?.rows ?? Number.NaN;
}

async function rowsOf(run: () => unknown): Promise<number> {
  const before = await countRows();
  await run();
  return (await countRows()) - before;
}

/**
 * Adds empires, each with a city, an army, a session, a battle and an event, some with crowns; alliances of twenty, and
 * threads of Ann, and the chat of an alliance, which she joined before its last 60 messages.
 */
beforeAll(async () => {
  const { query } = game;
  const createdAt = game.clock.now();
  const crowd = Array.from({ length: size }, (_, n) => ({
    ...{ name: `Crowd ${n}`, militaryScore: n % 1000, economicScore: size - Math.floor(n / 3), createdAt },
  }));
  const ids = await addEmpires(game, ann, crowd);
  const numbered = 'unnest($1::uuid[]) WITH ORDINALITY AS t (id, n)';
  await query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Owls', n, n, n, 0, 20 FROM generate_series(0, $1::int / 20) AS n`,
    size,
  );
  await query(
    `UPDATE empires e SET alliance_id = a.id, alliance_tag = tag, alliance_role = 'member', alliance_joined_at = 0,
       alliance_role_since = 0 FROM ${numbered} JOIN alliances a ON tag_key = (n / 20)::text WHERE e.id = t.id`,
    ids,
  );
  const { endsAt } = reignAt(game.instance.services.settings, createdAt);
  await query(
    `UPDATE empires SET reign_ends_at = $2, crown_offset = n FROM ${numbered}
     WHERE empires.id = t.id AND n % 16 = 0`,
    ...[ids, endsAt],
  );
  await query(
    `INSERT INTO sessions (sid, expire, sess)
     SELECT 'session of ' || id, now() + interval '1 year', jsonb_build_object('user_id', id, 'created_at', 0)
     FROM users`,
  );
  await query(
    `INSERT INTO cities (id, empire_id, name, name_key, x, y, founded_at, buildings, construction, training, plundered_at)
     SELECT t.id, t.id, c.name, c.name_key, 100 + 3 * (n % 150), 100 + 3 * (n / 150), founded_at, buildings,
       construction, training, plundered_at FROM ${numbered}, cities c WHERE c.id = $2`,
    ...[ids, ann.capitalId],
  );
  await query(
    `INSERT INTO armies (id, empire_id, name, x, y, units, home_city_id, standing_since, march, loot)
     SELECT t.id, t.id, a.name, c.x, c.y, units, c.id, standing_since, march, loot
     FROM ${numbered} JOIN cities c ON c.id = t.id, armies a WHERE a.id = $2`,
    ...[ids, ann.armyId],
  );
  await query('INSERT INTO due_empires SELECT $2::bigint * 2, unnest($1::uuid[])', ids, createdAt);
  await query('INSERT INTO event_logs (empire_id, last) SELECT unnest($1::uuid[]), 1', ids);
  await query(
    `INSERT INTO event_log_entries (empire_id, number, at, type, data)
     SELECT id, 1, at, type, data FROM unnest($1::uuid[]) AS id, event_log_entries WHERE empire_id = $2 AND number = 1`,
    ...[ids, ann.empireId],
  );
  await addBattles(game, ann.empireId, ids[0] ?? '', size + 200);
  await query(
    `UPDATE battles SET attacker_id = t.id, defender_id = ($1::uuid[])[1 + (n + 6) % ${size}]
     FROM ${numbered} WHERE number = n`,
    ids,
  );
  await query('UPDATE battles SET ends_at = $1::bigint - number % 1000 * 3600000', createdAt);
  await query(
    `INSERT INTO threads (first_id, second_id, last, last_at)
     SELECT least(owner_id, $2), greatest(owner_id, $2), 1, $3::bigint FROM empires WHERE id = ANY ($1::uuid[])`,
    ...[ids.slice(0, 1000), ann.id, createdAt],
  );
  const [long] = await query<{ id: string }>(
    'UPDATE threads SET last = $1 WHERE id = (SELECT id FROM threads LIMIT 1) RETURNING id',
    size,
  );
  threadId = long?.id ?? '';
  await query(
    `INSERT INTO messages (thread_id, number, author_id, at, text)
     SELECT id, n, first_id, last_at, 'message' FROM threads, generate_series(1, last) AS n`,
  );
  await query(
    `INSERT INTO thread_members (thread_id, user_id, last, last_at, unread)
     SELECT id, user_id, last, last_at, 0 FROM threads, unnest(ARRAY[first_id, second_id]) AS user_id`,
  );
  allianceId = await foundAlliance(ann);
  await query(
    'INSERT INTO threads (id, alliance_id, last, last_at) VALUES ($1, $1, $2, $3)',
    allianceId,
    size,
    createdAt,
  );
  await query(
    `INSERT INTO messages (thread_id, number, author_id, at, in_alliance, text)
     SELECT $2, n, e.owner_id, own.alliance_joined_at + n - $4::int + 59, true, 'message'
     FROM ${numbered} JOIN empires e ON e.id = t.id JOIN empires own ON own.id = $3`,
    ...[ids, allianceId, ann.empireId, size],
  );
  await refreshRankings(game);
  // Two statements: as part of VACUUM, ANALYZE leaves the sizes of indexes to it, and VACUUM may have skipped them.
  await query('VACUUM');
  await query('ANALYZE');
}, 300_000);

it.each([
  ['the list of empires', '/api/empires?page=250'],
  ['the ranking by score', `/api/leaderboard?from=${middle}`],
  ['the ranking by military score', `/api/leaderboard?type=military&from=${middle}`],
  ['the ranking by economic score', `/api/leaderboard?type=economic&from=${middle}`],
  ['the ranking by crowns', '/api/leaderboard?type=crowns'],
  ['the ranking of alliances', '/api/leaderboard?type=alliance&from=250'],
  ['the page of the ranking', `/world?from=${middle}`],
  ['the battles', '/reports?show=battles'],
  ['the map', '/map?x=300&y=300'],
  ['the map of the API', '/api/map?x=300&y=300&radius=20'],
  ['the inbox', '/messages'],
  ['the end of a long thread', '/api/thread/:id'],
  ['the middle of a long thread', `/api/thread/:id?before=${middle}`],
  ['the beginning of a long thread', '/api/thread/:id?after=0'],
  ['the end of a long chat', '/api/alliance/:alliance/messages'],
  ['the beginning of a long chat', '/api/alliance/:alliance/messages?after=0'],
  ['the search of empires', '/api/search?name=crowd'],
  ['the search of alliances', '/api/search?name=25'],
  ['the dashboard', '/dashboard'],
  ['the world', '/world'],
])('%s reads few rows', async (_, path) => {
  const url = game.url + path.replace(':id', threadId).replace(':alliance', allianceId);
  const read = async () => expect((await fetch(url, { headers: { cookie: ann.cookie } })).status).toBe(200);
  expect(await rowsOf(read)).toBeLessThan(maxRows);
});

it('the chat that a connection receives reads few rows', async () => {
  const read = async () => expect(await selectLatestChat(game.instance.pool, [ann.id])).not.toEqual([]);
  expect(await rowsOf(read)).toBeLessThan(maxRows);
});

it('every route reads few rows, by plans that Postgres makes once', { timeout: 60_000 }, async () => {
  const read: [string, number][] = [];
  await sendEveryRoute(game, async ({ route }, send) => read.push([route, await rowsOf(send)]));
  expect(read.filter(([, rows]) => !(rows < maxRows))).toEqual([]);
  const plans = await onAll<{ name: string; generic: number; custom: number }>(
    'SELECT name, generic_plans::int AS generic, custom_plans::int AS custom FROM pg_prepared_statements',
  );
  expect(plans.filter(({ custom }) => custom > 0)).toEqual([]);
  const run = new Set(plans.filter(({ generic }) => generic > 0).map(({ name }) => name));
  for (const hot of ['findSessions', 'countHit', 'lockEmpires', 'selectEmpireStates', 'updateEmpires'])
    expect(run).toContain(hot);
  expect(await game.query('SHOW jit')).toEqual([{ jit: 'off' }]);
});

it('due work reads few rows', async () => {
  await ann.send('POST', `/api/city/${ann.capitalId}/buildings`, { type: 'farm' });
  expect(await rowsOf(() => game.pass(60 * minuteMs))).toBeLessThan(maxRows);
});

it('cleaning reads few rows', async () => {
  const { pool } = game.instance;
  const isIdle = (): boolean => pool.waitingCount + pool.totalCount === pool.idleCount;
  const clean = async () => {
    game.clock.advance(15 * minuteMs);
    // Each statement follows the result of the one before in the same turn.
    for (let quiet = 0; quiet < 3; quiet = isIdle() ? quiet + 1 : 0) await turn();
  };
  await clean();
  expect(await rowsOf(clean)).toBeLessThan(maxRows);
});
