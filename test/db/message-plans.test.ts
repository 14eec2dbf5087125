/** Opening the inbox and a thread reads a bounded number of blocks, however many messages the world and they have. */
import pg from 'pg';
import { afterAll, beforeAll, it } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import { selectBlocks, selectThread, selectThreads, unreadCountSql } from '../../src/messages/queries.ts';
import { expectBounded, measureGrowth } from '../support/blocks.ts';
import { createTestDatabase } from '../support/database.ts';
import { useOne } from '../support/game.ts';

const threadCount = 1_000;
/** Pages of 50 rows with their players: a few blocks for each row, at every size. */
const maxBlocks = 700;

const database = useOne(createTestDatabase, (created) => created.drop());
let client: pg.Client;
let readerId = '';
let longThreadId = '';

/** Adds messages: half of them to the long thread, the others to the other threads of the reader. */
async function fill(from: number, to: number): Promise<void> {
  await client.query(
    `INSERT INTO messages (thread_id, number, author_id, at, text)
     SELECT id, n, CASE WHEN n % 2 = 0 THEN first_id ELSE second_id END, n, 'message ' || n
     FROM threads, generate_series($1::int / 2 + 1, $2::int / 2) AS n WHERE id = $3`,
    [from, to, longThreadId],
  );
  await client.query(
    `INSERT INTO messages (thread_id, number, author_id, at, text)
     SELECT id, n, first_id, n, 'message ' || n
     FROM threads, generate_series($1::int / 2 / ${threadCount} + 1, $2::int / 2 / ${threadCount}) AS n WHERE id <> $3`,
    [from, to, longThreadId],
  );
  await client.query(
    `UPDATE threads SET last = latest.number, last_at = latest.number
     FROM (SELECT thread_id, max(number) AS number FROM messages GROUP BY thread_id) AS latest WHERE thread_id = id`,
  );
  await client.query(
    `INSERT INTO thread_members (thread_id, user_id, last, last_at, unread)
     SELECT id, user_id, last, last_at, 1 FROM threads, unnest(ARRAY[first_id, second_id]) AS user_id
     ON CONFLICT (thread_id, user_id) DO UPDATE SET last = excluded.last, last_at = excluded.last_at`,
  );
}

const reads: Record<string, (db: Db) => Promise<unknown>> = {
  'the inbox': (db) => selectThreads(db, readerId, { limit: 50 }),
  'a long thread': (db) => selectThread(db, readerId, longThreadId, { limit: 50 }),
  'its beginning': (db) => selectThread(db, readerId, longThreadId, { after: 0, limit: 50 }),
  'its middle': (db) => selectThread(db, readerId, longThreadId, { before: 3_000, limit: 50 }),
  'the number of unread messages': (db) => db.query({ text: unreadCountSql('$1'), values: [readerId] }),
  'the blocked players': (db) => selectBlocks(db, readerId, { limit: 50 }),
};

beforeAll(async () => {
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(
    `INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
     SELECT 'user ' || n, 'user ' || n, n || '@example.org', n || '@example.org', '', ''
     FROM generate_series(0, ${threadCount}) AS n`,
  );
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM users WHERE username = 'user 0'`);
  readerId = rows[0]?.id ?? '';
  await client.query(
    `INSERT INTO threads (first_id, second_id, last, last_at)
     SELECT least(id, $1), greatest(id, $1), 1, 1 FROM users WHERE username LIKE 'user %' AND id <> $1`,
    [readerId],
  );
  await client.query('INSERT INTO blocks SELECT $1, id, 1 FROM users WHERE id <> $1', [readerId]);
  const threads = await client.query<{ id: string }>('SELECT id FROM threads LIMIT 1');
  longThreadId = threads.rows[0]?.id ?? '';
});
afterAll(() => client.end());

it('the blocks that a read touches stay the same in a larger world', { timeout: 300_000 }, async () => {
  expectBounded(await measureGrowth(client, { sizes: [10_000, 100_000], fill, reads }), maxBlocks);
});
