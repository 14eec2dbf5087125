/** Records each change of empires with everything that it was given, so that the pure core can repeat it. */
import type { Empire } from '../../src/game/types.ts';
import type * as WritePath from '../../src/world/write-path.ts';
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

/** Receives a change while its transaction is open. */
export const recorder: { onChange: (change: RecordedChange) => void } = { onChange: () => undefined };

/** The empires that a change has saved. */
export const savedOf = ({ current, savedIds }: RecordedChange): Empire[] =>
  [...current.world.empires.values()].filter(({ id }) => savedIds.has(id));

/**
 * The same change, recorded. Due work announces nothing and is not recorded: it follows from the time. A change that saves
 * no empire is not recorded either: it has no moment in the world.
 */
function recorded<T>(options: EmpireChange<T>): EmpireChange<T> {
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
      if (savedIds.size > 0) recorder.onChange({ current, ids, change, savedIds, keys, committedAt: 0 });
      return result;
    },
  };
}

/** Replaces the write path by one that is recorded: for `vi.mock`, in each test that uses the wire. */
export async function recordWritePath(load: () => Promise<unknown>): Promise<typeof WritePath> {
  const original = (await load()) as typeof WritePath;
  return { ...original, changeEmpires: (deps, options) => original.changeEmpires(deps, recorded(options)) };
}
