/**
 * Rankings: materialized views of positions and empires, which an instance refreshes while scores change. Everything
 * else is read live.
 */
import { z } from 'zod';
import { integer } from '../../db/columns.ts';
import { execute, selectOptional, statement, type Db } from '../../db/pool.ts';
import { transaction } from '../../db/transaction.ts';
import type { Log } from '../../kernel/log.ts';
import { minuteMs, secondMs } from '../../kernel/time.ts';
import type { WorldDeps } from '../deps.ts';

/** SQL condition on an empire. */
export const isPlayer = `kind = 'player'`;

/** The views of migrations/0007_rankings.sql. */
const rankedViews = [
  'ranked_by_score',
  'ranked_by_military_score',
  'ranked_by_economic_score',
  'ranked_by_created_at',
  'ranked_by_name',
  'ranked_by_alliance_score',
] as const;
export type RankedView = (typeof rankedViews)[number];

export type ScoreColumn = 'score' | 'military_score' | 'economic_score';

/** The literal bounds what plans expect: the largest page, and one entry more. */
export const limitSql = (sql: string, limit: string): string =>
  `(SELECT * FROM (${sql} LIMIT 101) AS bounded LIMIT ${limit})`;

/** SQL of one row: entries with `mine` and `position` as JSON, and the time of the view's order. */
export const entriesSql = (view: RankedView, entries: string): string =>
  `SELECT refreshed_at, (SELECT coalesce(json_agg(entry ORDER BY mine, position), '[]') FROM (${entries}) AS entry) AS entries
   FROM ranking_refreshes WHERE view = '${view}'`;

export const totalSql = (view: RankedView): string => `(SELECT coalesce(max(position), 0) FROM ${view})`;

/** In a small world, a view is refreshed about every 10 s. */
const checkedEveryMs = 2 * secondMs;
const minAgeMs = 8 * secondMs;
/** A refresh takes at most a twentieth of the time. */
const minAgeFactor = 20;
/** A refresh that takes longer has lost its connection. */
const maxRefreshMs = 10 * minuteMs;

/**
 * SQL of Postgres' counters for changes of `empires`. An update that changes no indexed column ("hot") changes no
 * score. A counter follows its transaction within seconds. It is read before the refresh, so that no change is missed.
 * A crash of Postgres resets the counters.
 */
const changesSql = `concat_ws(' ', pg_postmaster_start_time(),
  pg_stat_get_tuples_inserted('empires'::regclass), pg_stat_get_tuples_deleted('empires'::regclass),
  pg_stat_get_tuples_updated('empires'::regclass) - pg_stat_get_tuples_hot_updated('empires'::regclass))`;

// $1 now.
const claimRefresh = statement('claimRefresh', {
  sql: `SELECT view, ${changesSql} AS changes, pg_backend_pid() AS pid FROM ranking_refreshes
   WHERE refreshed_at + greatest(${minAgeMs}, ${minAgeFactor} * took_ms) <= $1 AND changes <> ${changesSql}
   ORDER BY refreshed_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
  row: z.strictObject({ view: z.enum(rankedViews), changes: z.string(), pid: integer }),
});

const noteRefresh = statement('noteRefresh', {
  sql: `UPDATE ranking_refreshes SET refreshed_at = $2, changes = $3,
     took_ms = extract(epoch FROM clock_timestamp() - now()) * 1000
   WHERE view = $1`,
});

const noteRefreshes = statement('noteRefreshes', {
  sql: `UPDATE ranking_refreshes SET refreshed_at = $1, took_ms = 0, changes = ''`,
});

/**
 * Refreshes a view that is old enough, unless no score has changed since. One instance at a time refreshes a view. If it
 * ends early, the view stays as it was.
 * @param onBegin receives the pid of the backend
 * @returns whether a view was refreshed
 */
export function refreshNext(
  { pool, clock }: Pick<WorldDeps, 'pool' | 'clock'>,
  onBegin: (pid: number) => void = () => undefined,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    const now = Math.floor(clock.now());
    const due = await selectOptional(tx, claimRefresh, [now]);
    if (due === null) return false;
    const { view, changes, pid } = due;
    onBegin(pid);
    const text = `REFRESH MATERIALIZED VIEW CONCURRENTLY ${view}`;
    await tx.query({ text, values: [], query_timeout: maxRefreshMs });
    await execute(tx, noteRefresh, [view, now, changes]);
    return true;
  });
}

/** For use after a restore. Readers wait meanwhile. */
export async function refreshAll(db: Db, now: number): Promise<void> {
  for (const view of rankedViews) await db.query({ text: `REFRESH MATERIALIZED VIEW ${view}`, values: [] });
  await execute(db, noteRefreshes, [Math.floor(now)]);
}

/** Begins once the due work has been applied. Returns a function that stops it. */
export function startRefreshing(
  deps: Pick<WorldDeps, 'pool' | 'clock'> & { log: Log },
  isCaughtUp: () => boolean,
): () => Promise<void> {
  const { pool, clock, log } = deps;
  let isStopped = false;
  let running: Promise<void> | null = null;
  let pid: number | null = null;
  const refresh = async (): Promise<void> => {
    try {
      while (!isStopped && isCaughtUp() && (await refreshNext(deps, (begun) => (pid = begun))));
    } catch (error) {
      if (!isStopped) log.warn({ err: error }, 'rankings: refresh failed, retrying later');
    }
    pid = null;
    running = null;
  };
  const cancel = clock.machine.every(checkedEveryMs, () => {
    running ??= refresh();
  });
  return async () => {
    cancel();
    isStopped = true;
    if (pid !== null) await pool.query('SELECT pg_cancel_backend($1)', [pid]).catch(() => undefined);
    await running;
  };
}
