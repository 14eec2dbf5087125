/** Reading the chat of an alliance touches a bounded number of blocks, however much was written before a member joined. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type pg from 'pg';
import { selectChat, selectLatestChat } from '../../src/alliance/chat.ts';
import type { Db } from '../../src/db/pool.ts';
import { enlist, foundAlliance } from '../support/alliances.ts';
import { expectBounded, measureGrowth } from '../support/blocks.ts';
import { useTestGame, useOne } from '../support/game.ts';
import { createWriter } from '../support/messages.ts';

const sizes = [10_000, 100_000] as const;

const game = useTestGame();
let client: pg.PoolClient;
let id: string;

const ann = useOne(() => createWriter(game));
const bob = useOne(() => createWriter(game));
beforeAll(async () => {
  id = await foundAlliance(ann);
  await enlist(ann, id, bob);
  client = await game.instance.pool.connect();
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
  const { messages } = await selectChat(client, bob.id, id, { after: 0, limit: 1 });
  expect(messages.map(({ number }) => number)).toEqual([to - 60]);
}

it('as a page, from the beginning, and after a gap', async () => {
  const reads = {
    latest: (db: Db) => selectChat(db, bob.id, id, { limit: 50 }),
    beginning: (db: Db) => selectChat(db, bob.id, id, { after: 0, limit: 50 }),
    repeated: (db: Db) => selectLatestChat(db, [ann.id, bob.id]),
  };
  expectBounded(await measureGrowth(client, { sizes, fill, reads }), 600);
});
