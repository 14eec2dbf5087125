/** Reading one empire with all it owns as it stands now, without saving anything. */
import { coalesce } from '../db/coalesce.ts';
import { integer } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { advance } from '../game/advance.ts';
import type { Empire } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import { empireStates, loadedRow, toSlice } from './load.ts';
import type { LoadedRow, Slice } from './load.ts';
import { rollsOf } from './rolls.ts';

/** One empire as it stands now. */
export interface Realm extends Slice {
  empire: Empire;
}

export type RealmKey = 'empire' | 'city' | 'army';

export type ReadRealm = (key: RealmKey, id: string) => Promise<Realm | null>;

const selectRealmsOf = statement(
  'selectRealmsOf',
  `SELECT wanted.number AS wanted, state, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS wanted (key, id, number)
   JOIN ${empireStates} ON empire_states.id = CASE wanted.key
     WHEN 'empire' THEN wanted.id
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = wanted.id)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = wanted.id)
   END`,
  loadedRow.extend({ wanted: integer }),
);

/**
 * Makes the reader of the empire that has an id, or owns the city or army with it; null when there is none.
 * Applies what is due up to now, or up to its first undecided contact. One statement, shared under load.
 */
export function createReader(deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock'>): ReadRealm {
  const read = coalesce<{ key: RealmKey; id: string }, LoadedRow>(async (wanted) => {
    const rows = await select(deps.pool, selectRealmsOf, [
      wanted.map(({ key }) => key),
      wanted.map(({ id }) => id),
    ]);
    const byNumber = new Map(rows.map((row) => [row.wanted, row]));
    return wanted.map((_, index) => byNumber.get(index + 1) ?? null);
  });
  return async (key, id) => {
    const row = await read({ key, id });
    if (row === null) return null;
    const { world, now } = toSlice([row], deps);
    const empire = world.empires.get(row.state.id);
    if (empire === undefined) return null;
    const firstContactAt = Math.min(...[...world.battles.values()].map(({ contactAt }) => contactAt));
    advance(world, Math.min(now, firstContactAt - 1), rollsOf);
    return { world, empire, now };
  };
}
