/**
 * Positions in the rankings and sorted lists, without counting all entries. A mark is every hundredth entry of an ordering
 * with its position; a position is that of the mark before it, plus what lies between. Entries are read live, and positions
 * are as old as the marks, which `renewMarks` makes. Without marks, as in a small world, everything before is counted.
 */
import type pg from 'pg';
import { z } from 'zod';
import { moment } from '../../db/columns.ts';
import { selectOptional, statement } from '../../db/pool.ts';
import type { Clock } from '../../kernel/clock.ts';

/** SQL condition on an empire. The indexes of the lists have it, too. */
export const isPlayer = `kind = 'player'`;

export interface List {
  /** SQL of a table with a condition. */
  entries: string;
  /** The columns that it is sorted by, upwards, and those of a mark with their values. */
  key: readonly string[];
  markKey: readonly ('number' | 'id' | 'name_key')[];
  /** What the marks are made from, if it differs from the entries. */
  source?: string;
  /** Of so many entries, one is a mark. */
  step: number;
}

const players = `empires WHERE ${isPlayer}`;
const byNumber = (column: string): List => ({
  entries: players,
  key: [column, 'id'],
  markKey: ['number', 'id'],
  step: 100,
});

// No index has the sums of alliances: each is a mark.
const allianceMarks = `ranking_marks WHERE ordering = 'alliance_score'`;
const summed = `(
  SELECT -sum(score)::bigint AS number, alliance_id AS id FROM empires WHERE alliance_id IS NOT NULL
  GROUP BY alliance_id HAVING sum(score) > 0
) AS sums WHERE true`;
// The alliances, if they have no marks.
const unmarkedAlliances = `${summed} AND NOT EXISTS (SELECT FROM ${allianceMarks} AND position = 0)`;

export const lists = {
  score: byNumber('-score'),
  military_score: byNumber('-military_score'),
  economic_score: byNumber('-economic_score'),
  alliance_score: {
    ...byNumber('number'),
    entries: `(SELECT number, id FROM ${allianceMarks} UNION ALL SELECT * FROM ${unmarkedAlliances}) AS listed WHERE true`,
    source: summed,
    step: 1,
  },
  created_at: byNumber('created_at'),
  name: { entries: players, key: ['name_key'], markKey: ['name_key'], step: 100 },
} satisfies Record<string, List>;

export type Ordering = keyof typeof lists;
export type EmpireOrdering = Exclude<Ordering, 'alliance_score'>;
export type ScoreOrdering = 'score' | 'military_score' | 'economic_score';

const firstId = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** The keys before the first entry and after the last one. */
const start = { number: `'-9223372036854775808'::bigint`, id: firstId, name_key: `''` };
const end = { number: `'9223372036854775807'::bigint`, id: firstId, name_key: 'repeat(chr(1114111), 60)' };

/** SQL of the first mark in an order that meets a condition; without one, of a position and its key. */
function markSql(
  ordering: Ordering,
  condition: string,
  order: string,
  { position, key } = { position: '0', key: start },
): string {
  const { markKey }: List = lists[ordering];
  return `(
    SELECT coalesce(found.position, ${position}) AS position,
      ${markKey.map((column) => `coalesce(found.${column}, ${key[column]}) AS ${column}`).join(', ')}
    FROM (SELECT) AS one LEFT JOIN LATERAL (
      SELECT * FROM ranking_marks WHERE ordering = '${ordering}' AND ${condition} ORDER BY ${order} LIMIT 1
    ) AS found ON true
  ) AS mark`;
}

/** SQL that compares the key of an entry with that of a mark. */
const compareSql = ({ key, markKey }: List, operator: string, mark = 'mark'): string =>
  `(${key.join(', ')}) ${operator} (${markKey.map((column) => `${mark}.${column}`).join(', ')})`;

/**
 * SQL that counts the entries from a mark on that meet a condition. The limit limits nothing: without one, Postgres expects
 * a third of the table and reads all of it; with one that it cannot know, it expects less and reads the index.
 */
const countSql = (ordering: Ordering, condition = 'true'): string => {
  const { entries, key }: List = lists[ordering];
  return `(SELECT count(*) FROM (
    SELECT FROM ${entries} AND ${compareSql(lists[ordering], '>=')} AND ${condition} ORDER BY ${key.join(', ')} LIMIT (SELECT 2147483647)
  ) AS following)`;
};

/** The number of entries of a list, as an SQL expression. */
export const totalSql = (ordering: Ordering): string =>
  `(SELECT mark.position + ${countSql(ordering)} FROM ${markSql(ordering, 'true', 'position DESC')})`;

/** The number of entries of a ranking before a score and an id, or with a higher score, as an SQL expression. */
export function beforeSql(ordering: ScoreOrdering | 'alliance_score', score: string, id = firstId): string {
  const { key } = lists[ordering];
  const limit = `(-${score}, ${id})`;
  return `(SELECT mark.position + ${countSql(ordering, `(${key.join(', ')}) < ${limit}`)}
    FROM ${markSql(ordering, `(number, id) <= ${limit}`, 'number DESC, id DESC')})`;
}

/** SQL expressions. */
interface Page {
  columns: string;
  limit: string;
  /** The number of entries before it. */
  offset: string;
  /** The number of all entries, for a page of the reversed list. */
  reversedFrom?: string;
}

