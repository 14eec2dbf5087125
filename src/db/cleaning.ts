/** Removes expired rows every 15 minutes, on every instance. */
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { minuteMs } from '../kernel/time.ts';
import { execute, type Statement } from './pool.ts';

const intervalMs = 15 * minuteMs;
/** The LIMIT of large deletions. They run repeatedly, so that none holds its locks for long. */
export const deletedAtOnce = 10_000;

export interface CleaningDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}

/**
 * Runs a deletion regularly. A failed one is retried at the next interval. Returns a function that stops it.
 * @param values the parameters of the statement for a run
 */
export function cleanRegularly(
  { pool, clock, log }: CleaningDeps,
  deletion: Statement<object>,
  values: (now: number) => unknown[],
): () => void {
  let cancel: () => void = () => undefined;
  /** Pending runs. Only one run is active at a time; it covers all runs that became due before it started. */
  let due = 0;
  const removeExpired = async (): Promise<void> => {
    due += 1;
    if (due > 1) return;
    try {
      while (due > 0) {
        due = 1;
        const parameters = values(clock.now());
        while ((await execute(pool, deletion, parameters)) >= deletedAtOnce);
        due -= 1;
      }
    } finally {
      due = 0;
    }
  };
  const schedule = (): void => {
    cancel = clock.schedule(clock.now() + intervalMs, () => {
      removeExpired().catch((error: unknown) => {
        log.warn({ err: error, statement: deletion.name }, 'cleanup failed, retrying later');
      });
      schedule();
    });
  };
  schedule();
  return () => {
    cancel();
  };
}
