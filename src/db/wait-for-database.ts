/** Repeats the first use of the database at a start while it is starting, restarting or unreachable. */
import { machineTime } from '../kernel/clock.ts';
import { StartError } from '../kernel/start-error.ts';
import { isDatabaseUnavailable } from './availability.ts';

const retryDelayMs = 500;

/** SQLSTATE classes of errors that waiting does not repair: wrong login, no such database. */
const lastingState = /^(?:28|3D)/;

function isTemporary(error: unknown): boolean {
  const cause = error instanceof StartError ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return isDatabaseUnavailable(cause) && !(typeof code === 'string' && lastingState.test(code));
}

/**
 * Runs `work`, and repeats it while it fails because the database is unavailable, for up to `timeoutMs`.
 * @param onWait is called once, before the first delay
 * @throws the error of the last attempt
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
