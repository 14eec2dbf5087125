/**
 * Who works on a world: instances share it, an import has it to itself. Every connection of an instance to its
 * world holds the world's lock, shared, from its first moment on, so that no import begins while one is left, and
 * none is made while an import lasts; and each makes sure that the world is the one the instance was started for.
 */
import type pg from 'pg';
import { advisoryLocks, applicationNames } from '../db/names.ts';
import { StartError } from '../kernel/start-error.ts';
import type { WorldSettings } from './load.ts';
import { requireSameWorld } from './settings.ts';

/** Makes what every new connection of an instance goes through; throws a StartError where it may not work. */
export function createWorldLock(wanted: WorldSettings): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    const { rows } = await client.query<{ admitted: boolean; world: WorldSettings | null }>(
      `SELECT pg_try_advisory_lock_shared($1) AS admitted, (SELECT value FROM settings WHERE key = 'world') AS world`,
      [advisoryLocks.world],
    );
    const [row] = rows;
    if (row?.admitted !== true) {
      throw new StartError('A world is being imported into this database: start again when that is done.');
    }
    if (row.world !== null) requireSameWorld(row.world, wanted);
  };
}

/**
 * Takes the world for this connection alone, until it ends; false while an instance is connected. One of a release
 * that did not know the lock is told by its feed.
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
