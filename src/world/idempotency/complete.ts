/**
 * The end of a transaction that writes for a caller. The instance may have been frozen since it read the session, so
 * the transaction checks it again.
 */
import { z } from 'zod';
import { statement } from '../../db/pool.ts';
import type { Writer } from '../../db/transaction.ts';
import { GameError } from '../../kernel/errors.ts';
import type { Caller } from './caller.ts';
import { insertResponses, toStoredResponses } from './store.ts';

export const requireSessions = statement('requireSessions', {
  sql: 'SELECT require_sessions($1)',
  row: z.strictObject({ require_sessions: z.literal('') }),
});

export interface Outcome {
  caller: Caller | null;
  value: unknown;
}

/**
 * Commits only if no session has ended. COMMIT follows the check at once, so that not even a frozen process comes
 * between them. Throws AUTH_REQUIRED for a session that is past its time.
 */
export function completeFor(tx: Writer, outcomes: readonly Outcome[], now: number): void {
  storeResponses(tx, outcomes, now);
  const ids = new Set<string>();
  for (const { caller } of outcomes) {
    if (caller === null) continue;
    if (caller.expiresAt <= now) throw new GameError('AUTH_REQUIRED');
    ids.add(caller.sessionId);
  }
  if (ids.size > 0) tx.write(requireSessions, [[...ids]]);
}

export function storeResponses(tx: Writer, outcomes: readonly Outcome[], now: number): void {
  const responses = outcomes.flatMap(({ caller, value }) => toStoredResponses(caller, value, now));
  if (responses.length > 0) tx.write(insertResponses, [JSON.stringify(responses)]);
}
