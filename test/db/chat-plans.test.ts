/** Reading the chat of an alliance touches a bounded number of blocks, however much was written before a member joined. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type pg from 'pg';
import { selectChat, selectLatestChat } from '../../src/alliance/chat.ts';
import type { Db } from '../../src/db/pool.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { blocksOf } from '../support/blocks.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createWriter } from '../support/messages.ts';

const sizes = [10_000, 100_000] as const;
const maxBlocks = 600;

const game = useTestGame();
let client: pg.PoolClient;
let id: string;

const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
beforeAll(async () => {
  id = await foundAlliance(ann);
  await enlist(ann, id, bob);
  client = await game.instance.pool.connect();
  await client.query('SET plan_cache_mode = force_generic_plan');
  await client.query('INSERT INTO threads (id, alliance_id, last, last_at) VALUES ($1, $1, $2, $2)', [
    id,
    sizes[1],
  ]);
});
afterAll(() => {
  client.release(true);
});

/** Messages 1, 2, 3 … at these times; Bob joins at the time of the last but 60. */
async function fill(from: number, to: number): Promise<void> {
  await client.query(
    `INSERT INTO messages (thread_id, number, author_id, at, in_alliance, text)
     SELECT $1, n, $2, n, true, 'message ' || n FROM generate_series($3::int + 1, $4::int) AS n`,
    [id, ann.id, from, to],
  );
  await client.query('UPDATE empires SET alliance_joined_at = $2 WHERE id = $1', [bob.empireId, to - 60]);
  await client.query('VACUUM ANALYZE');
}

it('as a page, from the beginning, and after a gap', async () => {
  const reads: Record<string, (db: Db) => Promise<unknown>> = {
    latest: (db) => selectChat(db, bob.id, id, { limit: 50 }),
    beginning: (db) => selectChat(db, bob.id, id, { after: 0, limit: 50 }),
    repeated: (db) => selectLatestChat(db, [ann.id, bob.id]),
  };
  const measured: Record<string, number[]> = {};
  let filled = 0;
  for (const size of sizes) {
    await fill(filled, size);
    filled = size;
    const { messages } = await selectChat(client, bob.id, id, { after: 0, limit: 1 });
    expect(messages.map(({ number }) => number)).toEqual([size - 60]);
    for (const [name, read] of Object.entries(reads))
      (measured[name] ??= []).push(await blocksOf(client, read));
  }
  for (const [name, [small = 0, large = 0]] of Object.entries(measured)) {
    expect(small, name).toBeLessThan(maxBlocks);
    expect(large, name).toBeLessThan(small * 1.5 + 10);
  }
});
