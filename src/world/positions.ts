/**
 * SQL fragments that find positions in the sorted lists of players' empires without counting them: the tables ranking_nodes and
 * ranking_changes of migrations/0011_rankings.sql contain the counts. Without nodes, every fragment counts empires.
 */

const scoreOrderings = ['score', 'economic_score', 'military_score'] as const;
type ScoreOrdering = (typeof scoreOrderings)[number];
/** The sorted lists of the empires of players. Scores are sorted downwards, the others upwards. */
export const orderings = [...scoreOrderings, 'created_at', 'name'] as const;
export type Ordering = (typeof orderings)[number];

/** SQL condition on an empire. The indexes of the lists have it, too: they contain players only. */
export const isPlayer = `kind = 'player'`;

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

/** The number of players' empires with a higher score, as an SQL expression. @param score SQL of the score to compare with */
export function higherScoresSql(ordering: ScoreOrdering, score: string): string {
  return `(SELECT
      coalesce((SELECT sum(n) FROM ${nodesOf(ordering, 1)} AND key < leaf.group_key), 0)
      + coalesce((SELECT sum(n) FROM ${nodesOf(ordering, 0)} AND key >= leaf.group_key AND key < leaf.key), 0)
      + coalesce((SELECT sum(n) FROM ${changesOf(ordering)} AND key < leaf.key), 0)
      -- Within the leaf: those that share its first score, and the others.
      + (SELECT count(*) FROM empires e
         WHERE e.${isPlayer} AND e.${ordering} = leaf.score AND e.id >= leaf.id AND leaf.score > ${score})
      + (SELECT count(*) FROM empires e WHERE e.${isPlayer} AND e.${ordering} < leaf.score AND e.${ordering} > ${score})
    FROM (
      SELECT key, group_key, ${scoreOf('key')} AS score, ${idOf('key')} AS id
      FROM (
        SELECT ${nodeAt(ordering, 0, 'higher.key')} AS key, ${nodeAt(ordering, 1, 'higher.key')} AS group_key
        FROM (SELECT ranking_key(-${score}, ${zeroId}) AS key OFFSET 0) AS higher OFFSET 0
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
  const [score, most] = [scoreOf(`${place}.key`), `${place}.skipped + ${place}.length`];
  return `SELECT id FROM (
      (SELECT id, ${ordering} AS score FROM empires
       WHERE ${isPlayer} AND ${ordering} = ${score} AND id >= ${idOf(`${place}.key`)}
       ORDER BY id LIMIT ${most})
      UNION ALL
      (SELECT id, ${ordering} FROM empires WHERE ${isPlayer} AND ${ordering} < ${score}
       ORDER BY ${ordering} DESC, id LIMIT ${most})
    ) AS ranged ORDER BY score DESC, id ${page}`;
}

/**
 * CTEs of one page of a list: `counted` has the total, `page` the rows of empires, in no order.
 * @param isReversed whether the list is read from its end @param limit,offset SQL parameters
 */
export function pageSql(
  ordering: Ordering,
  isReversed: boolean,
  { limit, offset }: { limit: string; offset: string },
): string {
  const start = 'wanted.start';
  return `counted AS (SELECT ${totalSql} AS total),
    wanted AS (
      SELECT least(${limit}::bigint, total - ${offset}::bigint) AS length,
        ${isReversed ? `greatest(total - ${offset}::bigint - ${limit}::bigint, 0)` : `${offset}::bigint`} AS start
      FROM counted
    ),
    place AS MATERIALIZED (
      SELECT ${start} - coalesce(leaf.before, 0) AS skipped, wanted.length, leaf.key
      FROM wanted
      LEFT JOIN LATERAL ${nodeAtPosition(ordering, 1, { start, range: 'true', before: '0' })} AS parent ON true
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
    page AS (
      SELECT e.* FROM listed JOIN empires e ON e.${isPlayer} AND e.${ordering === 'name' ? 'name_key' : 'id'} = ANY (listed.keys)
    )`;
}
