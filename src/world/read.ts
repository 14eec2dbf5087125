/** Reads empires, and advances them to now. */
import { integer, nowMsSql } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { advanceToMeeting } from '../game/advance.ts';
import type { Empire } from '../game/types.ts';
import { battleRandomOf } from './battle-random.ts';
import type { WorldDeps } from './deps.ts';
import { empireStates, loadedRow, toLoadedSlice, type LoadedSlice } from './rows/load.ts';

/** Shared with other readers: do not change it. */
export interface EmpireState extends LoadedSlice {
  empire: Empire;
}

/** By its own id or by that of its city or army. */
export interface EmpireRequest {
  key: 'empire' | 'city' | 'army';
  id: string;
}

/** In the order of the requests; null for what does not exist. */
export type ReadEmpires = (requests: readonly EmpireRequest[]) => Promise<(EmpireState | null)[]>;

/** Null if it does not exist. */
export type ReadEmpire = (key: EmpireRequest['key'], id: string) => Promise<EmpireState | null>;

/** The view depends on neither stock nor time. */
export type WriteLasting = (state: EmpireState, view: (state: EmpireState) => object) => string;

export const writeEach: WriteLasting = (state, view) => JSON.stringify(view(state));

const selectEmpireStatesOf = statement('selectEmpireStatesOf', {
  sql: `SELECT request.number AS request, ${nowMsSql}, state
   FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS request (key, id, number)
   JOIN ${empireStates} ON empire_states.id = CASE request.key
     WHEN 'empire' THEN request.id
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = request.id)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = request.id)
   END`,
  row: loadedRow.extend({ request: integer }),
});

/** Stops before the first undecided meeting, and posts nothing to a ledger. */
export const createEmpireReader =
  (deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock'>): ReadEmpires =>
  async (requests) => {
    const keys = requests.map(({ key }) => key);
    const rows = await select(deps.pool, selectEmpireStatesOf, [keys, requests.map(({ id }) => id)]);
    const states = new Map<number, EmpireState>();
    for (const row of rows) {
      const { world, now } = toLoadedSlice([{ state: row.state, now_ms: row.now_ms }], deps);
      const empire = world.empires.get(row.state.id);
      if (empire === undefined) continue;
      advanceToMeeting(world, now, battleRandomOf);
      empire.postings = null;
      states.set(row.request, { world, empire, now });
    }
    return requests.map((_, index) => states.get(index + 1) ?? null);
  };

export const readEach =
  (readEmpires: ReadEmpires): ReadEmpire =>
  async (key, id) =>
    (await readEmpires([{ key, id }]))[0] ?? null;
