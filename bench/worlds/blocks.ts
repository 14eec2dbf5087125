/** Blocks that statements in a database have read, from its cache or from the disk. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** Idle Postgres processes publish their counters after at most 10 s. */
const publicationMs = 10_500;

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

async function readBlocks({ admin }: Cluster, url: string): Promise<number> {
  const { rows } = await admin.query<{ blocks: string }>(
    'SELECT blks_hit + blks_read AS blocks FROM pg_stat_database WHERE datname = $1',
    [nameOf(url)],
  );
  return Number(rows[0]?.blocks);
}

/** Waits until no statement has run in the database for a second. */
export async function waitUntilIdle({ admin }: Cluster, url: string): Promise<void> {
  for (let quiet = 0; quiet < 10; quiet += 1) {
    await delay(100);
    const { rows } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = $1 AND state <> 'idle' AND backend_type = 'client backend'`,
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
  const before = await readBlocks(cluster, url);
  await work();
  await waitUntilIdle(cluster, url);
  await delay(publicationMs);
  return (await readBlocks(cluster, url)) - before;
}
