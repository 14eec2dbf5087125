/** Deletes expired rows regularly, every 15 minutes by default, on every instance. */
import type pg from 'pg';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import { minuteMs } from '../kernel/time.ts';

const intervalMs = 15 * minuteMs;
/** Large deletions run repeatedly, so that none holds its locks for long. */
export const deletedAtOnce = 10_000;

export const deletePartSql = (table: string, condition: string, order: string): string =>
  `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ${deletedAtOnce}
   ))`;

/**
 * Deletes the oldest rows, up to the time $1. Needs an index on the minutes of the column.
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

/** Retries a failed run at the next interval. Returns a function that stops it. */
export function runRegularly(
  { clock, log }: CleaningDeps,
  name: string,
  task: (now: number) => Promise<void>,
  everyMs = intervalMs,
): () => void {
  let cancel: () => void = () => undefined;
  /** One more run follows the present one, and covers all that have become due. */
  let isDue = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      try {
        await task(clock.now());
      } catch (error) {
        log.warn({ err: error, statement: name }, 'cleanup failed, retrying later');
      }
    }
    isRunning = false;
  };
  const schedule = (): void => {
    cancel = clock.schedule(clock.now() + everyMs, () => {
      void run();
      schedule();
    });
  };
  schedule();
  return () => {
    cancel();
  };
}
