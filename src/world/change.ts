/** A change of certain empires, which waits for their locks and due meetings. */
import { translateConstraint } from '../db/constraints.ts';
import type { Writer } from '../db/transaction.ts';
import type { Caller } from './idempotency/caller.ts';
import { completeFor } from './idempotency/complete.ts';
import { GameError } from '../kernel/errors.ts';
import { attempt, type AttemptOptions, type ChangeScope } from './attempt.ts';
import { decideMeetingsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
import { lockRetryMs, lockTimeoutMs } from './rows/load.ts';

/** An operator waits for the locks of players, players never wait for the operator. */
export const adminTimeoutMs = 10_000;

/** Absent or null for the server. */
export type ChangingDeps = WorldDeps & { caller?: Caller | null };

/** In the order of the ids. */
export type ScopesOf<Ids extends readonly string[]> = { readonly [Index in keyof Ids]: ChangeScope };

interface Change<Ids extends readonly string[], Others> extends Pick<AttemptOptions<Others>, 'lockOthers'> {
  empireIds: Ids;
  /** False only if advancing fails; the change then applies to the stored state. */
  advances?: boolean;
  /** Milliseconds until BUSY. */
  timeoutMs?: number;
}

/**
 * Changes empires, once no other transaction holds them and their due meetings are decided. The result of `decide` is
 * stored under the caller's key. Throws NOT_FOUND, BUSY after `timeoutMs`, AUTH_REQUIRED if the caller's session has
 * ended, and the errors of `decide`.
 */
export async function change<T, const Ids extends readonly string[], Others = null>(
  deps: ChangingDeps,
  { empireIds, advances = true, timeoutMs = lockTimeoutMs, lockOthers }: Change<Ids, Others>,
  decide: (scopes: ScopesOf<Ids>, tx: Writer, others: Others) => T,
): Promise<T> {
  const { caller = null } = deps;
  const deadline = performance.now() + timeoutMs;
  const options: AttemptOptions<Others> = {
    lock: empireIds,
    notifies: true,
    ...(lockOthers === undefined ? {} : { lockOthers }),
    ...(advances ? {} : { applyDue: () => [] }),
  };
  for (;;) {
    const outcome = await attempt<{ value: T } | 'held' | { blockedId: string; until: number }, Others>(
      deps,
      options,
      ({ world, now, others, heldIds, blockedIds, scopeOf, tx }) => {
        if (heldIds.size > 0) return { value: 'held', savedIds: new Set() };
        const blockedId = advances ? empireIds.find((id) => blockedIds.has(id)) : undefined;
        if (blockedId !== undefined) return { value: { blockedId, until: now }, savedIds: new Set() };
        const scopes = empireIds.map((id) => {
          const empire = world.empires.get(id);
          if (empire === undefined) throw new GameError('NOT_FOUND');
          return scopeOf(empire);
        });
        const value = decide(scopes as ScopesOf<Ids>, tx, others);
        completeFor(tx, [{ caller, value }], now);
        return { value: { value }, savedIds: new Set(empireIds) };
      },
    ).catch((error: unknown) => {
      throw translateConstraint(error);
    });
    if (typeof outcome === 'object' && 'value' in outcome) return outcome.value;
    if (performance.now() > deadline) throw new GameError('BUSY');
    if (outcome === 'held') await deps.clock.machine.delay(lockRetryMs);
    else await decideMeetingsOf(deps, outcome.blockedId, outcome.until);
  }
}
