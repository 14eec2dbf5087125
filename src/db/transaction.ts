/**
 * Transactions in as few flights as possible: BEGIN leaves with the first statement, COMMIT with the last.
 * What may be tried again is tried again here, and nowhere else.
 */
import type pg from 'pg';
import { GameError } from '../kernel/errors.ts';
import type { Db } from './pool.ts';

declare const inTransaction: unique symbol;

/** A connection inside a transaction. */
export type Tx = Db & { readonly [inTransaction]: true };

/** What a transaction ends with: the statements that go out with COMMIT, or null to roll back. */
export interface Ending<T> {
  value: T;
  writes: Promise<unknown>[] | null;
}

const retryable = new Set(['40001', '40P01', '55P03']);
const attempts = 3;

/**
 * Runs `work` in one transaction. Its last writes must be sent, not awaited, and handed back: COMMIT travels in
 * the same flight. Serialization failures, deadlocks and lock timeouts are tried again up to 3 times, then
 * BUSY; after COMMIT was sent nothing is tried again.
 */
export async function transaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<Ending<T>>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work);
    } catch (error) {
      if (!retryable.has(codeOf(error) ?? '')) throw error;
      if (attempt === attempts) throw new GameError('BUSY');
    }
  }
}

async function attemptTransaction<T>(pool: pg.Pool, work: (tx: Tx) => Promise<Ending<T>>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query('BEGIN');
    const [beginning, working] = await Promise.allSettled([begun, work(client as unknown as Tx)]);
    if (beginning.status === 'rejected') throw asError(beginning.reason);
    if (working.status === 'rejected' || working.value.writes === null) {
      await client.query('ROLLBACK');
      if (working.status === 'rejected') throw asError(working.reason);
      return working.value.value;
    }
    const { value, writes } = working.value;
    const committing = client.query('COMMIT');
    const results = await Promise.allSettled([...writes, committing]);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw asError(failed.reason);
    // A failed transaction answers COMMIT with ROLLBACK, without an error.
    if ((await committing).command !== 'COMMIT') throw new Error('the transaction was rolled back');
    return value;
  } catch (error) {
    if (!isFromServer(error) && !(error instanceof GameError)) broken = asError(error);
    throw error;
  } finally {
    client.release(broken);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/**
 * Whether a transaction failed for what was asked of it (a constraint, a bug, a lock), so that its parts may do
 * better alone; false when the database or the connection is gone.
 */
export function isRefusal(error: unknown): boolean {
  return isFromServer(error) || error instanceof GameError || codeOf(error) === undefined;
}

/** Whether Postgres itself refused; anything else leaves the connection in doubt. */
function isFromServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && !String(codeOf(error)).startsWith('57P');
}
