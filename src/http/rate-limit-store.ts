/**
 * Rate limit counters in Postgres, exact and shared by all instances. Each request is one upsert into an unlogged
 * table. Windows follow the clock of the database. A window that ends later than a new one began before that clock was
 * set back, and counts no longer; 5 s are the tolerance for statements that waited.
 */
import type { IncrementResponse, Options, Store } from 'express-rate-limit';
import type pg from 'pg';
import { z } from 'zod';
import { cleanRegularly } from '../db/cleaning.ts';
import { count, timestamp } from '../db/columns.ts';
import { execute, selectOptional, statement } from '../db/pool.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';

const countHit = statement(
  'countHit',
  `INSERT INTO rate_limit_counters AS counter (key, hits, resets_at)
   VALUES ($1, 1, now() + $2::double precision * interval '1 millisecond')
   ON CONFLICT (key) DO UPDATE SET
     hits = CASE WHEN counter.resets_at > now() AND counter.resets_at < excluded.resets_at + interval '5 s'
       THEN counter.hits + 1 ELSE 1 END,
     resets_at = CASE WHEN counter.resets_at > now() AND counter.resets_at < excluded.resets_at + interval '5 s'
       THEN counter.resets_at ELSE excluded.resets_at END
   RETURNING hits, resets_at`,
  z.strictObject({ hits: count, resets_at: timestamp }),
);

const takeHitBack = statement(
  'takeHitBack',
  'UPDATE rate_limit_counters SET hits = hits - 1 WHERE key = $1 AND hits > 1',
);

const deleteCounter = statement('deleteCounter', 'DELETE FROM rate_limit_counters WHERE key = $1');

const deletePastCounters = statement(
  'deletePastCounters',
  'DELETE FROM rate_limit_counters WHERE resets_at < now()',
);

/** Regularly removes the counters of past windows. Returns a function that stops it. */
export function cleanCounters(pool: pg.Pool, clock: Clock, log: Log): () => void {
  return cleanRegularly({ pool, clock, log }, deletePastCounters, () => []);
}

export class PostgresCounters implements Store {
  readonly localKeys = false;
  readonly prefix: string;
  readonly #pool: pg.Pool;
  #windowMs = 0;

  /** @param prefix separates the keys of different limits */
  constructor(pool: pg.Pool, prefix: string) {
    this.#pool = pool;
    this.prefix = prefix;
  }

  init({ windowMs }: Options): void {
    this.#windowMs = windowMs;
  }

  async increment(key: string): Promise<IncrementResponse> {
    const counted = await selectOptional(this.#pool, countHit, [this.prefix + key, this.#windowMs]);
    return { totalHits: counted?.hits ?? 1, resetTime: counted?.resets_at };
  }

  async decrement(key: string): Promise<void> {
    await execute(this.#pool, takeHitBack, [this.prefix + key]);
  }

  async resetKey(key: string): Promise<void> {
    await execute(this.#pool, deleteCounter, [this.prefix + key]);
  }
}
