/** A map looks the bots among its owners up together, however many cities and armies it shows. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import { selectMap } from '../../src/map/queries.ts';
import { selectMapWindow } from '../../src/pages/shared/map-queries.ts';
import { useTestGame, type Ruler } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';

const reach = 30;
const tiles = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 0, y: 10 },
  { x: 10, y: 10 },
];

const game = useTestGame();
let ann: Ruler;
let client: pg.PoolClient;
beforeAll(async () => {
  for (const tile of tiles) ann = await createEmpire(game, tile);
  client = await game.instance.pool.connect();
  await client.query('ANALYZE; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off');
});
afterAll(() => {
  client.release(true);
});

/** Scans of the indexes of accounts, by the transaction of this connection and by some before it. */
async function countScans(): Promise<number> {
  const { rows } = await client.query<{ scans: number }>(
    `SELECT idx_scan AS scans FROM pg_stat_xact_user_tables WHERE relname = 'users'`,
  );
  return rows[0]?.scans ?? 0;
}

it.each([
  [
    'the page',
    (db: Db) =>
      selectMapWindow(
        db,
        { left: -reach, right: reach, bottom: -reach, top: reach },
        { zoom: 3, at: null },
        ann.empireId,
      ),
  ],
  ['the API', (db: Db) => selectMap(db, 0, 0, reach)],
])('of %s', async (_, read) => {
  await client.query('BEGIN');
  const before = await countScans();
  const { cities, armies } = await read(client);
  const scans = (await countScans()) - before;
  await client.query('ROLLBACK');
  expect(cities).toHaveLength(tiles.length);
  expect(scans).toBe(armies.length > 0 ? 2 : 1);
});
