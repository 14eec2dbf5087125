/** A map looks the bots among its owners up together, however many cities and armies it shows. */
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import { selectMap } from '../../src/map/queries.ts';
import { selectMapWindow } from '../../src/pages/shared/map-queries.ts';
import { planOf, type PlanNode } from '../support/blocks.ts';
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
  await client.query('ANALYZE; SET enable_seqscan = off');
});
afterAll(() => {
  client.release(true);
});

/** How often the steps of a plan that read a table were executed. */
const countReads = ({ Plans = [], ...node }: PlanNode, table: string): number =>
  (node['Relation Name'] === table ? node['Actual Loops'] : 0) +
  Plans.reduce((sum, inner) => sum + countReads(inner, table), 0);

it.each([
  [
    'the page',
    (db: Db) =>
      selectMapWindow(db, { left: -reach, right: reach, bottom: -reach, top: reach }, 3, ann.empireId),
  ],
  ['the API', (db: Db) => selectMap(db, 0, 0, reach)],
])('of %s', async (_, read) => {
  const { cities, armies } = await read(client);
  expect(cities).toHaveLength(tiles.length);
  // On the page, armies in a city are no camps of their own.
  expect(countReads(await planOf(client, read), 'users')).toBe(armies.length > 0 ? 2 : 1);
});
