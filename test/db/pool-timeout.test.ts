/** A request for a connection that times out while a new one is prepared: the pool keeps its size. */
import { afterEach, expect, it, vi } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createTestDatabase } from '../support/database.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('gives a prepared connection back if nothing waits for it any more', async () => {
  const database = await createTestDatabase();
  const preparing: (() => void)[] = [];
  let isFirst = true;
  const prepare = (): Promise<void> =>
    isFirst ? Promise.resolve() : new Promise((resolve) => preparing.push(resolve));
  const pool = createPool(database.url, 1, createLog('silent'), { prepareConnection: prepare });
  const held = await pool.connect();
  isFirst = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = pool.connect().catch((error: unknown) => String(error));
  // The broken connection is replaced by a new one, for the request that waits.
  held.release(true);
  await vi.waitFor(() => expect(preparing).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toBe('Error: timeout exceeded when trying to connect');
  vi.useRealTimers();
  preparing[0]?.();
  const { rows } = await pool.query<{ one: number }>('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
  await pool.end();
  await database.drop();
});
