/**
 * The door to the world: a change of certain empires, which waits until no other transaction holds them and their due
 * meetings are decided.
 */
import { translateConstraint } from '../db/constraints.ts';
import type { Writer } from '../db/transaction.ts';
import type { Caller } from './idempotency/caller.ts';
import { completeFor } from './idempotency/complete.ts';
import { GameError } from '../kernel/errors.ts';
import { attempt, type AttemptOptions, type CommandScope } from './attempt.ts';
import { decideMeetingsOf } from './contacts.ts';
import type { WorldDeps } from './deps.ts';
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

interface Change<Ids extends readonly string[], Others> extends Pick<AttemptOptions<Others>, 'lockOthers'> {
  empireIds: Ids;
  /** Whether the empires advance to now first. False only if that fails; the change then applies to the stored state. */
  advances?: boolean;
  /** Milliseconds until BUSY, while other transactions hold one of the empires. */
  timeoutMs?: number;
}

/**
 * Changes empires, once no other transaction holds them and their due meetings are decided. `decide` returns the response,
 * which is stored under the key of the caller. Throws NOT_FOUND if an empire does not exist, BUSY after `timeoutMs`,
 * AUTH_REQUIRED if the session of the caller has ended, and the errors of `decide`.
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
    announces: true,
    ...(lockOthers === undefined ? {} : { lockOthers }),
    ...(advances ? {} : { applyDue: () => [] }),
  };
  for (;;) {
    const outcome = await attempt<{ value: T } | 'held' | { blockedId: string }, Others>(
      deps,
      options,
      ({ world, now, others, heldIds, blockedIds, scopeOf, tx }) => {
        if (heldIds.size > 0) return { value: 'held', savedIds: new Set() };
        const blockedId = advances ? empireIds.find((id) => blockedIds.has(id)) : undefined;
        if (blockedId !== undefined) return { value: { blockedId }, savedIds: new Set() };
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
    else await decideMeetingsOf(deps, outcome.blockedId);
  }
}