/** A page of a list, as an SQL query. It starts at a mark, and skips at most a hundred entries from there. */
export function pageSql(
  ordering: EmpireOrdering,
  { columns, limit, offset, reversedFrom: total }: Page,
): string {
  const { entries, key, markKey }: List = lists[ordering];
  const isReversed = total !== undefined;
  const order = key.map((column) => (isReversed ? `${column} DESC` : column)).join(', ');
  const [mark, skipped] = isReversed
    ? [
        markSql(ordering, `position >= ${total} - ${offset}`, 'position', { position: total, key: end }),
        `mark.position - ${total} + ${offset}`,
      ]
    : [markSql(ordering, `position <= ${offset}`, 'position DESC'), `${offset} - mark.position`];
  // Pages have up to 101 rows. The literal bounds what Postgres expects: it would otherwise read and sort a part of the table.
  return `SELECT page.* FROM ${mark}
    CROSS JOIN LATERAL (
      SELECT ${key.join(', ')} FROM ${entries} AND ${compareSql(lists[ordering], isReversed ? '<' : '>=')}
      ORDER BY ${order} LIMIT 1 OFFSET ${skipped}
    ) AS opening (${markKey.join(', ')})
    CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT ${columns} FROM ${entries} AND ${compareSql(lists[ordering], isReversed ? '<=' : '>=', 'opening')}
        ORDER BY ${order} LIMIT 101
      ) AS bounded LIMIT ${limit}
    ) AS page`;
}

/** A page of the alliances with `number`, the sum of their scores times -1, and `id`, as an SQL query. */
export const alliancePageSql = ({ limit, offset }: Omit<Page, 'columns'>): string =>
  `SELECT number, id FROM ${allianceMarks} AND position >= ${offset} AND position < ${offset} + ${limit}
   UNION ALL
   (SELECT number, id FROM ${unmarkedAlliances} ORDER BY number, id LIMIT ${limit} OFFSET ${offset})`;

/** In a smaller world, counting is as fast. */
const minEmpires = 1000;
/** Marks last so long, and so many times as long as it took to make them: renewals use at most 2 % of a core. */
const minAgeMs = 10_000;
const expiresAtSql = `renewed_at + greatest(${minAgeMs}, 50 * took_ms)`;

// $1 now. One transaction renews at a time: the others skip the locked row, and use the marks of before. Without marks there
// is no row, and all entries are counted.
function renewalSql(ordering: Ordering): string {
  const { entries, source = entries, key, markKey, step }: List = lists[ordering];
  const marks = `ranking_marks WHERE ordering = '${ordering}'`;
  const hasMarks = `EXISTS (SELECT FROM ${marks} AND position = ${step - 1})`;
  const columns = markKey.join(', ');
  return `WITH claimed AS MATERIALIZED (
       SELECT FROM ranking_renewals
       WHERE ordering = '${ordering}' AND ${expiresAtSql} <= $1
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
       RETURNING renewed_at, ${expiresAtSql} AS expires_at
     )
     SELECT * FROM renewed
     UNION ALL
     SELECT renewed_at, ${expiresAtSql} FROM ranking_renewals
     WHERE ordering = '${ordering}' AND NOT EXISTS (SELECT FROM renewed) AND ${hasMarks}`;
}

function renewStatement(name: string, ordering: Ordering) {
  return statement(name, {
    sql: renewalSql(ordering),
    row: z.strictObject({ renewed_at: moment, expires_at: moment }),
  });
}

const renewals = {
  score: renewStatement('renewScoreMarks', 'score'),
  military_score: renewStatement('renewMilitaryMarks', 'military_score'),
  economic_score: renewStatement('renewEconomicMarks', 'economic_score'),
  alliance_score: renewStatement('renewAllianceMarks', 'alliance_score'),
  created_at: renewStatement('renewAgeMarks', 'created_at'),
  name: renewStatement('renewNameMarks', 'name'),
} satisfies Record<Ordering, unknown>;

/** What an instance knows of marks. Without any, `renewedAt` is null. */
type Known = Partial<Record<Ordering, { expiresAt: number; renewedAt: number | null }>>;
const known = new WeakMap<pg.Pool, Known>();

/**
 * Makes new marks if those of an ordering are too old. Call it before reading positions.
 * Returns the time of the marks; null if there are none, so that positions are counted now.
 */
export async function renewMarks(
  { pool, clock }: { pool: pg.Pool; clock: Clock },
  ordering: Ordering,
): Promise<number | null> {
  const now = clock.now();
  const ofPool = known.get(pool) ?? {};
  known.set(pool, ofPool);
  const latest = ofPool[ordering];
  if (latest !== undefined && now < latest.expiresAt) return latest.renewedAt;
  // Until the renewal ends, other requests use the marks of before.
  ofPool[ordering] = { renewedAt: latest?.renewedAt ?? null, expiresAt: now + minAgeMs };
  const row = await selectOptional(pool, renewals[ordering], [Math.floor(now)]);
  const renewedAt = row?.renewed_at ?? null;
  // If another instance is renewing the marks, check again after a second.
  ofPool[ordering] = { renewedAt, expiresAt: Math.max(row?.expires_at ?? now + minAgeMs, now + 1_000) };
  return renewedAt;
}
