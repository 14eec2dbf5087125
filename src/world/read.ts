/** Reading one empire with all it owns as it stands now, without saving anything. */
import { coalesce } from '../db/coalesce.ts';
import { integer } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { advance } from '../game/advance.ts';
import type { Empire } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import { empireStates, loadedRow, toLoadedSlice, type LoadedRow, type LoadedSlice } from './load.ts';
import { battleRandomOf } from './battle-random.ts';

/** One empire as it stands now. */
export interface EmpireState extends LoadedSlice {
  empire: Empire;
}

export type EmpireKey = 'empire' | 'city' | 'army';

export type ReadEmpire = (key: EmpireKey, id: string) => Promise<EmpireState | null>;

const selectEmpireStatesOf = statement(
  'selectEmpireStatesOf',
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
export function createEmpireReader(deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock'>): ReadEmpire {
  const read = coalesce<{ key: EmpireKey; id: string }, LoadedRow>(async (wanted) => {
    const rows = await select(deps.pool, selectEmpireStatesOf, [
      wanted.map(({ key }) => key),
      wanted.map(({ id }) => id),
    ]);
    const byNumber = new Map(rows.map((row) => [row.wanted, row]));
    return wanted.map((_, index) => byNumber.get(index + 1) ?? null);
  });
  return async (key, id) => {
    const row = await read({ key, id });
    if (row === null) return null;
    const { world, now } = toLoadedSlice([row], deps);
    const empire = world.empires.get(row.state.id);
    if (empire === undefined) return null;
    const firstContactAt = Math.min(...[...world.battles.values()].map(({ contactAt }) => contactAt));
    advance(world, Math.min(now, firstContactAt - 1), battleRandomOf);
    return { world, empire, now };
  };
}
