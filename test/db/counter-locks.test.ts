/** Statements that write several counters of rate limits lock them in the order of their keys, so that they cannot deadlock. */
import { expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { countHitsSql, undoHitsSql } from '../../src/http/limits/rate-limit-store.ts';
import { createLog } from '../../src/kernel/log.ts';
import { begin, createTestDatabase } from '../support/database.ts';
import { countWaiting } from '../world/stage.ts';

it.each([
  ['counting', countHitsSql('$1::text[]', `interval '1 min'`)],
  ['undoing', undoHitsSql('$1::text[]')],
])('%s', async (_, sql) => {
  const database = await createTestDatabase();
  const pool = createPool(database.url, 3, createLog('silent'));
  await pool.query(
    `INSERT INTO rate_limit_counters (key, hits, resets_at) SELECT key, 2, 'infinity' FROM unnest(ARRAY['b', 'a']) AS key`,
  );
  const lock = 'SELECT key FROM rate_limit_counters WHERE key = $1 FOR UPDATE NOWAIT';
  const other = await begin(pool, lock, ['a']);
  const writing = pool.query(sql, [['b', 'a']]);
  try {
    await expect.poll(() => countWaiting({ pool })).toBe(1);
    // It waits for the first key, and does not hold the second one.
    await expect(other.query(lock, ['b'])).resolves.toHaveProperty('rowCount', 1);
  } finally {
    await other.rollBack();
    await writing;
    await pool.end();
    await database.drop();
  }
});
