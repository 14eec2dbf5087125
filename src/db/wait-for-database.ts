/** Waits at the start for a database that is starting or restarting. */
import { machineTime } from '../kernel/clock.ts';
import pg from 'pg';
import { isDatabaseUnavailable } from './availability.ts';

const pauseMs = 500;
const connectTimeoutMs = 5_000;

/** SQLSTATE classes of errors that waiting does not repair: wrong login, no such database. */
const lastingState = /^(?:28|3D)/;

function isTemporary(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isDatabaseUnavailable(error) && !(typeof code === 'string' && lastingState.test(code));
}

async function findError(connectionString: string): Promise<unknown> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT');
    return null;
  } catch (error) {
    return error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Resolves when the database answers, when waiting cannot help, or after `patienceMs`. It never rejects: the next use of
 * the database reports the reason.
 * @param onWait is called once, before the first pause
 */
export async function waitForDatabase(
  connectionString: string,
  patienceMs: number,
  onWait: (error: unknown) => void,
): Promise<void> {
  const startedAt = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    const error = await findError(connectionString);
    if (error === null || !isTemporary(error) || performance.now() - startedAt > patienceMs) return;
    if (isFirst) onWait(error);
    await machineTime.delay(pauseMs);
  }
}
