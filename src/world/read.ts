/** Reads one empire with all it owns, advanced to now, without saving it. */
import { z } from 'zod';
import { coalesce } from '../db/coalesce.ts';
import { integer } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { advance, nextDueAt } from '../game/advance.ts';
import type { Empire } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import type { EmpireCache, KeptEmpire } from './empire-cache.ts';
import {
  empireStates,
  loadedRow,
  nowMs,
  toLoadedSlice,
  type LoadedSlice,
  type WorldSettings,
} from './rows/load.ts';
import { battleRandomOf } from './battle-random.ts';
import { copyData } from './rows/plain-data.ts';
import { toEmpire } from './rows/row-conversion.ts';
import { empireStateRow } from './rows/rows.ts';

/** One empire in its current state. It is shared with other readers: do not change it. */
export interface EmpireState extends LoadedSlice {
  empire: Empire;
  /** The same object for states that differ only in stock and time; absent if it is unknown whether they do. */
  stable?: object;
}

export type EmpireKey = 'empire' | 'city' | 'army';

export type ReadEmpire = (key: EmpireKey, id: string) => Promise<EmpireState | null>;

export interface EmpireReader {
  /** Finds an empire by its id, or by the id of its city or army. */
  readEmpire: ReadEmpire;
}

const readRow = loadedRow.extend({
  request: integer,
  ctid: z.string(),
  xmin: z.string(),
  /** Null if the version that the request names is current. */
  state: empireStateRow.nullable(),
});

type ReadRow = z.infer<typeof readRow>;

// A version is current if no battle is undecided, which changes no row of the empire, and its alliance is not dissolved.
// LIMIT 1 keeps the planner from reading all undecided battles.
const selectEmpireStatesOf = statement(
  'selectEmpireStatesOf',
  `SELECT request.number AS request, row_ctid AS ctid, row_xmin AS xmin, ${nowMs},
     CASE WHEN row_ctid = request.ctid AND row_xmin = request.xmin
       AND (SELECT true FROM battles WHERE attacker_id = empire_states.id AND outcome IS NULL LIMIT 1) IS NULL
       AND (SELECT true FROM battles WHERE defender_id = empire_states.id AND outcome IS NULL LIMIT 1) IS NULL
       AND (SELECT dissolved_at FROM alliances WHERE id = empire_states.alliance_id) IS NULL
     THEN NULL ELSE state END AS state
   FROM unnest($1::text[], $2::uuid[], $3::tid[], $4::xid[]) WITH ORDINALITY AS request (key, id, ctid, xmin, number)
   JOIN ${empireStates} ON empire_states.id = CASE request.key
     WHEN 'empire' THEN request.id
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = request.id)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = request.id)
   END`,
  readRow,
);

interface Request {
  key: EmpireKey;
  id: string;
  kept: KeptEmpire | undefined;
}

/**
 * A read applies due work up to now, but stops before the first undecided contact. Concurrent reads share one statement,
 * which loads the empires, or finds that the cached ones are current.
 * @param cache null: every read loads the empire
 */
export function createEmpireReader(
  deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock' | 'metrics'>,
  cache: EmpireCache | null,
): EmpireReader {
  const { settings, clock } = deps;
  const { cacheLookups } = deps.metrics;
  const advanceKept = createKeptReader(settings);
  const load = coalesce<Request, ReadRow>(async (requests) => {
    const rows = await select(deps.pool, selectEmpireStatesOf, [
      requests.map(({ key }) => key),
      requests.map(({ id }) => id),
      requests.map(({ kept }) => kept?.ctid ?? null),
      requests.map(({ kept }) => kept?.xmin ?? null),
    ]);
    const byNumber = new Map(rows.map((row) => [row.request, row]));
    return requests.map((_, index) => byNumber.get(index + 1) ?? null);
  });

  return {
    readEmpire: async (key, id) => {
      const kept = key === 'empire' ? cache?.get(id) : undefined;
      const row = await load({ key, id, kept });
      if (key === 'empire') {
        const outcome = kept === undefined ? 'missing' : row?.state === null ? 'hit' : 'outdated';
        cacheLookups.inc({ cache: 'empire', outcome });
      }
      if (row === null) return null;
      const { state } = row;
      if (state === null) return kept === undefined ? null : advanceKept(kept, clock.at(row.now_ms));
      if (cache !== null && state.battles.length === 0)
        return advanceKept(cache.put(toEmpire(state), row), clock.at(row.now_ms));
      const { world, now } = toLoadedSlice([{ state, now_ms: row.now_ms }], deps);
      const empire = world.empires.get(state.id);
      if (empire === undefined) return null;
      const firstContactAt = Math.min(...[...world.battles.values()].map(({ contactAt }) => contactAt));
      advance(world, Math.min(now, firstContactAt - 1), battleRandomOf);
      return { world, empire, now };
    },
  };
}

/** Advances kept empires. Until the next due work of an empire, all its states share everything but the stock. */
function createKeptReader(settings: WorldSettings): (kept: KeptEmpire, now: number) => EmpireState {
  const dueTimes = new WeakMap<KeptEmpire, number>();
  const dueAtOf = (kept: KeptEmpire): number => {
    const dueAt = dueTimes.get(kept) ?? nextDueAt(kept.empire, settings.speed) ?? Infinity;
    dueTimes.set(kept, dueAt);
    return dueAt;
  };
  return (kept, now) => {
    const isDue = dueAtOf(kept) <= now;
    const own = isDue ? copyData(kept.empire) : { ...kept.empire, stock: { ...kept.empire.stock } };
    const empire = { ...own, postings: null };
    const world = { ...settings, empires: new Map([[empire.id, empire]]), battles: new Map() };
    advance(world, now, battleRandomOf);
    return { world, empire, now, ...(isDue ? {} : { stable: kept }) };
  };
}
