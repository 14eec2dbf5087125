/** Renews the marks of rank-marks.ts that are too old when positions are read. */
import type pg from 'pg';
import { z } from 'zod';
import { integer, moment } from '../../db/columns.ts';
import { selectOptional, statement } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';
import { isPlayer, lists, type List, type Ordering } from './rank-marks.ts';

/** In a smaller world, counting is as fast. */
const minEmpires = 1000;
/** Marks last so long, and so many times as long as it took to make them: renewals use at most 2 % of a core. */
const minAgeMs = 10_000;
const minAgeTimes = 50;

// $1 now. One transaction renews at a time: the others skip the locked row, and use the marks of before. Without marks there
// is no row, and all entries are counted.
function renewalSql(ordering: Ordering): string {
  const { entries, source = entries, key, markKey, step }: List = lists[ordering];
  const marks = `ranking_marks WHERE ordering = '${ordering}'`;
  const hasMarks = `EXISTS (SELECT FROM ${marks} AND position = ${step - 1})`;
  const columns = markKey.join(', ');
  return `WITH claimed AS MATERIALIZED (
       SELECT FROM ranking_renewals
       WHERE ordering = '${ordering}' AND renewed_at + greatest(${minAgeMs}, ${minAgeTimes} * took_ms) <= $1
         AND (${hasMarks} OR EXISTS (SELECT FROM empires WHERE ${isPlayer} OFFSET ${minEmpires - 1}))
       FOR UPDATE SKIP LOCKED
     ),
     removed AS (DELETE FROM ${marks} AND EXISTS (SELECT FROM claimed) RETURNING position),
     made AS (
       INSERT INTO ranking_marks (ordering, position, ${columns})
       SELECT '${ordering}', position, ${columns} FROM (
         SELECT ${key.join(', ')}, row_number() OVER (ORDER BY ${key.join(', ')}) - 1
         FROM ${source} AND EXISTS (SELECT FROM claimed)
       ) AS listed (${columns}, position)
       -- The count makes sure that the marks of before are removed first.
       WHERE (position + 1) % ${step} = 0 AND (SELECT count(*) FROM removed) >= 0
       RETURNING position
     ),
     renewed AS (
       UPDATE ranking_renewals SET renewed_at = $1,
         took_ms = extract(epoch FROM clock_timestamp() - statement_timestamp()) * 1000
       WHERE ordering = '${ordering}' AND EXISTS (SELECT FROM claimed) AND (SELECT count(*) FROM made) >= 0
       RETURNING renewed_at, took_ms
     )
     SELECT * FROM renewed
     UNION ALL
     SELECT renewed_at, took_ms FROM ranking_renewals
     WHERE ordering = '${ordering}' AND NOT EXISTS (SELECT FROM renewed) AND ${hasMarks}`;
}

function renewStatement(name: string, ordering: Ordering) {
  return statement(name, renewalSql(ordering), z.strictObject({ renewed_at: moment, took_ms: integer }));
}

const renewScoreMarks = renewStatement('renewScoreMarks', 'score');
const renewMilitaryMarks = renewStatement('renewMilitaryMarks', 'military_score');
const renewEconomicMarks = renewStatement('renewEconomicMarks', 'economic_score');
const renewAllianceMarks = renewStatement('renewAllianceMarks', 'alliance_score');
const renewAgeMarks = renewStatement('renewAgeMarks', 'created_at');
const renewNameMarks = renewStatement('renewNameMarks', 'name');

const renewals = {
  score: renewScoreMarks,
  military_score: renewMilitaryMarks,
  economic_score: renewEconomicMarks,
  alliance_score: renewAllianceMarks,
  created_at: renewAgeMarks,
  name: renewNameMarks,
} satisfies Record<Ordering, unknown>;

interface Deps {
  pool: pg.Pool;
  clock: Clock;
}

/** What an instance knows of marks. Without any, `renewedAt` is null. */
type Known = Partial<Record<Ordering, { expiresAt: number; renewedAt: number | null }>>;
const known = new WeakMap<pg.Pool, Known>();

/**
 * Makes new marks if those of an ordering are too old. Call it before reading positions.
 * Returns the time of the marks; null if there are none, so that positions are counted now.
 */
export async function renewMarks({ pool, clock }: Deps, ordering: Ordering): Promise<number | null> {
  const now = clock.now();
  const ofPool = known.get(pool) ?? {};
  known.set(pool, ofPool);
  const latest = ofPool[ordering];
  if (latest !== undefined && now < latest.expiresAt) return latest.renewedAt;
  // Until the renewal ends, other requests use the marks of before.
  ofPool[ordering] = { renewedAt: latest?.renewedAt ?? null, expiresAt: now + minAgeMs };
  const row = await selectOptional(pool, renewals[ordering], [Math.floor(now)]);
  const { renewed_at: renewedAt, took_ms: tookMs } = row ?? { renewed_at: null, took_ms: 0 };
  // If another instance is renewing the marks, check again after a second.
  const expiresAt = Math.max((renewedAt ?? now) + Math.max(minAgeMs, minAgeTimes * tookMs), now + 1_000);
  ofPool[ordering] = { renewedAt, expiresAt };
  return renewedAt;
}
