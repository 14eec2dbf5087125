/**
 * The caller of a request, as the transactions of its writes need it. An instance may have been frozen since it read the
 * session: each transaction that writes for a caller checks the session again, at its end.
 */
import { z } from 'zod';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import type { IdempotencyKey } from './key.ts';
import { insertResponses, toStoredResponses } from './store.ts';

export interface Caller {
  sessionId: string;
  /** The end of the session, in milliseconds since 1970. */
  expiresAt: number;
  /** The key under which the response is stored; null: it is not stored. */
  idempotencyKey: IdempotencyKey | null;
}

/** Null without a session: the public, bots and due work of the server need no check. */
export const callerOf = (
  viewer: Pick<Caller, 'sessionId' | 'expiresAt'> | null,
  idempotencyKey: IdempotencyKey | null = null,
): Caller | null =>
  viewer === null ? null : { sessionId: viewer.sessionId, expiresAt: viewer.expiresAt, idempotencyKey };

/** Fails if one of these sessions has ended. */
export const requireSessions = statement('requireSessions', {
  sql: 'SELECT require_sessions($1)',
  row: z.strictObject({ require_sessions: z.literal('') }),
});

/** The result of a command or another change, for its caller. */
export interface Outcome {
  caller: Caller | null;
  /** The response. */
  value: unknown;
}

/**
 * Ends a transaction that changes something for these callers: stores the responses under their keys, and commits only if
 * no session has ended. COMMIT follows the check at once, so that nothing lies between them, not even a frozen process.
 * Throws AUTH_REQUIRED for a session that is past its time.
 * @param now milliseconds since 1970
 */
export function completeFor(tx: Pick<Tx, 'write'>, outcomes: readonly Outcome[], now: number): void {
  storeResponses(tx, outcomes, now);
  const ids = new Set<string>();
  for (const { caller } of outcomes) {
    if (caller === null) continue;
    if (caller.expiresAt <= now) throw new GameError('AUTH_REQUIRED');
    ids.add(caller.sessionId);
  }
  if (ids.size > 0) tx.write(requireSessions, [[...ids]]);
}

/** Stores the responses of callers with a key. */
export function storeResponses(tx: Pick<Tx, 'write'>, outcomes: readonly Outcome[], now: number): void {
  const responses = outcomes.flatMap(({ caller, value }) => toStoredResponses(caller, value, now));
  if (responses.length > 0) tx.write(insertResponses, [JSON.stringify(responses)]);
}
