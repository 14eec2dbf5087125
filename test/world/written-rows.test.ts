/** The rows that an order writes, counted in the write-ahead log of this database, and the bytes that it leaves. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enrich, setLevels } from '../support/set-state.ts';
import { registerEmpire, sendAnonymously, useTestGame, type Ruler } from '../support/game.ts';

const rulers = 6;
const ordersEach = 4;
/** Without indexes. `npm run bench -- bytes` measures orders of bots, with indexes. */
const maxBytesPerOrder = 660;

/** Written versions of rows, by table. */
const countVersions = `
  SELECT c.relname AS name, count(*)::int AS versions
  FROM pg_get_wal_records_info($1, $2) AS record
  JOIN pg_database d ON d.datname = current_database()
  JOIN pg_class c ON record.block_ref LIKE '%/' || d.oid || '/' || c.relfilenode || ' %'
  WHERE record.resource_manager = 'Heap' AND record.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE)'
    AND c.relname IN ('empires', 'cities', 'armies', 'ledger_entries', 'event_log_entries')
  GROUP BY c.relname`;

describe('an order', () => {
  let players: Ruler[];
  let client: pg.Client;

  const game = useTestGame();

  beforeAll(async () => {
    client = new pg.Client({ connectionString: game.databaseUrl });
    await client.connect();
    await client.query('CREATE EXTENSION pg_walinspect');
    players = await Promise.all(Array.from({ length: rulers }, () => registerEmpire(game.url)));
    for (const { empireId, capitalId } of players) {
      await setLevels(game, capitalId, { house: 10, workshop: 1 });
      await enrich(game, empireId);
    }
  });

  afterAll(async () => {
    await client.end();
  });

  /** The end of what is written: other databases insert meanwhile, and records ahead of it cannot be read. */
  async function readPosition(): Promise<string> {
    // Asynchronous commits of the test database reach the log with a checkpoint at the latest.
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn');
    return rows[0]?.lsn ?? '';
  }

  it('writes its empire, its city and its ledger entry once', async () => {
    const start = await readPosition();
    for (let order = 0; order < ordersEach; order++) {
      const answers = await Promise.all(
        players.map(({ send, capitalId }) =>
          send('POST', `/api/city/${capitalId}/train`, { unit_type: 'catapults', quantity: 2 }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(players.map(() => 201));
    }
    const { rows } = await client.query<{ name: string; versions: number }>(countVersions, [
      start,
      await readPosition(),
    ]);
    const orders = rulers * ordersEach;
    expect(Object.fromEntries(rows.map(({ name, versions }) => [name, versions]))).toEqual({
      empires: orders,
      cities: orders,
      ledger_entries: orders,
    });
  });

  it('leaves few bytes in the ledger, the event log and the stored responses', async () => {
    const readBytes = async (): Promise<number> => {
      const { rows } = await client.query<{ bytes: number }>(
        `SELECT sum(bytes)::int AS bytes FROM (
           SELECT pg_column_size(entry.*) AS bytes FROM ledger_entries entry
           UNION ALL SELECT pg_column_size(entry.*) FROM event_log_entries entry
           UNION ALL SELECT pg_column_size(response.*) FROM idempotency_keys response
         ) AS stored`,
      );
      return rows[0]?.bytes ?? 0;
    };
    await game.pass(24 * 3_600_000);
    const before = await readBytes();
    for (const { token, capitalId } of players) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const order = (path: string, body: object) =>
        sendAnonymously(game.url, 'POST', `/api/city/${capitalId}/${path}`, body, {
          ...{ ...headers, 'idempotency-key': randomUUID() },
        });
      expect((await order('buildings', { type: 'farm' })).status).toBe(201);
      expect((await order('train', { unit_type: 'catapults', quantity: 2 })).status).toBe(201);
    }
    await game.pass(24 * 3_600_000);
    expect(((await readBytes()) - before) / (2 * rulers)).toBeLessThan(maxBytesPerOrder);
  });
});
