/** The exclusive world lock: for changes during which no instance may be connected. */
import type pg from 'pg';
import { advisoryLocks, applicationNames } from './names.ts';

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
