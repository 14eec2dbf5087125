/** Removing what is kept for a time only: every quarter of an hour, on every instance. */
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { execute } from './pool.ts';
import type { Statement } from './pool.ts';

const intervalMs = 15 * 60 * 1000;

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
  const schedule = (): void => {
    cancel = clock.schedule(clock.now() + intervalMs, () => {
      execute(pool, deletion, values(clock.now())).catch((error: unknown) => {
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
