/** What an order costs in the database: exact counts, as far as they do not depend on the machine. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { orderBatch } from '../../src/game/training.ts';
import { makeWorld, the } from '../support/worlds.ts';
import { empireState, openStage, type Hand, type Stage } from './stage.ts';

const orders = 100;
/** Bytes of WAL; 1,300 if the new version of each row has room on its page, up to 2,600 if it moves to another one. */
const maxBytesPerOrder = 2_800;

interface Usage {
  /** Updates that renewed index entries although the row stayed on its page; null before Postgres 16. */
  indexUpdates: number | null;
  updates: number;
  /** WAL of this connection; null before Postgres 18. */
  bytes: number | null;
}

let stage: Stage;
let hand: Hand;
let before: Usage;
let after: Usage;

async function readUsage(): Promise<Usage> {
  const { rows } = await hand.pool.query<{ all: number; indexed: number | null; has_wal: boolean }>(
    `SELECT sum(n_tup_upd)::int AS all,
       sum(n_tup_upd - n_tup_hot_upd - (to_jsonb(stat) ->> 'n_tup_newpage_upd')::int)::int AS indexed,
       EXISTS (SELECT FROM pg_proc WHERE proname = 'pg_stat_get_backend_wal') AS has_wal
     FROM pg_stat_user_tables AS stat WHERE relname IN ('empires', 'cities')`,
  );
  const usage = the(rows[0]);
  const wal = usage.has_wal
    ? await hand.pool.query<{ bytes: number }>(
        'SELECT wal_bytes::float8 AS bytes FROM pg_stat_get_backend_wal(pg_backend_pid())',
      )
    : null;
  return { indexUpdates: usage.indexed, updates: usage.all, bytes: wal?.rows[0]?.bytes ?? null };
}

beforeAll(async () => {
  const levels = { barracks: 1, house: 5, farm: 3 };
  const empires = Array.from({ length: orders }, (_, index) =>
    empireState(`empire ${index}`, { at: { x: 5 * index, y: 0 }, levels }),
  );
  stage = await openStage(makeWorld(empires));
  hand = stage.join(1);
  const train = (id: string) =>
    hand.executeCommand(id, ({ empire, now, speed, newId }) =>
      orderBatch(empire, the(empire.cities[0]), 'soldiers', 1, { now, speed, newId }),
    );
  // Reported when a transaction ends.
  const flush = () => hand.pool.query('SELECT pg_stat_force_next_flush()');
  await hand.pool.query('VACUUM empires, cities');
  await flush();
  before = await readUsage();
  stage.time.advance(1_000);
  // Spread over the pages, as orders of players are: neighbours would share the room on theirs.
  for (let offset = 0; offset < 10; offset++)
    await Promise.all(empires.filter((_, index) => index % 10 === offset).map(({ id }) => train(id)));
  await flush();
  after = await readUsage();
});
afterAll(() => stage.close());

it('an order updates the empire and the city once each', () => {
  expect(after.updates - before.updates).toBe(2 * orders);
});

it('and no index of them', ({ skip }) => {
  skip(after.indexUpdates === null, 'Postgres counts rows that move to another page from version 16 on');
  expect(after.indexUpdates).toBe(before.indexUpdates);
});

it('it writes few bytes of WAL', ({ skip }) => {
  skip(after.bytes === null, 'Postgres counts WAL by connection from version 18 on');
  expect((the(after.bytes) - the(before.bytes)) / orders).toBeLessThan(maxBytesPerOrder);
});
