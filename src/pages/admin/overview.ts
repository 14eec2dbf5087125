/** What the overview of operators adds to `world info`. */
import { statfs } from 'node:fs/promises';
import { z } from 'zod';
import { count, integer } from '../../db/columns.ts';
import { selectOptional, statement } from '../../db/pool.ts';
import { minuteMs } from '../../kernel/time.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import type { Services } from '../../world/services.ts';

const activeMs = 15 * minuteMs;

const selectStaffOverview = statement('selectStaffOverview', {
  sql: `SELECT (
     SELECT count(*) FROM empires JOIN users ON users.id = owner_id AND NOT is_bot
     WHERE kind = 'player' AND last_active_at > $1::bigint
   ) AS players_now, pg_database_size(current_database()) AS database_bytes`,
  row: z.strictObject({ players_now: count, database_bytes: integer }),
});

/** The values of a counter, or the counts of a histogram, by a label. */
async function countsBy(
  metric: Metrics['commandSeconds' | 'requests'],
  label: string,
): Promise<[string, number][]> {
  const counts = new Map<string, number>();
  for (const value of (await metric.get()).values) {
    const name = String((value.labels as Record<string, unknown>)[label]);
    const isCount = !('metricName' in value) || value.metricName.endsWith('_count');
    if (isCount) counts.set(name, (counts.get(name) ?? 0) + value.value);
  }
  return [...counts];
}

/** @param dataDir null: the database has its own machine */
export async function readOverview(
  { pool, clock, metrics }: Services,
  dataDir: string | null,
): Promise<object> {
  const now = clock.now();
  const [row, disk, orders, statuses, codes] = await Promise.all([
    selectOptional(pool, selectStaffOverview, [now - activeMs]),
    dataDir === null ? null : statfs(dataDir),
    countsBy(metrics.commandSeconds, 'outcome'),
    countsBy(metrics.requests, 'status'),
    countsBy(metrics.statementErrors as Metrics['requests'], 'code'),
  ]);
  return {
    ...row,
    disk: disk && { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
    orders,
    statuses: statuses.filter(([status]) => !/^[23]/.test(status)),
    codes,
  };
}
