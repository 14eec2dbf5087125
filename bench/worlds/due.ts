/** Makes work due in a world by SQL, and reads from the database when it was done. */
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

/** Every player's empire up to `count` gets one soldier in training in its capital, finished at `at` (milliseconds since 1970). */
export async function planTraining(client: pg.Client, count: number, at: number): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `CREATE TEMP TABLE planned ON COMMIT DROP AS
     SELECT DISTINCT ON (empire_id) empire_id, id AS city_id FROM cities
     WHERE empire_id IN (SELECT id FROM empires WHERE kind = 'player' ORDER BY id LIMIT $1) ORDER BY empire_id, founded_at, id`,
    [count],
  );
  await client.query('ANALYZE planned');
  await client.query(
    `UPDATE cities SET training = jsonb_build_array(jsonb_build_object(
       'id', gen_random_uuid(), 'unit', 'soldiers', 'quantity', 1, 'startsAt', $1::bigint - 60000, 'completesAt', $1::bigint
     ))
     FROM planned WHERE cities.id = planned.city_id`,
    [at],
  );
  await client.query('INSERT INTO due_empires (at, empire_id) SELECT $1, empire_id FROM planned', [at]);
  await client.query('COMMIT');
}

/**
 * Waits until `count` rows exist.
 * @param text a query that returns the number of rows
 */
export async function waitForCount(
  client: pg.Client,
  { text, values }: { text: string; values: unknown[] },
  count: number,
  patienceMs = 600_000,
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { rows } = await client.query<{ count: string }>(text, values);
    if (Number(rows[0]?.count) >= count) return;
    if (performance.now() > until) throw new Error(`only ${rows[0]?.count ?? 0} of ${count} are done`);
    await delay(100);
  }
}

/**
 * Counts the trainings that were finished for this moment: each has an entry in an event log. 0 while any is left, because
 * the product shares the cores with this query.
 */
export const countTrained = (at: number): { text: string; values: unknown[] } => ({
  text: `SELECT CASE WHEN EXISTS (SELECT FROM due_empires WHERE at <= $1) THEN 0 ELSE (
      SELECT count(*) FROM event_log_entries WHERE at = $1 AND type = 'unit_training_complete'
    ) END AS count`,
  values: [at],
});

/** Seconds from `at` to the commits of the rows of a table. */
export async function readLateness(
  client: pg.Client,
  table: string,
  condition: string,
  at: number,
): Promise<number[]> {
  const { rows } = await client.query<{ late: number }>(
    `SELECT (extract(epoch FROM pg_xact_commit_timestamp(xmin)) - $1::float8 / 1000)::float8 AS late
     FROM ${table} WHERE ${condition}`,
    [at],
  );
  return rows.map(({ late }) => late);
}
