/** Removing what is kept for a time only: every quarter of an hour, on every instance. */
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { minuteMs } from '../kernel/time.ts';
import { execute, type Statement } from './pool.ts';

const intervalMs = 15 * minuteMs;
/** A deletion of more says so in its LIMIT, and is repeated: none holds its locks for long. */
export const deletedAtOnce = 10_000;

export interface CleaningDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}

/**
 * Runs a deletion regularly; one that fails is tried again the next time. Returns a function that ends it.
 * @param values what the statement is given each time
 */
export function cleanRegularly(
  { pool, clock, log }: CleaningDeps,
  deletion: Statement<object>,
  values: (now: number) => unknown[],
): () => void {
  let cancel: () => void = () => undefined;
  /** Times it was due and has not run since: one runs at a time, and answers for all that came before it. */
  let due = 0;
  const removePast = async (): Promise<void> => {
    due += 1;
    if (due > 1) return;
    try {
      while (due > 0) {
        due = 1;
        const given = values(clock.now());
        while ((await execute(pool, deletion, given)) >= deletedAtOnce);
        due -= 1;
      }
    } finally {
      due = 0;
    }
  };
  const schedule = (): void => {
    cancel = clock.schedule(clock.now() + intervalMs, () => {
      removePast().catch((error: unknown) => {
        log.warn({ err: error, statement: deletion.name }, 'what is past could not be removed');
      });
      schedule();
    });
  };
  schedule();
  return () => {
    cancel();
  };
}
