/** Alliances are ranked and found with a bounded number of blocks, however many alliances and empires there are. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import { maxMembers } from '../../src/game/alliances.ts';
import { selectAllianceRankings } from '../../src/leaderboard/alliances.ts';
import { renewMarks } from '../../src/world/figures/rank-marks.ts';
import { searchNames } from '../../src/search/queries.ts';
import { blocksOf, expectBounded, measureGrowth } from '../support/blocks.ts';
import { addEmpires } from '../support/crowd.ts';
import { useOne, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const limit = 100;

const game = useTestGame();
const ann = useOne(() => createEmpire(game, { x: 0, y: 0 }));
let client: pg.PoolClient;

/** Adds empires, and full alliances of them. */
async function fill(from: number, to: number): Promise<void> {
  const createdAt = game.clock.now();
  const crowd = Array.from({ length: to - from }, (_, index) => ({
    name: `Crowd ${from + index}`,
    militaryScore: 1 + index,
    economicScore: 1,
    createdAt,
  }));
  const ids = await addEmpires(game, ann, crowd);
  await client.query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Owls', at, at, at, at, count(*)
     FROM (SELECT (n - 1) / ${maxMembers} + $1::int AS at FROM generate_series(1, $2::int) AS n) AS grouped GROUP BY at`,
    [from, ids.length],
  );
  await client.query(
    `UPDATE empires e SET alliance_id = a.id, alliance_tag = a.tag, alliance_role = 'member', alliance_joined_at = 0,
       alliance_role_since = 0
     FROM unnest($1::uuid[]) WITH ORDINALITY AS n (id, number)
     JOIN alliances a ON a.tag_key = ((number - 1) / ${maxMembers} + $2::int)::text WHERE e.id = n.id`,
    [ids, from],
  );
  game.clock.advance(10_000);
  await renewMarks(game.instance.services, 'alliance_score');
}

beforeAll(async () => {
  client = await game.instance.pool.connect();
});
afterAll(() => {
  client.release(true);
});

it('a ranking touches as many blocks in a large world as in a small one', { timeout: 300_000 }, async () => {
  const { settings } = game.instance.services;
  const read = async (db: Db): Promise<void> => {
    const request = { now: game.clock.now(), limit, from: 1, empireId: ann.empireId };
    expect((await selectAllianceRankings(db, settings, request)).alliances).toHaveLength(limit);
  };
  // At most two for each member, in its index and its table, and some for each alliance.
  const maxBlocks = limit * (2 * maxMembers + 10);
  expectBounded(await measureGrowth(client, { sizes: [6_000, 24_000], fill, reads: { read } }), maxBlocks);
});

it.each(['ze', 'z1'])('a search for "%s" touches few blocks of many alliances', async (name) => {
  await client.query(
    `INSERT INTO alliances (id, name, name_key, tag, tag_key, created_at, members)
     SELECT gen_random_uuid(), 'Zeal', 'zeal' || n, 'z' || n, 'z' || n, 0, 1 FROM generate_series(1, 20000) AS n
     ON CONFLICT DO NOTHING`,
  );
  await client.query('VACUUM ANALYZE alliances');
  const query = { name, limit: 20 };
  expect((await searchNames(client, query)).alliances).toHaveLength(10);
  const blocks = await blocksOf(client, (db) => searchNames(db, query));
  // Ten alliances, and an index or two for each; the table has more than 300.
  expect(blocks).toBeLessThan(100);
});
