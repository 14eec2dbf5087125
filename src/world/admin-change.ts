/**
 * Admin changes: an operator's change in a transaction of its own, together with its audit row. It does not count as
 * activity of the player. The clocks of the instances find new due work at their next poll, within a second.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { translateConstraint } from '../db/constraints.ts';
import type { Tx } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import { decideContactsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { changeEmpires, type CommandScope } from './empire-transaction.ts';
import { lockPauseMs } from './load.ts';

/** Admin changes yield to players: the operator waits for their locks, but players never wait for the operator. */
const patienceMs = 10_000;

export interface AdminChange<T> {
  /** The change may modify this empire and its battles only. */
  empireId: string;
  /** Whether the empire advances to now first. False only if that fails; the change then applies to the stored state. */
  advances: boolean;
  change: (scope: CommandScope) => T;
  /** Writes the audit row in the same transaction. The statement is sent with COMMIT, not awaited. */
  record: (tx: Tx, value: T) => Promise<unknown>;
}

type AttemptOutcome<T> = { value: T } | 'held elsewhere' | 'contact due';

/**
 * Changes an empire for the operator. Throws NOT_FOUND if it does not exist, BUSY if other transactions hold it for
 * 10 s, and the errors of `change`.
 */
export async function adminChange<T>(
  deps: WorldDeps,
  { empireId, advances, change, record }: AdminChange<T>,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const { value: outcome } = await changeEmpires<AttemptOutcome<T>>(deps, {
      lock: [empireId],
      ...(advances ? {} : { applyDue: () => [] }),
      announces: true,
      change: ({ world, heldIds, blockedIds, scopeOf }) => {
        if (heldIds.size > 0) return { value: 'held elsewhere', savedIds: new Set() };
        if (advances && blockedIds.size > 0) return { value: 'contact due', savedIds: new Set() };
        const empire = world.empires.get(empireId);
        if (empire === undefined) throw new GameError('NOT_FOUND');
        const value = change(scopeOf(empire));
        return { value: { value }, savedIds: new Set([empireId]), write: (tx) => record(tx, value) };
      },
    }).catch((error: unknown) => {
      throw translateConstraint(error);
    });
    if (typeof outcome === 'object') return outcome.value;
    if (performance.now() > deadline) throw new GameError('BUSY');
    if (outcome === 'held elsewhere') await delay(lockPauseMs);
    else await decideContactsOf(deps, empireId);
  }
}
