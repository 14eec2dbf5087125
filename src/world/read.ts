/** Reads one empire with all it owns, advanced to now, without saving it. */
import { z } from 'zod';
import { coalesce } from '../db/coalesce.ts';
import { integer, nowMsSql } from '../db/columns.ts';
import { hasRowVersion, type EmpireVersion } from '../db/empire-version.ts';
import { select, statement } from '../db/pool.ts';
import { advanceToMeeting, nextDueAt } from '../game/advance.ts';
import { copyData } from '../game/plain-data.ts';
import type { Empire } from '../game/types.ts';
import type { WorldDeps } from './deps.ts';
import type { EmpireCache, CachedEmpire } from './empire-cache.ts';
import { empireStates, loadedRow, toLoadedSlice, type LoadedSlice, type WorldSettings } from './rows/load.ts';
import { battleRandomOf } from './battle-random.ts';
import { toEmpire } from './rows/row-conversion.ts';
import { empireStateRow } from './rows/rows.ts';

/** One empire in its current state. It is shared with other readers: do not change it. */
export interface EmpireState extends LoadedSlice {
  empire: Empire;
  /** The same object for states that differ only in stock and time; absent if it is unknown whether they do. */
  stable?: object;
}

export type EmpireKey = 'empire' | 'city' | 'army';

/** The version of a user's own empire, as the request has read it with the session. */
export interface VersionCheck {
  empireId: string | null;
  /** Null if the row does not tell the version. */
  empireVersion: EmpireVersion | null;
  /** By the database clock, in milliseconds since 1970. */
  seenAt: number;
}

/**
 * Finds an empire by its id, or by the id of its city or army.
 * @param check of the same request, which has changed nothing since; without it, the read checks the version itself
 */
export type ReadEmpire = (
  key: EmpireKey,
  id: string,
  check?: VersionCheck | null,
) => Promise<EmpireState | null>;

const readRow = loadedRow.extend({
  request: integer,
  ctid: z.string(),
  xmin: z.string(),
  /** Null if the version that the request names is current. */
  state: empireStateRow.nullable(),
});

type ReadRow = z.infer<typeof readRow>;

const selectEmpireStatesOf = statement('selectEmpireStatesOf', {
  sql: `SELECT request.number AS request, row_ctid AS ctid, row_xmin AS xmin, ${nowMsSql},
     CASE WHEN row_ctid = request.ctid AND row_xmin = request.xmin AND ${hasRowVersion('empire_states')}
     THEN NULL ELSE state END AS state
   FROM unnest($1::text[], $2::uuid[], $3::tid[], $4::xid[]) WITH ORDINALITY AS request (key, id, ctid, xmin, number)
   JOIN ${empireStates} ON empire_states.id = CASE request.key
     WHEN 'empire' THEN request.id
     WHEN 'city' THEN (SELECT empire_id FROM cities WHERE id = request.id)
     WHEN 'army' THEN (SELECT empire_id FROM armies WHERE id = request.id)
   END`,
  row: readRow,
});

interface Request {
  key: EmpireKey;
  id: string;
  cached: CachedEmpire | undefined;
}

/**
 * A read applies due work up to now, but stops before the first undecided meeting. Concurrent reads share one statement,
 * which loads the empires, or finds that the cached ones are current.
 * @param cache null: every read loads the empire
 */
export function createEmpireReader(
  deps: Pick<WorldDeps, 'pool' | 'settings' | 'clock' | 'metrics'>,
  cache: EmpireCache | null,
): ReadEmpire {
  const { settings, clock } = deps;
  const { cacheLookups } = deps.metrics;
  const load = coalesce<Request, ReadRow>(async (requests) => {
    const rows = await select(deps.pool, selectEmpireStatesOf, [
      requests.map(({ key }) => key),
      requests.map(({ id }) => id),
      requests.map(({ cached }) => cached?.ctid ?? null),
      requests.map(({ cached }) => cached?.xmin ?? null),
    ]);
    const byNumber = new Map(rows.map((row) => [row.request, row]));
    return requests.map((_, index) => byNumber.get(index + 1) ?? null);
  });

  return async (key, id, check = null) => {
    const cached = key === 'empire' ? cache?.get(id) : undefined;
    if (cached !== undefined && check?.empireId === id && isVersion(cached, check.empireVersion)) {
      cacheLookups.inc({ cache: 'empire', outcome: 'hit' });
      return advanceCached(cached, clock.at(check.seenAt), settings);
    }
    const row = await load({ key, id, cached });
    if (key === 'empire') {
      const outcome = cached === undefined ? 'missing' : row?.state === null ? 'hit' : 'outdated';
      cacheLookups.inc({ cache: 'empire', outcome });
    }
    if (row === null) return null;
    const { state } = row;
    if (state === null)
      return cached === undefined ? null : advanceCached(cached, clock.at(row.now_ms), settings);
    if (cache !== null && state.battles.length === 0) {
      const empire = toEmpire(state);
      const dueAt = nextDueAt(empire, settings.speed) ?? Infinity;
      return advanceCached(cache.put(empire, row, dueAt), clock.at(row.now_ms), settings);
    }
    const { world, now } = toLoadedSlice([{ state, now_ms: row.now_ms }], deps);
    const empire = world.empires.get(state.id);
    if (empire === undefined) return null;
    advanceToMeeting(world, now, battleRandomOf);
    return { world, empire, now };
  };
}

function isVersion(cached: CachedEmpire, version: EmpireVersion | null): boolean {
  return cached.ctid === version?.ctid && cached.xmin === version.xmin;
}

/** Advances a cached empire. Until its next due work, all its states share everything but the stock. */
function advanceCached(cached: CachedEmpire, now: number, settings: WorldSettings): EmpireState {
  const isDue = cached.dueAt <= now;
  const own = isDue ? copyData(cached.empire) : { ...cached.empire, stock: { ...cached.empire.stock } };
  const empire = { ...own, postings: null };
  const world = { ...settings, empires: new Map([[empire.id, empire]]), battles: new Map() };
  advanceToMeeting(world, now, battleRandomOf);
  return { world, empire, now, ...(isDue ? {} : { stable: cached }) };
}
