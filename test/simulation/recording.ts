/**
 * Records each change of empires with everything that it was given, so that the pure core can repeat it. A test that
 * simulates replaces `changeEmpires` of the write path by one that passes through here.
 */
import type pg from 'pg';
import type { Empire } from '../../src/game/types.ts';
import type { EmpireCache } from '../../src/world/empire-cache.ts';
import type { ChangeResult, CurrentEmpires, EmpireChange } from '../../src/world/write-path.ts';

export interface RecordedChange {
  current: CurrentEmpires;
  /** The ids that it drew. */
  ids: readonly string[];
  change: (current: CurrentEmpires) => ChangeResult<unknown>;
  savedIds: ReadonlySet<string>;
  /** The idempotency keys of its responses. */
  keys: readonly string[];
  /** Set by the wire. */
  committedAt: number;
}

/** Receives a change while its transaction is open, and lookups of empires that a cache has dropped. */
export const recorder: { onChange: (change: RecordedChange) => void; dropped: number } = {
  onChange: () => undefined,
  dropped: 0,
};

/** The same cache, which counts lookups of empires that it had no room for. */
export function observed(cache: EmpireCache, pool: pg.Pool): EmpireCache {
  const put = new Set<string>();
  pool.on('connect', () => put.clear());
  return {
    get: (id) => {
      const found = cache.get(id);
      if (found === undefined && put.has(id)) recorder.dropped += 1;
      return found;
    },
    put: (empire, version) => {
      put.add(empire.id);
      return cache.put(empire, version);
    },
  };
}

/** The empires that a change has saved. */
export const savedOf = ({ current, savedIds }: RecordedChange): Empire[] =>
  [...current.world.empires.values()].filter(({ id }) => savedIds.has(id));

/** The same change, recorded. Due work announces nothing and is not recorded: it follows from the time. */
export function recorded<T>(options: EmpireChange<T>): EmpireChange<T> {
  if (options.announces !== true) return options;
  const { change } = options;
  return {
    ...options,
    change: (current) => {
      const ids: string[] = [];
      const result = change({
        ...current,
        scopeOf: (empire) => {
          const scope = current.scopeOf(empire);
          const newId = (): string => {
            const id = scope.newId();
            ids.push(id);
            return id;
          };
          return { ...scope, newId };
        },
      });
      const { savedIds, responses = [] } = result;
      const keys = responses.map(({ key }) => key);
      recorder.onChange({ current, ids, change, savedIds, keys, committedAt: 0 });
      return result;
    },
  };
}
