/** A change of certain empires that waits until no other transaction holds them and their due contacts are decided. */
import { translateConstraint } from '../db/constraints.ts';
import type { Tx } from '../db/transaction.ts';
import type { Caller } from '../idempotency/caller.ts';
import { toStoredResponses } from '../idempotency/store.ts';
import { GameError } from '../kernel/errors.ts';
import { decideMeetingsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { changeEmpires, type ChangeResult, type CommandScope } from './write-path.ts';
import { lockRetryMs, lockTimeoutMs } from './rows/load.ts';

/**
 * The `timeoutMs` of an operator's changes: the operator waits for the locks of players, players never wait for the operator.
 * The clocks of the instances find new due work at their next poll, within a second.
 */
export const adminTimeoutMs = 10_000;

/** For whom it changes: absent or null for the server. */
export type ChangingDeps = WorldDeps & { caller?: Caller | null };

/** The scopes of empires, in the order of their ids. */
export type ScopesOf<Ids extends readonly string[]> = { readonly [Index in keyof Ids]: CommandScope };

interface WaitingChange<T, Ids extends readonly string[]> {
  empireIds: Ids;
  /** Whether the empires advance to now first. False only if that fails; the change then applies to the stored state. */
  advances?: boolean;
  /** Locks and reads rows of other tables, in the round trip of the empires. */
  readOthers?: (tx: Tx) => Promise<unknown>;
  /** Milliseconds until BUSY, while other transactions hold one of the empires. */
  timeoutMs?: number;
  /** Returns the response of the request. By default all of the empires are saved. */
  change: (
    scopes: ScopesOf<Ids>,
  ) => Pick<ChangeResult<T>, 'value' | 'write'> & Partial<Pick<ChangeResult<T>, 'savedIds'>>;
}

type AttemptOutcome<T> = { value: T } | 'held elsewhere' | { blockedId: string };

/**
 * Changes empires in one transaction, of two round trips, which stores the response under the key of the caller. Throws
 * NOT_FOUND if one does not exist, BUSY after `timeoutMs`, AUTH_REQUIRED if the session of the caller has ended, and the
 * errors of `change`.
 */
export async function changeWhenFree<T, const Ids extends readonly string[]>(
  deps: ChangingDeps,
  { empireIds, advances = true, readOthers, timeoutMs = lockTimeoutMs, change }: WaitingChange<T, Ids>,
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
      change: ({ world, now, heldIds, blockedIds, hasEnded, scopeOf }) => {
        if (hasEnded(caller)) throw new GameError('AUTH_REQUIRED');
        if (heldIds.size > 0) return { value: 'held elsewhere', savedIds: new Set() };
        const blockedId = advances ? empireIds.find((id) => blockedIds.has(id)) : undefined;
        if (blockedId !== undefined) return { value: { blockedId }, savedIds: new Set() };
        const scopes = empireIds.map((id) => {
          const empire = world.empires.get(id);
          if (empire === undefined) throw new GameError('NOT_FOUND');
          return scopeOf(empire);
        });
        const { value, savedIds = new Set(empireIds), ...result } = change(scopes as ScopesOf<Ids>);
        return { ...result, value: { value }, savedIds, responses: toStoredResponses(caller, value, now) };
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
