/** A change of certain empires that waits until no other transaction holds them and their due contacts are decided. */
import { translateConstraint } from '../db/constraints.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller } from '../idempotency/caller.ts';
import { GameError } from '../kernel/errors.ts';
import { decideMeetingsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { changeEmpires, type ChangeResult, type CurrentEmpires } from './write-path.ts';
import { lockRetryMs } from './rows/load.ts';

export interface WaitingChange<T> {
  empireIds: readonly string[];
  /** Whether the empires advance to now first. False only if that fails; the change then applies to the stored state. */
  advances?: boolean;
  /** Locks and reads rows of other tables, in the round trip of the empires. */
  readOthers?: (tx: Tx) => Promise<unknown>;
  /** Milliseconds until BUSY, while other transactions hold one of the empires. */
  timeoutMs: number;
  /** Sees every one of the empires. */
  change: (current: CurrentEmpires) => ChangeResult<T>;
}

type AttemptOutcome<T> = { value: T } | 'held elsewhere' | { blockedId: string };

/**
 * Changes empires in one transaction, of two round trips. Throws NOT_FOUND if one does not exist, BUSY after
 * `timeoutMs`, AUTH_REQUIRED if the session of the caller has ended, and the errors of `change`.
 */
export async function changeWhenFree<T>(
  deps: WorldDeps & { caller?: Caller | null },
  { empireIds, advances = true, readOthers, timeoutMs, change }: WaitingChange<T>,
): Promise<T> {
  const { caller = null } = deps;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const outcome = await changeEmpires<AttemptOutcome<T>>(deps, {
      lock: empireIds,
      callers: [caller],
      ...(readOthers === undefined ? {} : { readOthers }),
      ...(advances ? {} : { applyDue: () => [] }),
      announces: true,
      change: (current) => {
        const { world, heldIds, blockedIds, hasEnded } = current;
        if (hasEnded(caller)) throw new GameError('AUTH_REQUIRED');
        if (heldIds.size > 0) return { value: 'held elsewhere', savedIds: new Set() };
        const blockedId = advances ? empireIds.find((id) => blockedIds.has(id)) : undefined;
        if (blockedId !== undefined) return { value: { blockedId }, savedIds: new Set() };
        if (empireIds.some((id) => !world.empires.has(id))) throw new GameError('NOT_FOUND');
        const { value, ...result } = change(current);
        return { ...result, value: { value } };
      },
    }).catch((error: unknown) => {
      throw translateConstraint(error);
    });
    if (typeof outcome === 'object' && 'value' in outcome) return outcome.value;
    if (performance.now() > deadline) throw new GameError('BUSY');
    if (outcome === 'held elsewhere') await deps.clock.machine.delay(lockRetryMs);
    else await decideMeetingsOf(deps, outcome.blockedId);
  }
}
