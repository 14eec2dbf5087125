/**
 * SQL fragments that find positions in the sorted lists of players' empires, and of alliances, without counting rows: the
 * tables ranking_nodes and ranking_changes of migrations/0011_rankings.sql contain the counts. Without nodes, every fragment
 * counts rows.
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
/** A key behind every other: the highest code point, more often than a name is long. */
const behindAll = `repeat(chr(1114111), 51)`;

const nodesOf = (ordering: Ordering, level: 0 | 1): string =>
  `ranking_nodes WHERE ordering = '${ordering}' AND level = ${level}`;
const changesOf = (ordering: Ordering): string => `ranking_entries WHERE ordering = '${ordering}'`;

/** The key of the last node of a level that starts at or before a key. */
const nodeAt = (ordering: Ordering, level: 0 | 1, key: string): string =>
  `(SELECT key FROM ${nodesOf(ordering, level)} AND key <= ${key} ORDER BY key DESC LIMIT 1)`;

/** The score and the id that a leaf starts with. The first leaf, and a missing one, start before every score. */
const scoreOf = (leafKey: string): string => `coalesce(-ranking_number(nullif(${leafKey}, '')), ${highest})`;
const idOf = (leafKey: string): string => `coalesce(ranking_id(nullif(${leafKey}, '')), ${zeroId})`;

/** The number of empires of players, as an SQL expression. */
export const totalSql = `coalesce(
  (SELECT sum(n) FROM ${nodesOf('created_at', 1)})
    + coalesce((SELECT sum(n) FROM ${changesOf('created_at')}), 0),
  (SELECT count(*) FROM empires WHERE ${isPlayer})
)`;

/**
 * The number of entries of a list before a score and an id, as an SQL expression; without an id, those with a higher score.
 * @param score,id SQL
 */
export function entriesBeforeSql(ordering: ScoreOrdering, score: string, id: string | null = null): string {
  const { table, isListed, id: idColumn, score: scoreColumn } = sourceOf(ordering);
  const counted = (condition: string): string =>
    `(SELECT count(*) FROM ${table} e WHERE e.${isListed} AND ${condition})`;
  const [entryScore, entryId] = [`e.${scoreColumn}`, `e.${idColumn}`];
  const equal =
    id === null
      ? ''
      : `+ ${counted(`${entryScore} = ${score} AND ${entryId} < ${id}
          AND ${entryId} >= CASE WHEN leaf.score > ${score} THEN ${zeroId} ELSE leaf.id END`)}`;
  return `(SELECT
      coalesce((SELECT sum(n) FROM ${nodesOf(ordering, 1)} AND key < leaf.group_key), 0)
      + coalesce((SELECT sum(n) FROM ${nodesOf(ordering, 0)} AND key >= leaf.group_key AND key < leaf.key), 0)
      + coalesce((SELECT sum(n) FROM ${changesOf(ordering)} AND key < leaf.key), 0)
      -- Within the leaf: those that share its first score, the others, and those that share the score.
      + ${counted(`${entryScore} = leaf.score AND ${entryId} >= leaf.id AND leaf.score > ${score}`)}
      + ${counted(`${entryScore} < leaf.score AND ${entryScore} > ${score}`)} ${equal}
    FROM (
      SELECT key, group_key, ${scoreOf('key')} AS score, ${idOf('key')} AS id
      FROM (
        SELECT ${nodeAt(ordering, 0, 'wanted.key')} AS key, ${nodeAt(ordering, 1, 'wanted.key')} AS group_key
        FROM (SELECT ranking_key(-${score}, ${id ?? zeroId}) AS key OFFSET 0) AS wanted OFFSET 0
      ) AS found OFFSET 0
    ) AS leaf)`;
}

/**
 * The node of a level that contains a position, with the number of empires before it. Changes that the nodes do not
 * contain yet count at their own keys.
 * @param range SQL condition on the key @param before SQL of the number of empires before the range
 */
