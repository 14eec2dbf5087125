/** A login finds its sessions by indexes, however many sessions the other accounts have. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finishLogin } from '../../src/account/login-queries.ts';
import { createTestDatabase } from '../support/database.ts';
import { useOne } from '../support/game.ts';

const others = 5_000;

const database = useOne(createTestDatabase, (created) => created.drop());
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client(database.url);
  await client.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
     SELECT 'user ' || n, 'user ' || n, n || '@example.org', n || '@example.org', 'hash', ''
     FROM generate_series(0, ${others}) AS n`,
  );
  await client.query(
    `INSERT INTO sessions (sid, sess, expire)
     SELECT username, jsonb_build_object('user_id', id, 'created_at', 0), now() + interval '1 day' FROM users
     UNION ALL
     SELECT 'session ' || n, jsonb_build_object('user_id', id, 'created_at', n), now() + interval '1 day'
     FROM users, generate_series(1, 20) AS n WHERE username = 'user 7'`,
  );
  await client.query('VACUUM ANALYZE');
});
afterAll(() => client.end());

async function countScans(): Promise<number> {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query<{ scans: number }>(
    `SELECT seq_scan::int AS scans FROM pg_stat_user_tables WHERE relname = 'sessions'`,
  );
  return rows[0]?.scans ?? -1;
}

it('a login scans no table of sessions, and ends the oldest beyond 20', async () => {
  const { rows } = await client.query<{ id: string; session_id: string }>(
    `SELECT users.id, sessions.id AS session_id FROM users JOIN sessions ON user_id = users.id WHERE sid = 'session 1'`,
  );
  const before = await countScans();
  const finished = await finishLogin(client, {
    userId: rows[0]?.id ?? '',
    token: 'user 7',
    loggedInMs: Date.now(),
    attemptKeys: ['none'],
    addressHash: 'hash',
    passwordHash: 'hash',
  });
  expect(finished?.ended_ids).toEqual([rows[0]?.session_id]);
  expect(await countScans()).toBe(before);
});
