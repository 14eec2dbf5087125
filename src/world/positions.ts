/**
 * SQL fragments that find positions in the sorted lists of players' empires, and of alliances, without counting rows: the
 * tables ranking_nodes and ranking_changes of migrations/0007_rankings.sql contain the counts, and its functions look
 * them up. Without nodes, they count rows.
 */

const scoreOrderings = ['score', 'economic_score', 'military_score', 'alliance_score'] as const;
type ScoreOrdering = (typeof scoreOrderings)[number];
/** The sorted lists. Scores are sorted downwards, the others upwards. */
export const orderings = [...scoreOrderings, 'created_at', 'name'] as const;
export type Ordering = (typeof orderings)[number];

/** SQL condition on an empire. The indexes of the lists have it, too: they contain players only. */
export const isPlayer = `kind = 'player'`;

/** The rows of a list. `score` is the column of the ordering by a score. */
interface Source {
  table: string;
  isListed: string;
  id: string;
  score: string;
}

const sourceOf = (ordering: Ordering): Source =>
  ordering === 'alliance_score'
    ? { table: 'alliance_scores', isListed: 'score > 0', id: 'alliance_id', score: 'score' }
    : {
        table: 'empires',
        isListed: isPlayer,
        id: ordering === 'name' ? 'name_key' : 'id',
        score: ordering,
      };

const zeroId = `'00000000-0000-0000-0000-000000000000'::uuid`;
const highest = '9223372036854775807';
/** The most rows of a page of empires, with one that reveals whether there are more. */
export const maxRows = 101;

/** The number of empires of players, as an SQL expression. */
export const totalSql = `coalesce(
  (SELECT sum(n) FROM ranking_nodes WHERE ordering = 'created_at' AND level = 1)
    + (SELECT count(new_key) - count(old_key) FROM ranking_changes WHERE ordering = 'created_at'),
  (SELECT count(*) FROM empires WHERE ${isPlayer})
)`;

/** The score and the id that a leaf starts with. The first leaf, and a missing one, start before every score. */
const scoreOf = (leafKey: string): string => `coalesce(-ranking_number(nullif(${leafKey}, '')), ${highest})`;
const idOf = (leafKey: string): string => `coalesce(ranking_id(nullif(${leafKey}, '')), ${zeroId})`;

/** The number of entries of a ranking with a higher score, as an SQL expression. @param score SQL */
export const higherSql = (ordering: ScoreOrdering, score: string): string =>
  `(SELECT higher FROM place_by_${ordering}(${score}, NULL))`;

/**
 * The place of an entry of a ranking, as an SQL subquery of one row: the number of entries with a `higher` score, and of those
 * `before` it. @param row name of a row with `score` and `id`
 */
export const placeSql = (ordering: ScoreOrdering, row: string): string =>
  `place_by_${ordering}(${row}.score, ${row}.id)`;

/** How a list is sorted and read. */
interface Order {
  /** The columns that it is sorted by. */
  columns: string;
  order: string;
  /** The values of these columns that a leaf starts with, as an SQL query. */
  startOf: (leafKey: string) => string;
  /** The conditions of the rows from the one with the values of `row` on, as ranges of the index in their order. */
  rangesFrom: (row: string) => string[];
}

function orderOf(ordering: Ordering): Order {
  if (ordering === 'name') {
    return {
      ...{ columns: 'name_key', order: 'name_key' },
      startOf: (leafKey) => `SELECT coalesce(${leafKey}, '') AS name_key`,
      rangesFrom: (row) => [`name_key >= ${row}.name_key`],
    };
  }
  if (ordering === 'created_at') {
    return {
      ...{ columns: 'created_at, id', order: 'created_at, id' },
      startOf: (leafKey) =>
        `SELECT coalesce(ranking_number(nullif(${leafKey}, '')), -${highest}) AS created_at, ${idOf(leafKey)} AS id`,
      rangesFrom: (row) => [`(created_at, id) >= (${row}.created_at, ${row}.id)`],
    };
  }
  const { id, score } = sourceOf(ordering);
  return {
    ...{ columns: `${score}, ${id}`, order: `${score} DESC, ${id}` },
    startOf: (leafKey) => `SELECT ${scoreOf(leafKey)} AS ${score}, ${idOf(leafKey)} AS ${id}`,
    // The index sorts scores downwards and ids upwards, so that a comparison of rows could not use it.
    rangesFrom: (row) => [
      `${score} = ${row}.${score} AND ${id} >= ${row}.${id}`,
      `${score} < ${row}.${score}`,
    ],
  };
}

