/**
 * The operator's way into the world: a transaction of its own with the audit row of the change in it, that does
 * not count as a deed of the player.
 * The clocks of the instances find what is due after it at their next look, within a second.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { translateConstraint } from '../db/constraints.ts';
import type { Tx } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import { decideContactsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { changeEmpires, type CommandScope } from './empire-transaction.ts';
import { lockPauseMs } from './load.ts';

/** Players come first: nobody waits for the operator, who waits for them. */
const patienceMs = 10_000;

export interface AdminChange<T> {
  /** The change may touch this one and its battles. */
  empireId: string;
  /** False only where settling is what fails: the change is made on what is stored. */
  settle: boolean;
  change: (scope: CommandScope) => T;
  /** What is written in the same transaction; sent, not awaited. */
  record: (tx: Tx, value: T) => Promise<unknown>;
}

type AttemptOutcome<T> = { value: T } | 'held elsewhere' | 'contact due';

/**
 * Changes an empire for the operator. Throws NOT_FOUND where it is not there, BUSY when somebody else held it for
 * 10 s, and what `change` throws.
 */
export async function adminChange<T>(
  deps: WorldDeps,
  { empireId, settle, change, record }: AdminChange<T>,
): Promise<T> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const { value: outcome } = await changeEmpires<AttemptOutcome<T>>(deps, {
      lock: [empireId],
      ...(settle ? {} : { applyDue: () => [] }),
      announces: true,
      change: ({ world, heldIds, blockedIds, scopeOf }) => {
        if (heldIds.size > 0) return { value: 'held elsewhere', savedIds: new Set() };
        if (settle && blockedIds.size > 0) return { value: 'contact due', savedIds: new Set() };
        const empire = world.empires.get(empireId);
        if (empire === undefined) throw new GameError('NOT_FOUND');
        const value = change(scopeOf(empire));
        return { value: { value }, savedIds: new Set([empireId]), write: (tx) => record(tx, value) };
      },
    }).catch((error: unknown) => {
      throw translateConstraint(error);
    });
    if (typeof outcome === 'object') return outcome.value;
    if (performance.now() > until) throw new GameError('BUSY');
    if (outcome === 'held elsewhere') await delay(lockPauseMs);
    else await decideContactsOf(deps, empireId);
  }
}
