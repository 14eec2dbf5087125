/** Removes expired rows and maintains derived ones, every 15 minutes, on every instance. */
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { minuteMs } from '../kernel/time.ts';
import { execute, type Statement } from './pool.ts';

const intervalMs = 15 * minuteMs;
/** The LIMIT of large deletions. They run repeatedly, so that none holds its locks for long. */
export const deletedAtOnce = 10_000;

/** SQL that deletes the first `deletedAtOnce` rows of a table that meet a condition. */
export const deletePartSql = (table: string, condition: string, order: string): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ${deletedAtOnce}
   ))`;

/**
 * SQL that deletes the oldest rows of a table, up to the time $1. It needs an index on the minutes of the column.
 * @param column in milliseconds since 1970
 * @param condition that of the index
 */
export const deleteOldestSql = (table: string, column: string, condition = 'true'): string =>
  deletePartSql(
    table,
    `${condition} AND ${column} <= $1 AND ${column} / 60000 <= $1 / 60000`,
    `${column} / 60000`,
  );

export interface CleaningDeps {
  pool: pg.Pool;
  clock: Clock;
  log: Log;
}

/** Runs a task regularly. A failed run is retried at the next interval. Returns a function that stops it. */
export function runRegularly(
  { clock, log }: CleaningDeps,
  name: string,
  task: (now: number) => Promise<void>,
  everyMs = intervalMs,
): () => void {
  let cancel: () => void = () => undefined;
  /** Pending runs. Only one run is active at a time; it covers all runs that became due before it started. */
  let due = 0;
  const run = async (): Promise<void> => {
    due += 1;
    if (due > 1) return;
    try {
      while (due > 0) {
        due = 1;
        await task(clock.now());
        due -= 1;
      }
    } finally {
      due = 0;
    }
  };
  const schedule = (): void => {
    cancel = clock.schedule(clock.now() + everyMs, () => {
      run().catch((error: unknown) => {
        log.warn({ err: error, statement: name }, 'cleanup failed, retrying later');
      });
      schedule();
    });
  };
  schedule();
  return () => {
    cancel();
  };
}

/**
 * Runs a deletion regularly.
 * @param values the parameters of the statement for a run
 * @param atOnce the LIMIT of the deletion; it is repeated as long as it reaches that
 */
export function cleanRegularly(
  deps: CleaningDeps,
  deletion: Statement<object>,
  values: (now: number) => unknown[],
  atOnce = deletedAtOnce,
): () => void {
  return runRegularly(deps, deletion.name, async (now) => {
    const parameters = values(now);
    while ((await execute(deps.pool, deletion, parameters)) >= atOnce);
  });
}
