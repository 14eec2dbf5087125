/**
 * SQL of positions in the rankings and sorted lists, without counting all entries. A mark is every hundredth entry of an
 * ordering with its position; a position is that of the mark before it, plus what lies between. Entries are read live, and
 * positions are as old as the marks (rank-renewal.ts). Without marks, as in a small world, everything before is counted.
 */

/** SQL condition on an empire. The indexes of the lists have it, too. */
export const isPlayer = `kind = 'player'`;

/** The most rows of a page, with one that reveals whether there are more. */
const maxRows = 101;

export interface List {
  /** SQL of a table with a condition. */
  entries: string;
  /** The columns that it is sorted by, upwards, and those of a mark with their values. */
  key: readonly string[];
  markKey: readonly ('number' | 'id' | 'name')[];
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
  name: { entries: players, key: ['name_key'], markKey: ['name'], step: 100 },
} satisfies Record<string, List>;

export type Ordering = keyof typeof lists;
export type EmpireOrdering = Exclude<Ordering, 'alliance_score'>;
export type ScoreOrdering = 'score' | 'military_score' | 'economic_score';

const firstId = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** The keys before the first entry and after the last one. */
const start = { number: `'-9223372036854775808'::bigint`, id: firstId, name: `''` };
const end = { number: `'9223372036854775807'::bigint`, id: firstId, name: 'repeat(chr(1114111), 60)' };

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

/** The number of entries of a list, as an SQL expression. */
export const totalSql = (ordering: Ordering): string =>
  `(SELECT mark.position + (SELECT count(*) FROM ${lists[ordering].entries} AND ${compareSql(lists[ordering], '>=')})
    FROM ${markSql(ordering, 'true', 'position DESC')})`;

/** The number of entries of a ranking before a score and an id, or with a higher score, as an SQL expression. */
export function beforeSql(ordering: ScoreOrdering | 'alliance_score', score: string, id = firstId): string {
  const { entries, key } = lists[ordering];
  return `(
    SELECT mark.position + (
      SELECT count(*) FROM ${entries} AND ${compareSql(lists[ordering], '>=')} AND (${key.join(', ')}) < (-${score}, ${id})
    )
    FROM ${markSql(ordering, `(number, id) <= (-${score}, ${id})`, 'number DESC, id DESC')}
  )`;
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
  // A literal bounds the rows that Postgres expects: it would otherwise read and sort a part of the table.
  return `SELECT page.* FROM ${mark}
    CROSS JOIN LATERAL (
      SELECT ${key.join(', ')} FROM ${entries} AND ${compareSql(lists[ordering], isReversed ? '<' : '>=')}
      ORDER BY ${order} LIMIT 1 OFFSET ${skipped}
    ) AS opening (${markKey.join(', ')})
    CROSS JOIN LATERAL (
      SELECT * FROM (
        SELECT ${columns} FROM ${entries} AND ${compareSql(lists[ordering], isReversed ? '<=' : '>=', 'opening')}
        ORDER BY ${order} LIMIT ${maxRows}
      ) AS bounded LIMIT ${limit}
    ) AS page`;
}

/** A page of the alliances with `number`, the sum of their scores times -1, and `id`, as an SQL query. */
export const alliancePageSql = ({ limit, offset }: Omit<Page, 'columns'>): string =>
  `SELECT number, id FROM ${allianceMarks} AND position >= ${offset} AND position < ${offset} + ${limit}
   UNION ALL
   (SELECT number, id FROM ${unmarkedAlliances} ORDER BY number, id LIMIT ${limit} OFFSET ${offset})`;
