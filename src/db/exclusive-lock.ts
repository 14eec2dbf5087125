/** The exclusive world lock: for changes during which no instance may be connected. */
import type pg from 'pg';
import { advisoryLocks } from './names.ts';

/** Takes the exclusive lock for this connection, until it ends. Returns false while an instance is connected. */
export async function lockWorldExclusively(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    advisoryLocks.world,
  ]);
  return rows[0]?.taken === true;
}
