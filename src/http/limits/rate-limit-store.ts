/**
 * Rate limit counters in Postgres, shared by all instances, by the clock of the database. A window that ends later than
 * a new one began before that clock was set back, and counts no longer; 5 s are the tolerance for statements that
 * waited. src/server/cleaning.ts removes past windows.
 */
import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import type pg from 'pg';
import { z } from 'zod';
import { count } from '../../db/columns.ts';
import { execute, selectOne, statement, type Db } from '../../db/pool.ts';
import type { MachineTime } from '../../kernel/clock.ts';

/** Counts a hit of each key, and returns how long its window lasts. The parameters are SQL. */
export const countHitsSql = (keys: string, windowLength: string): string => `
  INSERT INTO rate_limit_counters AS counter (key, hits, resets_at)
  SELECT key, 1, now() + ${windowLength} FROM unnest(${keys}) AS key ORDER BY key
  ON CONFLICT (key) DO UPDATE SET
    hits = CASE WHEN counter.resets_at > now() AND counter.resets_at < excluded.resets_at + interval '5 s'
      THEN counter.hits + 1 ELSE 1 END,
    resets_at = CASE WHEN counter.resets_at > now() AND counter.resets_at < excluded.resets_at + interval '5 s'
      THEN counter.resets_at ELSE excluded.resets_at END
  RETURNING key, hits, (extract(epoch FROM resets_at - clock_timestamp()) * 1000)::float8 AS ms_left`;

/** The window of a single hit ends. Like `countHitsSql`, it locks the counters in the order of their keys. */
export const undoHitsSql = (keys: string): string => `
  UPDATE rate_limit_counters counter SET
    hits = greatest(hits - 1, 1), resets_at = CASE WHEN hits > 1 THEN resets_at ELSE '-infinity' END
  FROM (SELECT key FROM rate_limit_counters WHERE key = ANY (${keys}) ORDER BY key FOR UPDATE) AS locked
  WHERE counter.key = locked.key`;

const countHit = statement('countHit', {
  sql: countHitsSql('ARRAY[$1::text]', "$2::double precision * interval '1 millisecond'"),
  row: z.strictObject({ key: z.string(), hits: count, ms_left: z.number() }),
});

/** Counts a use. Returns the milliseconds left of the window if the limit is exceeded, otherwise null. */
export async function hit(db: Db, key: string, limit: number, windowMs: number): Promise<number | null> {
  const { hits, ms_left } = await selectOne(db, countHit, [`hit ${key}`, windowMs]);
  return hits <= limit ? null : ms_left;
}

const undoHitsStatement = statement('undoHits', { sql: undoHitsSql('$1::text[]') });

export async function undoHits(db: Db, keys: readonly string[]): Promise<void> {
  await execute(db, undoHitsStatement, [keys]);
}

export class PostgresCounters implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  // `Store` demands these; nothing calls them.
  readonly decrement = (): void => undefined;
  readonly resetKey = (): void => undefined;
  readonly #pool: pg.Pool;
  readonly #time: MachineTime;
  #windowMs = 0;

  constructor(pool: pg.Pool, time: MachineTime, prefix: string) {
    this.#pool = pool;
    this.#time = time;
    this.prefix = prefix;
  }

  init({ windowMs }: Options): void {
    this.#windowMs = windowMs;
  }

  async increment(key: string): Promise<IncrementResponse> {
    const { hits, ms_left } = await selectOne(this.#pool, countHit, [this.prefix + key, this.#windowMs]);
    // The library compares the moment with the time of this machine.
    return { totalHits: hits, resetTime: new Date(this.#time.now() + ms_left) };
  }
}
