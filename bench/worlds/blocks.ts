/** Blocks of tables and indexes that statements in a database have read, from its cache or from the disk. */
import { setTimeout as delay } from 'node:timers/promises';
import { withClient, type Cluster } from './cluster.ts';

/** Idle Postgres processes publish their counters after at most 10 s. */
const publicationMs = 10_500;

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** Without the catalogue: a connection reads it once for each statement, and the number of connections varies. */
const selectBlocks = `SELECT sum(blocks) AS blocks FROM pg_statio_user_tables CROSS JOIN LATERAL (VALUES
    (heap_blks_hit + heap_blks_read), (idx_blks_hit + idx_blks_read), (toast_blks_hit + toast_blks_read),
    (tidx_blks_hit + tidx_blks_read)
  ) AS counted (blocks)`;

const readBlocks = (url: string): Promise<number> =>
  withClient(url, async (client) =>
    Number((await client.query<{ blocks: string }>(selectBlocks)).rows[0]?.blocks),
  );

/** Autovacuum reads blocks, too. The start of the cluster resets the setting. */
async function setAutovacuum({ admin }: Cluster, value: 'on' | 'off'): Promise<void> {
  await admin.query(`ALTER SYSTEM SET autovacuum = ${value}`);
  await admin.query('SELECT pg_reload_conf()');
}

/** Waits until no statement and no autovacuum has run in the database for a second. */
export async function waitUntilIdle({ admin }: Cluster, url: string): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet += 1) {
    await delay(100);
    const { rows } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = $1
         AND (state <> 'idle' AND backend_type = 'client backend' OR backend_type = 'autovacuum worker')`,
      [nameOf(url)],
    );
    if (rows.length > 0) quiet = -1;
  }
}

/**
 * Runs some work on an idle database and returns the blocks read. They include those that the server reads when idle: a
 * few in a second.
 */
export async function countBlocks(cluster: Cluster, url: string, work: () => Promise<void>): Promise<number> {
  await setAutovacuum(cluster, 'off');
  try {
    await waitUntilIdle(cluster, url);
    const before = await readBlocks(url);
    await work();
    await waitUntilIdle(cluster, url);
    await delay(publicationMs);
    return (await readBlocks(url)) - before;
  } finally {
    await setAutovacuum(cluster, 'on');
  }
}
