/**
 * Keeps empires as they were read, to save loading the same version again. A kept empire is never used unchecked: its
 * version is compared with that of the row, by `checkEmpire` (src/db/row-versions.ts) or under the lock of the row.
 */
import { LRUCache } from 'lru-cache';
import type { RowVersion } from '../db/row-versions.ts';
import type { Empire } from '../game/types.ts';

/** About 3,000 empires of one city. */
const maxBytes = 16 * 1024 * 1024;

export interface KeptEmpire extends RowVersion {
  readonly id: string;
  /** As it was saved. All its objects are frozen, because several readers share them. */
  readonly empire: Empire;
}

export interface EmpireCache {
  get(id: string): KeptEmpire | undefined;
  /** Keeps an empire, as it was read or saved, with the version of its row. Freezes it. */
  put(empire: Empire, version: RowVersion): KeptEmpire;
  /** Forgets an empire, if this version is the one that is kept. */
  drop(kept: KeptEmpire): void;
  clear(): void;
}

function freeze<T extends object>(value: T): T {
  for (const member of Object.values(value) as unknown[]) {
    if (typeof member === 'object' && member !== null) freeze(member);
  }
  return Object.freeze(value);
}

/** Roughly the bytes in memory. */
function sizeOf({ empire }: KeptEmpire): number {
  let size = 1_500 + 800 * empire.armies.length + 300 * (empire.wishes?.list.length ?? 0);
  for (const { buildings, construction, training } of empire.cities) {
    size += 800 + 200 * buildings.length + 300 * (construction.length + training.length);
  }
  return size;
}

export function createEmpireCache(): EmpireCache {
  const empires = new LRUCache<string, KeptEmpire>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  return {
    get: (id) => empires.get(id),
    put(empire, { ctid, xmin }) {
      const kept = { id: empire.id, ctid, xmin, empire: freeze(empire) };
      empires.set(kept.id, kept);
      return kept;
    },
    drop(kept) {
      if (empires.peek(kept.id) === kept) empires.delete(kept.id);
    },
    clear() {
      empires.clear();
    },
  };
}
