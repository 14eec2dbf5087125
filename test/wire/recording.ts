/** Records each change of empires with everything that it was given, so that the pure core can repeat it. */
import type { Empire } from '../../src/game/types.ts';
import type * as Attempts from '../../src/world/attempt.ts';
import type { CurrentEmpires, Decision } from '../../src/world/attempt.ts';

type Decide<T, Others> = (current: CurrentEmpires<Others>) => Decision<T>;

export interface RecordedChange {
  current: CurrentEmpires<unknown>;
  /** The ids that it drew. */
  ids: readonly string[];
  decide: Decide<unknown, unknown>;
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
 * The same decision, recorded. A change that saves no empire is not recorded: it has no moment in the world.
 */
const recorded =
  <T, Others>(decide: Decide<T, Others>): Decide<T, Others> =>
  (current) => {
    const ids: string[] = [];
    const keys: string[] = [];
    const decision = decide({
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
      tx: {
        write: (stmt, values) => {
          if (stmt.name === 'insertResponses')
            keys.push(...(JSON.parse(String(values[0])) as { key: string }[]).map(({ key }) => key));
          current.tx.write(stmt, values);
        },
      },
    });
    const { savedIds } = decision;
    const change = {
      current,
      ids,
      decide: decide as Decide<unknown, unknown>,
      savedIds,
      keys,
      committedAt: 0,
    };
    if (savedIds.size > 0) recorder.onChange(change);
    return decision;
  };

/** Replaces the write path by one that is recorded: for `vi.mock`, in each test that uses the wire. */
export async function recordWritePath(load: () => Promise<unknown>): Promise<typeof Attempts> {
  const original = (await load()) as typeof Attempts;
  return {
    ...original,
    // Due work notifies nobody and is not recorded: it follows from the time.
    attempt: (deps, options, decide) =>
      original.attempt(deps, options, options.notifies === true ? recorded(decide) : decide),
  };
}