function nodeAtPosition(
  ordering: Ordering,
  level: 0 | 1,
  { start, range, before }: { start: string; range: string; before: string },
): string {
  return `(SELECT key, before FROM (
      SELECT key, is_node,
        ${before} + sum(n) OVER (ORDER BY key, is_node DESC ROWS UNBOUNDED PRECEDING) - n AS before
      FROM (
        SELECT key, n, true AS is_node FROM ${nodesOf(ordering, level)} AND ${range}
        UNION ALL
        SELECT key, n, false FROM ${changesOf(ordering)} AND ${range}
      ) AS counted
    ) AS summed
    WHERE is_node AND before <= ${start} ORDER BY key DESC LIMIT 1)`;
}

/** The primary keys of a page, as SQL. @param place name of a row with a leaf, `skipped` and `length` */
function rowsFrom(ordering: Ordering, place: string): string {
  const page = `LIMIT ${place}.length OFFSET ${place}.skipped`;
  if (ordering === 'name') {
    return `SELECT name_key FROM empires
      WHERE ${isPlayer} AND name_key >= coalesce(${place}.key, '') ORDER BY name_key ${page}`;
  }
  if (ordering === 'created_at') {
    return `SELECT id FROM empires
      WHERE ${isPlayer} AND (created_at, id) >= (coalesce(ranking_number(nullif(${place}.key, '')), -${highest}), ${idOf(`${place}.key`)})
      ORDER BY created_at, id ${page}`;
  }
  // The index sorts scores downwards and ids upwards, so that a comparison of rows could not use it.
  const { table, isListed, id, score: column } = sourceOf(ordering);
  const [score, most] = [scoreOf(`${place}.key`), `${place}.skipped + ${place}.length`];
  return `SELECT id FROM (
      (SELECT ${id} AS id, ${column} AS score FROM ${table}
       WHERE ${isListed} AND ${column} = ${score} AND ${id} >= ${idOf(`${place}.key`)}
       ORDER BY ${id} LIMIT ${most})
      UNION ALL
      (SELECT ${id}, ${column} FROM ${table} WHERE ${isListed} AND ${column} < ${score}
       ORDER BY ${column} DESC, ${id} LIMIT ${most})
    ) AS ranged ORDER BY score DESC, id ${page}`;
}

/**
 * CTEs of one page of a list: `wanted` has its `start`, `page` the rows of the list, in no order. A page that is read from
 * the end of the list needs a CTE `counted` with the `total`.
 * @param isReversed whether the list is read from its end @param limit,offset SQL
 */
export function pageSql(
  ordering: Ordering,
  isReversed: boolean,
  { limit, offset }: { limit: string; offset: string },
): string {
  const start = 'wanted.start';
  const { table, isListed, id } = sourceOf(ordering);
  return `wanted AS (
      ${
        isReversed
          ? `SELECT least(${limit}::bigint, total - ${offset}::bigint) AS length,
             greatest(total - ${offset}::bigint - ${limit}::bigint, 0) AS start FROM counted`
          : `SELECT ${limit}::bigint AS length, ${offset}::bigint AS start`
      }
    ),
    place AS MATERIALIZED (
      SELECT ${start} - coalesce(leaf.before, 0) AS skipped, wanted.length, leaf.key
      FROM wanted
      -- The first page needs no node.
      LEFT JOIN LATERAL ${nodeAtPosition(ordering, 1, { start, range: `${start} > 0`, before: '0' })} AS parent ON true
      LEFT JOIN LATERAL (
        SELECT min(key) AS key FROM ${nodesOf(ordering, 1)} AND key > parent.key
      ) AS next ON true
      LEFT JOIN LATERAL ${nodeAtPosition(ordering, 0, {
        start,
        range: `key >= parent.key AND key < coalesce(next.key, ${behindAll})`,
        before: 'parent.before',
      })} AS leaf ON true
      WHERE wanted.length > 0
    ),
    -- An array: Postgres would estimate the rows of a query too high, and read the whole table.
    listed AS MATERIALIZED (SELECT ARRAY(${rowsFrom(ordering, 'place')}) AS keys FROM place),
    page AS (SELECT e.* FROM listed JOIN ${table} e ON e.${isListed} AND e.${id} = ANY (listed.keys))`;
}
