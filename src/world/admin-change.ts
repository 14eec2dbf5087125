/**
 * Admin changes: an operator's change in a transaction of its own, together with its audit row. It does not count as
 * activity of the player. The clocks of the instances find new due work at their next poll, within a second.
 */
import type { Tx } from '../db/transaction.ts';
import { changeWhenFree } from './change-when-free.ts';
import type { WorldDeps } from './deps.ts';
import type { CommandScope } from './write-path.ts';

/** Admin changes yield to players: the operator waits for their locks, but players never wait for the operator. */
const timeoutMs = 10_000;

export interface AdminChange<T> {
  /** The change may modify this empire and its battles only. */
  empireId: string;
  /** Whether the empire advances to now first. False only if that fails; the change then applies to the stored state. */
  advances: boolean;
  change: (scope: CommandScope) => T;
  /** Writes the audit row in the same transaction. The statement is sent with COMMIT, not awaited. */
  record: (tx: Tx, value: T) => Promise<unknown>;
}

/**
 * Changes an empire for the operator. Throws NOT_FOUND if it does not exist, BUSY if other transactions hold it for
 * 10 s, and the errors of `change`.
 */
export function adminChange<T>(
  deps: WorldDeps,
  { empireId, advances, change, record }: AdminChange<T>,
): Promise<T> {
  return changeWhenFree(deps, {
    empireIds: [empireId],
    advances,
    timeoutMs,
    change: ([scope]) => {
      const value = change(scope);
      return { value, write: (tx) => record(tx, value) };
    },
  });
}
