/**
 * The world lock: every connection of an instance takes it shared before anything else, an import takes it
 * exclusively. So neither starts while the other is connected. Each connection also checks the world's settings.
 */
import type pg from 'pg';
import { advisoryLocks, applicationNames } from '../db/names.ts';
import { StartError } from '../kernel/start-error.ts';
import type { WorldSettings } from './load.ts';
import { requireSameWorld } from './settings.ts';

/** The check of each new connection. It throws a StartError during an import, or if the world has other settings. */
export function createWorldLock(configured: WorldSettings): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    const { rows } = await client.query<{ admitted: boolean; world: WorldSettings | null }>(
      `SELECT pg_try_advisory_lock_shared($1) AS admitted, (SELECT value FROM settings WHERE key = 'world') AS world`,
      [advisoryLocks.world],
    );
    const [row] = rows;
    if (row?.admitted !== true) {
      throw new StartError('A world is being imported into this database. Start again after the import.');
    }
    if (row.world !== null) requireSameWorld(row.world, configured);
  };
}

/**
 * Takes the exclusive lock for this connection, until it ends. Returns false while an instance is connected. Instances
 * of releases without the lock are recognised by their feed connection.
 */
export async function lockWorldExclusively(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock($1) AND NOT EXISTS (
       SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = '${applicationNames.feed}'
     ) AS taken`,
    [advisoryLocks.world],
  );
  return rows[0]?.taken === true;
}
