/** Decides whether an error means that the database is unavailable, so that the same request may succeed later. */
import { StartError } from '../kernel/start-error.ts';
import { machineTime } from '../kernel/clock.ts';

/**
 * SQLSTATE classes: connection (08), invalid login (28) and database name (3D), insufficient resources (53), operator
 * intervention (57: shutdown, startup, cancel), system error (58). Single codes: 25006, a standby is read-only; 55000,
 * the database accepts no connections.
 */
const unavailableState = /^(?:(?:08|28|3D|53|57|58)[0-9A-Z]{3}|25006|55000)$/;

const unavailableErrno = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'EADDRNOTAVAIL',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
]);

const unavailableMessage =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  // createWorldLock refuses new connections during a restore, or if the database contains another world.
  if (error instanceof StartError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return unavailableState.test(code) || unavailableErrno.has(code);
  return unavailableMessage.test(error.message);
}

const retryDelayMs = 500;

const lastingState = /^(?:28|3D)/;

function isTemporary(error: unknown): boolean {
  const cause = error instanceof StartError ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return isDatabaseUnavailable(cause) && !(typeof code === 'string' && lastingState.test(code));
}

/**
 * Repeats `work` while the database is unavailable, for up to `timeoutMs`.
 * @param onWait is called once, before the first delay
 * @throws the last error
 */
export async function waitForDatabase<T>(
  work: () => Promise<T>,
  timeoutMs: number,
  onWait: (error: unknown) => void,
): Promise<T> {
  const startedAt = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await work();
    } catch (error) {
      if (!isTemporary(error) || performance.now() - startedAt > timeoutMs) throw error;
      if (isFirst) onWait(error);
      await machineTime.delay(retryDelayMs);
    }
  }
}
