/** What an order costs in the database: exact counts, as far as they do not depend on the machine, and the bytes that it leaves. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderBatch } from '../../src/game/economy/training.ts';
import { sendAnonymously, useTestGame } from '../support/game.ts';
import { createEmpire } from '../support/players.ts';
import { enrich, setLevels } from '../support/set-state.ts';
import { dayMs, makeWorld, the } from '../support/worlds.ts';
import { empireState, openStage, type Hand, type Stage } from './stage.ts';

const orders = 100;
/**
 * Bytes of WAL: 2,150 if the new version of each row takes the room of an older one, 3,450 if it moves to another page,
 * as it must for as long as a snapshot keeps the older ones, such as that of an ANALYZE by autovacuum.
 */
const maxWalPerOrder = 3_800;
/** Without indexes. */
const maxBytesPerOrder = 660;

interface Usage {
  /** Written versions of rows, by table. */
  versions: Record<string, number>;
  /** Updates that renewed index entries although the row stayed on its page; null before Postgres 16. */
  indexUpdates: number | null;
  /**
   * Bytes of WAL of this connection, without images of pages: after a checkpoint, which other tests cause, a page whose
   * hint bits change is written whole. Null before Postgres 18.
   */
  wal: number | null;
}

let stage: Stage;
let hand: Hand;
let before: Usage;
let after: Usage;

async function readUsage(): Promise<Usage> {
  const { rows } = await hand.pool.query<{ name: string; versions: number; indexed: number | null }>(
    `SELECT relname AS name, (n_tup_ins + n_tup_upd)::int AS versions,
       (n_tup_upd - n_tup_hot_upd - (to_jsonb(stat) ->> 'n_tup_newpage_upd')::int)::int AS indexed
     FROM pg_stat_user_tables AS stat
     WHERE relname IN ('empires', 'cities', 'armies', 'ledger_entries', 'event_log_entries')`,
  );
  const isUpdated = ({ name }: { name: string }): boolean => ['empires', 'cities'].includes(name);
  const indexed = rows.filter(isUpdated).map((row) => row.indexed);
  const functions = await hand.pool.query(`SELECT FROM pg_proc WHERE proname = 'pg_stat_get_backend_wal'`);
  const wal =
    functions.rowCount === 0
      ? null
      : await hand.pool.query<{ bytes: number }>(
          `SELECT (wal_bytes - wal_fpi * current_setting('block_size')::int)::float8 AS bytes
           FROM pg_stat_get_backend_wal(pg_backend_pid())`,
        );
  return {
    versions: Object.fromEntries(rows.map(({ name, versions }) => [name, versions])),
    indexUpdates: indexed.includes(null)
      ? null
      : indexed.reduce<number>((sum, count) => sum + (count ?? 0), 0),
    wal: wal?.rows[0]?.bytes ?? null,
  };
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

it('an order writes the empire, the city and its ledger entry once each', () => {
  const written = Object.entries(after.versions).map(([name, count]) => [
    name,
    count - (before.versions[name] ?? 0),
  ]);
  expect(Object.fromEntries(written)).toEqual({
    empires: orders,
    cities: orders,
    ledger_entries: orders,
    armies: 0,
    event_log_entries: 0,
  });
});

it('and no index of empire and city', ({ skip }) => {
  skip(after.indexUpdates === null, 'Postgres counts rows that move to another page from version 16 on');
  expect(after.indexUpdates).toBe(before.indexUpdates);
});

it('it writes few bytes of WAL', ({ skip }) => {
  skip(after.wal === null, 'Postgres counts WAL by connection from version 18 on');
  expect((the(after.wal) - the(before.wal)) / orders).toBeLessThan(maxWalPerOrder);
});

describe('an order with an idempotency key', () => {
  const rulers = 6;
  const game = useTestGame();

  it('leaves few bytes in the ledger, the event log and the stored responses', async () => {
    const players = await Promise.all(Array.from({ length: rulers }, () => createEmpire(game)));
    for (const { empireId, capitalId } of players) {
      await setLevels(game, capitalId, { house: 10, workshop: 1 });
      await enrich(game, empireId);
    }
    const readBytes = async (): Promise<number> => {
      const [row] = await game.query<{ bytes: number }>(
        `SELECT sum(bytes)::int AS bytes FROM (
           SELECT pg_column_size(entry.*) AS bytes FROM ledger_entries entry
           UNION ALL SELECT pg_column_size(entry.*) FROM event_log_entries entry
           UNION ALL SELECT pg_column_size(response.*) FROM idempotency_keys response
         ) AS stored`,
      );
      return the(row).bytes;
    };
    await game.pass(dayMs);
    const bytesBefore = await readBytes();
    for (const { token, capitalId } of players) {
      const order = (path: string, body: object) =>
        sendAnonymously(game.url, 'POST', `/api/city/${capitalId}/${path}`, body, {
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
        });
      expect((await order('buildings', { type: 'farm' })).status).toBe(201);
      expect((await order('train', { unit_type: 'catapults', quantity: 2 })).status).toBe(201);
    }
    await game.pass(dayMs);
    expect(((await readBytes()) - bytesBefore) / (2 * rulers)).toBeLessThan(maxBytesPerOrder);
  });
});
