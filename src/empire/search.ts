import { z } from 'zod';
import {
  found,
  foundAlliance,
  type FoundType,
  type SearchResponse,
  type SearchQuery,
} from '../contract/search.ts';
import { invisible, nameKey } from '../contract/text.ts';
import { integer } from '../db/columns.ts';
import { selectOne, statement, type Db } from '../db/pool.ts';
import { GameError } from '../kernel/errors.ts';

const foundRow = found
  .omit({ location: true })
  .extend({ key: z.string(), x: integer.nullable(), y: integer.nullable() })
  .strict();

/** Ids and keys of one type in the order of its index. @param after SQL of the last id that was returned at key $2 */
const branch = (type: FoundType, from: string, key: string, after: string): string =>
  `(SELECT '${type}' AS type, ${key} AS key, id FROM ${from}
    AND ${key} >= $2 AND (${key}, id) > ($2, ${after}::uuid) AND ${key} < $1 || chr(1114111)
    ORDER BY ${key}, id LIMIT $6)`;

const maxAlliances = 10;

const alliancesBy = (key: string): string =>
  `(SELECT id FROM alliances WHERE dissolved_at IS NULL AND ${key} >= $1 AND ${key} < $1 || chr(1114111)
    ORDER BY ${key} LIMIT ${maxAlliances})`;

// $1 the key of the beginning; $2 the key to continue at, and $3 to $5 the last id of each type that was returned at
// $2; $6 the limit, $7 whether to read alliances. Each branch reads that many entries of an index.
const selectNames = statement('selectNames', {
  sql: `WITH found AS MATERIALIZED (
     SELECT * FROM (
       ${branch('city', 'cities WHERE id <> empire_id', 'name_key', '$3')}
       UNION ALL
       ${branch('empire', `empires WHERE kind = 'player'`, 'name_key', '$4')}
       UNION ALL
       ${branch('player', 'users WHERE empire_id IS NOT NULL AND deleted_at IS NULL', 'username_key COLLATE "C"', '$5')}
     ) AS branches ORDER BY key COLLATE "C", type, id LIMIT $6
   )
   SELECT (SELECT coalesce(json_agg(named), '[]') FROM (
     SELECT found.type, found.key, found.id, coalesce(c.name, u.username, e.name) AS name,
       e.id AS empire_id, e.name AS empire_name, e.alliance_tag, e.score, c.x, c.y
     FROM found
     LEFT JOIN cities c ON found.type = 'city' AND c.id = found.id
     LEFT JOIN users u ON found.type = 'player' AND u.id = found.id
     JOIN empires e ON e.id = coalesce(c.empire_id, u.empire_id, found.id)
     ORDER BY found.key COLLATE "C", found.type, found.id
   ) AS named) AS results,
   (SELECT coalesce(json_agg(allied), '[]') FROM (
     SELECT a.id AS alliance_id, a.name, a.tag, a.members AS member_count,
       (SELECT coalesce(sum(score), 0)::bigint FROM empires e WHERE e.alliance_id = a.id) AS score
     FROM alliances a
     WHERE $7::boolean
       AND a.id = ANY (ARRAY(${alliancesBy('tag_key')} UNION ${alliancesBy('name_key')}))
     ORDER BY starts_with(a.tag_key, $1) DESC, a.name_key LIMIT ${maxAlliances}
   ) AS allied) AS alliances`,
  row: z.strictObject({ results: z.array(foundRow), alliances: z.array(foundAlliance.strict()) }),
});

const types: readonly FoundType[] = ['city', 'empire', 'player'];
const [firstId, lastId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

function readCursor(after: string | undefined, start: string): { key: string; ids: string[] } {
  if (after === undefined) return { key: start, ids: types.map(() => firstId) };
  const [type = '', id = '', key = ''] = after.split('.');
  const ids = types.map((each) => (each === type ? id : each < type ? lastId : firstId));
  const text = Buffer.from(key, 'base64url').toString();
  // Names have no such characters, and Postgres refuses NUL.
  if (invisible.test(text))
    throw new GameError('VALIDATION_ERROR', 'after: must be the `next` of an earlier response');
  return { key: text, ids };
}

/** In the order of their keys. */
export async function searchNames(db: Db, { name, after, limit }: SearchQuery): Promise<SearchResponse> {
  const beginning = nameKey(name);
  const { key, ids } = readCursor(after, beginning);
  // One row more reveals whether there are more.
  const values = [beginning, key, ...ids, limit + 1, after === undefined];
  const { results: rows, alliances } = await selectOne(db, selectNames, values);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    alliances,
    results: shown.map(
      ({ x, y, type, id, name: foundName, empire_id, empire_name, alliance_tag, score }) => ({
        type,
        id,
        name: foundName,
        empire_id,
        empire_name,
        alliance_tag,
        score,
        location: x === null || y === null ? null : { x, y },
      }),
    ),
    next:
      last === undefined ? null : `${last.type}.${last.id}.${Buffer.from(last.key).toString('base64url')}`,
  };
}
