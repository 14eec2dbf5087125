/**
 * The world lock: every connection of an instance takes it shared before anything else, an import takes it
 * exclusively (src/db/exclusive-lock.ts), and so do migrations that stand alone (src/db/migrate.ts). So neither starts
 * while the other is connected. Each connection also checks the world's settings.
 */
import type pg from 'pg';
import { advisoryLocks } from '../db/names.ts';
import { StartError } from '../kernel/start-error.ts';
import { requireSameWorld, type ConfiguredWorld } from './settings.ts';

/** The check of each new connection. It throws a StartError while the lock is held exclusively, or if the world has other settings. */
export function createWorldLock(configured: ConfiguredWorld): (client: pg.ClientBase) => Promise<void> {
  return async (client) => {
    const { rows } = await client.query<{ admitted: boolean; world: ConfiguredWorld | null }>(
      `SELECT pg_try_advisory_lock_shared($1) AS admitted, (SELECT value FROM settings WHERE key = 'world') AS world`,
      [advisoryLocks.world],
    );
    const [row] = rows;
    if (row?.admitted !== true) {
      throw new StartError(
        'A world is being imported into this database, or upgraded by a newer release. Start again afterwards.',
      );
    }
    if (row.world !== null) requireSameWorld(row.world, configured);
  };
}