interface Wanted {
  /** SQL. */
  limit: string;
  /** The limit is never larger. Without it, Postgres expects a tenth of the table, and may read all of it. */
  most?: number;
}

/**
 * At least `limit` entries of a list from one of them on, as an SQL query.
 * @param row name of a row with the columns that the list is sorted by
 */
function rowsFrom(ordering: Ordering, row: string, columns: string, { limit, most }: Wanted): string {
  const { table, isListed } = sourceOf(ordering);
  const { order, rangesFrom } = orderOf(ordering);
  const ranges = rangesFrom(row).map((range) => {
    const rows = `SELECT ${columns} FROM ${table} WHERE ${isListed} AND ${range} ORDER BY ${order} LIMIT`;
    return most === undefined
      ? `(${rows} ${limit})`
      : `(SELECT * FROM (${rows} ${most}) AS few ORDER BY ${order} LIMIT ${limit})`;
  });
  return `SELECT * FROM (${ranges.join(' UNION ALL ')}) AS ranged ORDER BY ${order}`;
}

interface Page extends Wanted {
  /** The columns of the CTE `page`, with those that the list is sorted by. */
  columns: string;
}

/** The CTE `page` of the first page of a list. Its rows are in no order. */
export function firstPageSql(ordering: Ordering, { columns, limit, most = maxRows }: Page): string {
  const { table, isListed } = sourceOf(ordering);
  const { order } = orderOf(ordering);
  return `page AS (
      SELECT * FROM (
        SELECT ${columns} FROM ${table} WHERE ${isListed} ORDER BY ${order} LIMIT ${most}
      ) AS few ORDER BY ${order} LIMIT ${limit}
    )`;
}

/**
 * CTEs of one page of a list: `wanted` has its `start`, `page` the rows of the list, in no order. A page that is read from
 * the end of the list needs a CTE `counted` with the `total`.
 * @param offset SQL
 */
export function pageSql(
  ordering: Ordering,
  { columns, limit, most, isReversed = false, offset }: Page & { isReversed?: boolean; offset: string },
): string {
  const list = orderOf(ordering);
  const rows = rowsFrom(ordering, 'opening', columns, {
    limit: 'opening.length',
    ...(most !== undefined && { most }),
  });
  return `wanted AS (
      ${
        isReversed
          ? `SELECT least(${limit}::bigint, total - ${offset}::bigint) AS length,
             greatest(total - ${offset}::bigint - ${limit}::bigint, 0) AS start FROM counted`
          : `SELECT ${limit}::bigint AS length, ${offset}::bigint AS start`
      }
    ),
    place AS MATERIALIZED (
      SELECT wanted.length, place.leaf, place.skipped
      FROM wanted CROSS JOIN LATERAL leaf_at_position('${ordering}', wanted.start) AS place WHERE wanted.length > 0
    ),
    opening AS MATERIALIZED (
      SELECT entry.*, place.length
      FROM place
      CROSS JOIN LATERAL (${list.startOf('place.leaf')}) AS leaf
      CROSS JOIN LATERAL (${rowsFrom(ordering, 'leaf', list.columns, { limit: 'place.skipped + 1' })} LIMIT 1 OFFSET place.skipped) AS entry
    ),
    page AS (
      SELECT entry.* FROM opening
      CROSS JOIN LATERAL (${rows} LIMIT opening.length) AS entry
    )`;
}
