/** Reads one empire with all it owns, advanced to now, without saving it. */
import { coalesce } from '../db/coalesce.ts';
import { integer } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { advance } from '../game/advance.ts';
import type { Empire } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import { empireStates, loadedRow, toLoadedSlice, type LoadedRow, type LoadedSlice } from './load.ts';
import { battleRandomOf } from './battle-random.ts';

/** One empire in its current state. */
export interface EmpireState extends LoadedSlice {
  empire: Empire;
}

export type EmpireKey = 'empire' | 'city' | 'army';

export type ReadEmpire = (key: EmpireKey, id: string) => Promise<EmpireState | null>;

const selectEmpireStatesOf = statement(
  'selectEmpireStatesOf',
  `SELECT request.number AS request, state, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS request (key, id, number)
   JOIN ${empireStates} ON empire_states.id = CASE request.key
     WHEN 'empire' THEN request.id
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = request.id)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = request.id)
   END`,
  loadedRow.extend({ request: integer }),
);

/**
 * The returned function finds an empire by its id, or by the id of its city or army. It applies due work up to now, but
 * stops before the first undecided contact. Concurrent reads share one statement.
 */
export function createEmpireReader(deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock'>): ReadEmpire {
  const read = coalesce<{ key: EmpireKey; id: string }, LoadedRow>(async (requests) => {
    const rows = await select(deps.pool, selectEmpireStatesOf, [
      requests.map(({ key }) => key),
      requests.map(({ id }) => id),
    ]);
    const byNumber = new Map(rows.map((row) => [row.request, row]));
    return requests.map((_, index) => byNumber.get(index + 1) ?? null);
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
