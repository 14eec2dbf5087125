/** Waits until a database has nothing to do. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';

/** Waits until no statement and no autovacuum has run in the database for a second. */
export async function waitUntilIdle({ admin }: Cluster, url: string): Promise<void> {
  const database = new URL(url).pathname.slice(1);
  for (let quiet = 0; quiet < 10; quiet += 1) {
    await delay(100);
    const { rows } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE datname = $1
         AND (state <> 'idle' AND backend_type = 'client backend' OR backend_type = 'autovacuum worker')`,
      [database],
    );
    if (rows.length > 0) quiet = -1;
  }
}
