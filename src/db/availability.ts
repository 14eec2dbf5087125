/**
 * Decides whether an error means that the database cannot serve at present, so that the same request may succeed
 * later. Every other error of the database is a bug or a refusal.
 */
import { StartError } from '../kernel/start-error.ts';

/**
 * Classes of SQLSTATE: connection (08), login (28) and database name (3D) refused, resources exhausted (53: disk,
 * memory, connections), operator intervention (57: shutdown, start, cancel), operating system error (58).
 * Of other classes: 25006, a standby is read-only; 55000, the database accepts no connections.
 */
const unavailableState = /^(?:(?:08|28|3D|53|57|58)[0-9A-Z]{3}|25006|55000)$/;

/** The network and the name service. */
const unavailableErrno = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'EADDRNOTAVAIL'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA'],
]);

/** Errors of pg that carry no code. */
const unavailableMessage =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Client was closed)/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  // A new connection is refused while a world is imported, or when the database holds another world.
  if (error instanceof StartError) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return unavailableState.test(code) || unavailableErrno.has(code);
  return unavailableMessage.test(error.message);
}
