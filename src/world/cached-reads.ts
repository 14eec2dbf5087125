/**
 * A layer around reads of empires: loads one again only if it has changed, which halves the CPU time of a read
 * (`npm run bench -- read`). Each read first asks for the version of the row: its place (ctid) and the transaction that
 * wrote it (xmin). Every change of an empire writes that row.
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { z } from 'zod';
import { nowMsSql, uuid } from '../db/columns.ts';
import { select, statement } from '../db/pool.ts';
import { advanceToMeeting, nextDueAt } from '../game/advance.ts';
import { copyData } from '../game/plain-data.ts';
import type { Empire } from '../game/types.ts';
import { battleRandomOf } from './battle-random.ts';
import type { WorldDeps } from './deps.ts';
import type { EmpireState, ReadEmpires } from './read.ts';
import { loadedRow, type WorldSettings } from './rows/load.ts';

interface CachedEmpire {
  version: string;
  /** Frozen, because several readers share it. */
  empire: Empire;
  /** Infinity: never. */
  dueAt: number;
}

// No version while something outside the row counts, too: an undecided battle, the end of the alliance, or the battles
// for which a leave waits. LIMIT 1 keeps the planner from reading all undecided battles.
const selectVersions = statement('selectVersions', {
  sql: `SELECT e.id, e.ctid || ' ' || e.xmin AS version, ${nowMsSql}
   FROM unnest($1::uuid[]) AS requested (id) JOIN empires e USING (id)
   WHERE (SELECT true FROM battles WHERE attacker_id = e.id AND outcome IS NULL LIMIT 1) IS NULL
     AND (SELECT true FROM battles WHERE defender_id = e.id AND outcome IS NULL LIMIT 1) IS NULL
     AND (SELECT true FROM battles WHERE ally_id = e.id AND outcome IS NULL LIMIT 1) IS NULL
     AND (SELECT dissolved_at FROM alliances WHERE id = e.alliance_id) IS NULL
     AND (e.leave IS NULL OR e.leave ->> 'beganAt' IS NOT NULL)`,
  row: loadedRow.pick({ now_ms: true }).extend({ id: uuid, version: z.string() }),
});

/** Roughly the bytes in memory. */
function sizeOf({ empire }: CachedEmpire): number {
  let size = 1_500 + 800 * empire.armies.length + 300 * (empire.wishes?.list.length ?? 0);
  for (const { buildings, construction, training } of empire.cities) {
    size += 800 + 200 * buildings.length + 300 * (construction.length + training.length);
  }
  return size;
}

function freeze<T extends object>(value: T): T {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) freeze(member);
  }
  return Object.freeze(value);
}

/** Until its next due work, all states of an empire share everything but the stock. */
function advanceCached(
  { empire: cached, dueAt }: CachedEmpire,
  now: number,
  settings: WorldSettings,
): EmpireState {
  const own = dueAt <= now ? copyData(cached) : { ...cached, stock: { ...cached.stock } };
  const empire = { ...own, postings: null };
  const world = { ...settings, empires: new Map([[empire.id, empire]]), battles: new Map() };
  advanceToMeeting(world, now, battleRandomOf);
  return { world, empire, now };
}

/**
 * The cache is cleared when the pool opens a connection: another server, such as a restored one, may repeat versions.
 * @param maxBytes size in memory; the default holds about 3,000 empires of one city
 */
export function cacheReads(
  readEmpires: ReadEmpires,
  { pool, settings, clock, metrics }: Pick<WorldDeps, 'settings' | 'clock' | 'metrics'> & { pool: pg.Pool },
  maxBytes = 16 * 1024 * 1024,
): ReadEmpires {
  const empires = new LRUCache<string, CachedEmpire>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  pool.on('connect', () => empires.clear());
  return async (requests) => {
    const ids = requests.flatMap(({ key, id }) => (key === 'empire' ? [id] : []));
    const rows = ids.length === 0 ? [] : await select(pool, selectVersions, [[...new Set(ids)]]);
    const current = new Map(rows.map((row) => [row.id, row]));
    const states = requests.map(({ key, id }) => {
      const row = current.get(id);
      const cached = empires.get(id);
      const isHit = key === 'empire' && cached !== undefined && cached.version === row?.version;
      const outcome = isHit ? 'hit' : cached === undefined ? 'missing' : 'outdated';
      if (key === 'empire') metrics.cacheLookups.inc({ cache: 'empire', outcome });
      return isHit ? advanceCached(cached, clock.at(row.now_ms), settings) : null;
    });
    const missing = requests.filter((_, index) => states[index] === null);
    const loaded = missing.length === 0 ? [] : await readEmpires(missing);
    return states.map((state) => {
      if (state !== null) return state;
      const read = loaded.shift() ?? null;
      // If the row changed between version and load, the next read loads it again.
      const row = read === null ? undefined : current.get(read.empire.id);
      if (read === null || row === undefined || read.world.battles.size > 0) return read;
      const { empire, now } = read;
      const dueAt = nextDueAt(empire, settings.speed) ?? Infinity;
      const cached = { version: row.version, empire: freeze(empire), dueAt };
      empires.set(empire.id, cached);
      return advanceCached(cached, now, settings);
    });
  };
}
