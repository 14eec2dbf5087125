/** What an order of a bot leaves in the database: 2,500 orders of 20 bots in a new world. */
import type { Context, Row } from '../context.ts';
import { formatNumber } from '../harness/report.ts';
import { dropDatabase, withClient } from '../worlds/cluster.ts';
import { waitForCount } from '../worlds/due.ts';

const orderCount = 2_500;
/** Fast enough for a run of some 2 minutes. */
const env = { BOTS: '20', GAME_SPEED: '600' };
const database = 'world_of_bots';

/** The tables to which orders add rows. */
const tables = {
  ledger_entries: 'ledger',
  event_log_entries: 'event log',
  idempotency_keys: 'stored responses',
  battles: 'battles',
};

/** Bytes an order by table, with indexes. Every order of a bot has a stored response. */
const selectBytes = `
  SELECT relname AS name, ((
    pg_relation_size(oid) + coalesce(pg_relation_size(nullif(reltoastrelid, 0)), 0) + pg_indexes_size(oid)
  ) / (SELECT count(*) FROM idempotency_keys))::float8 AS bytes
  FROM unnest($1::text[]) WITH ORDINALITY AS measured (name, place) JOIN pg_class ON oid = name::regclass
  ORDER BY place`;

async function measure({ cluster, startProduct }: Context): Promise<{ name: string; bytes: number }[]> {
  const world = { empires: 0, radius: 1000, url: cluster.urlOf(database) };
  await dropDatabase(cluster, database);
  await cluster.admin.query(`CREATE DATABASE ${database}`);
  const server = await startProduct(world, { env });
  try {
    return await withClient(world.url, async (client) => {
      const orders = { text: 'SELECT count(*) FROM idempotency_keys', values: [] };
      await waitForCount(client, orders, orderCount);
      await server.stop();
      return (await client.query<{ name: string; bytes: number }>(selectBytes, [Object.keys(tables)])).rows;
    });
  } finally {
    await server.stop();
    await dropDatabase(cluster, database);
  }
}

export const bytes: Row = {
  name: 'bytes',
  isLarge: false,
  run: async (context) => {
    const measured = await measure(context);
    const value = measured.reduce((sum, table) => sum + table.bytes, 0);
    const parts = measured.map(
      (table) => `${tables[table.name as keyof typeof tables]} ${formatNumber(table.bytes)}`,
    );
    return [
      {
        what: 'rows of an order of a bot, with indexes',
        ours: `${formatNumber(value)} B`,
        peer: parts.join(', '),
        ...{ target: 'orderBytes', value },
      },
    ];
  },
};
