/** Reads one empire with all it owns, advanced to now, without saving it. */
import { coalesce } from '../db/coalesce.ts';
import { integer } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import type { RowVersions } from '../db/row-versions.ts';
import { advance, nextDueAt } from '../game/advance.ts';
import type { Empire } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import type { EmpireCache, KeptEmpire } from './empire-cache.ts';
import {
  empireStates,
  loadedRow,
  toLoadedSlice,
  type LoadedRow,
  type LoadedSlice,
  type WorldSettings,
} from './load.ts';
import { battleRandomOf } from './battle-random.ts';
import { copyData } from './plain-data.ts';
import { toEmpire } from './row-conversion.ts';

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
  /** The same for an empire that is cached; null for others. */
  readCachedEmpire: (id: string) => Promise<EmpireState | null> | null;
}

const selectEmpireStatesOf = statement(
  'selectEmpireStatesOf',
  `SELECT request.number AS request, state, row_ctid AS ctid, row_xmin AS xmin,
     (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms
   FROM unnest($1::text[], $2::uuid[]) WITH ORDINALITY AS request (key, id, number)
   JOIN ${empireStates} ON empire_states.id = CASE request.key
     WHEN 'empire' THEN request.id
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = request.id)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = request.id)
   END`,
  loadedRow.extend({ request: integer }),
);

/** Where a reader keeps what it has read, and checks it. */
export interface ReaderCache {
  empires: EmpireCache;
  versions: RowVersions;
}

/**
 * A read applies due work up to now, but stops before the first undecided contact. Concurrent reads share one statement,
 * which loads the empires, or finds that the cached ones are current.
 * @param cache null: every read loads the empire
 */
export function createEmpireReader(
  deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock' | 'metrics'>,
  cache: ReaderCache | null,
): EmpireReader {
  const { settings, clock } = deps;
  const { cacheLookups } = deps.metrics;
  const advanceKept = createKeptReader(settings);
  const load = coalesce<{ key: EmpireKey; id: string }, LoadedRow>(async (requests) => {
    const rows = await select(deps.pool, selectEmpireStatesOf, [
      requests.map(({ key }) => key),
      requests.map(({ id }) => id),
    ]);
    const byNumber = new Map(rows.map((row) => [row.request, row]));
    return requests.map((_, index) => byNumber.get(index + 1) ?? null);
  });

  const loadCurrent = async (key: EmpireKey, id: string): Promise<EmpireState | null> => {
    const row = await load({ key, id });
    if (row === null) return null;
    if (cache !== null && row.state.battles.length === 0) {
      return advanceKept(cache.empires.put(toEmpire(row.state), row), clock.at(row.now_ms));
    }
    const { world, now } = toLoadedSlice([row], deps);
    const empire = world.empires.get(row.state.id);
    if (empire === undefined) return null;
    const firstContactAt = Math.min(...[...world.battles.values()].map(({ contactAt }) => contactAt));
    advance(world, Math.min(now, firstContactAt - 1), battleRandomOf);
    return { world, empire, now };
  };

  const readKept = async (
    { empires, versions }: ReaderCache,
    kept: KeptEmpire,
  ): Promise<EmpireState | null> => {
    const { isCurrent, databaseMs } = await versions.checkEmpire(kept);
    cacheLookups.inc({ cache: 'empire', outcome: isCurrent ? 'hit' : 'outdated' });
    if (isCurrent) return advanceKept(kept, clock.at(databaseMs));
    empires.drop(kept);
    return loadCurrent('empire', kept.id);
  };

  const readCachedEmpire = (id: string): Promise<EmpireState | null> | null => {
    const kept = cache?.empires.get(id);
    return cache === null || kept === undefined ? null : readKept(cache, kept);
  };

  return {
    readCachedEmpire,
    readEmpire: (key, id) => {
      const cached = key === 'empire' ? readCachedEmpire(id) : null;
      if (cached !== null) return cached;
      if (key === 'empire') cacheLookups.inc({ cache: 'empire', outcome: 'missing' });
      return loadCurrent(key, id);
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
