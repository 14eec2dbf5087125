/**
 * Caches empires as they were read, to save loading the same version again: a read takes less than half of the CPU time
 * (`npm run bench -- read`). A cached empire is never used unchecked: each read compares its version with that of the row.
 * Postgres gives every version of a row a place (ctid) and the id of the transaction that wrote it (xmin).
 */
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { EmpireVersion } from '../db/empire-version.ts';
import type { Empire } from '../game/types.ts';

export interface CachedEmpire extends EmpireVersion {
  readonly id: string;
  /** As it was read. All its objects are frozen, because several readers share them. */
  readonly empire: Empire;
  /** When something of it is due next; Infinity: never. */
  readonly dueAt: number;
}

export interface EmpireCache {
  get(id: string): CachedEmpire | undefined;
  /** Caches an empire, as it was read, with the version of its row. Freezes it. */
  put(empire: Empire, version: EmpireVersion, dueAt: number): CachedEmpire;
}

function freeze<T extends object>(value: T): T {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) freeze(member);
  }
  return Object.freeze(value);
}

/** Roughly the bytes in memory. */
function sizeOf({ empire }: CachedEmpire): number {
  let size = 1_500 + 800 * empire.armies.length + 300 * (empire.wishes?.list.length ?? 0);
  for (const { buildings, construction, training } of empire.cities) {
    size += 800 + 200 * buildings.length + 300 * (construction.length + training.length);
  }
  return size;
}

/**
 * It is cleared when the pool opens a connection: another server, such as a restored one, may repeat versions.
 * @param maxBytes its size in memory; the default holds about 3,000 empires of one city
 */
export function createEmpireCache(pool: pg.Pool, maxBytes = 16 * 1024 * 1024): EmpireCache {
  const empires = new LRUCache<string, CachedEmpire>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  pool.on('connect', () => empires.clear());
  return {
    get: (id) => empires.get(id),
    put(empire, { ctid, xmin }, dueAt) {
      const cached = { id: empire.id, ctid, xmin, empire: freeze(empire), dueAt };
      empires.set(cached.id, cached);
      return cached;
    },
  };
}
