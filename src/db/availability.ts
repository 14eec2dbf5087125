/**
 * Decides whether an error means that the database is unavailable, so that the same request may succeed later. Every
 * other database error is a bug or a refusal.
 */
import { StartError } from '../kernel/start-error.ts';

/**
 * SQLSTATE classes: connection (08), invalid login (28) and database name (3D), insufficient resources (53: disk,
 * memory, connections), operator intervention (57: shutdown, startup, cancel), system error (58).
 * Single codes: 25006, a standby is read-only; 55000, the database accepts no connections.
 */
const unavailableState = /^(?:(?:08|28|3D|53|57|58)[0-9A-Z]{3}|25006|55000)$/;

/** Errors of the network and of name resolution. */
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

/** Messages of pg errors without a code. */
const unavailableMessage =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  // createWorldLock refuses new connections during an import, or if the database contains another world.
  if (error instanceof StartError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return unavailableState.test(code) || unavailableErrno.has(code);
  return unavailableMessage.test(error.message);
}
