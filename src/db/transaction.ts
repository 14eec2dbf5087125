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

type Work<T> = (tx: Tx) => Promise<Ending<T>>;

/**
 * The connection could not be made, or broke. The codes are those of SQLSTATE: 08001 and 08006 mean that the
 * transaction had no effect, 08007 that COMMIT was under way and nobody knows.
 */
export class ConnectionLost extends Error {
  readonly code: '08001' | '08006' | '08007';

  constructor(code: ConnectionLost['code'], cause: unknown) {
    super('the connection to the database was lost', { cause });
    this.name = 'ConnectionLost';
    this.code = code;
  }
}

/** Serialization failures and deadlocks. */
const retryable = new Set<unknown>(['40001', '40P01']);
const lockTimeout = '55P03';
const attempts = 3;

/**
 * Runs `work` in one transaction. Its last writes must be sent, not awaited, and handed back: COMMIT travels in
 * the same flight. Serialization failures and deadlocks are tried again, 3 times in all; after them, and when a
 * lock was waited for in vain, BUSY. What cannot be known to have had no effect is never tried again.
 */
export async function transaction<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null;
      if (code === lockTimeout || (retryable.has(code) && attempt === attempts)) throw new GameError('BUSY');
      if (!retryable.has(code)) throw error;
    }
  }
}

/**
 * Whether a transaction failed for what was asked of it (a constraint, a bug, a lock) and had no effect, so that
 * its parts may do better alone; false when the connection is gone.
 */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof ConnectionLost);
}

async function attemptTransaction<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new ConnectionLost('08001', error);
  });
  try {
    const value = await runTransaction(client, work);
    client.release();
    return value;
  } catch (error) {
    client.release(!isRefusal(error));
    throw error;
  }
}

async function runTransaction<T>(client: pg.PoolClient, work: Work<T>): Promise<T> {
  const begun = client.query('BEGIN');
  const begin = async (): Promise<Ending<T>> => work(guard(client, begun));
  const [beginning, working] = await Promise.allSettled([begun, begin()]);
  const ending = working.status === 'fulfilled' ? working.value : null;
  if (beginning.status === 'fulfilled' && ending !== null && ending.writes !== null) {
    await commit(client, ending.writes);
    return ending.value;
  }
  await Promise.allSettled(ending?.writes ?? []);
  await rollBack(client);
  for (const part of [beginning, working]) if (part.status === 'rejected') throw asError(part.reason);
  if (ending === null) throw new Error('a transaction without an ending');
  return ending.value;
}

/** Sends nothing any more once BEGIN has failed: what follows would take effect by itself. */
function guard(client: pg.PoolClient, begun: Promise<unknown>): Tx {
  let failure: Error | null = null;
  begun.catch((error: unknown) => {
    failure = asError(error);
  });
  const query: Db['query'] = (config) => (failure === null ? client.query(config) : Promise.reject(failure));
  return { query } as Tx;
}

/** Its answer is the proof that the connection is sound. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('ROLLBACK').catch((error: unknown) => {
    throw new ConnectionLost('08006', error);
  });
}

async function commit(client: pg.PoolClient, writes: Promise<unknown>[]): Promise<void> {
  const [committing, ...written] = await Promise.allSettled([client.query('COMMIT'), ...writes]);
  if (committing.status === 'rejected') throw new ConnectionLost('08007', committing.reason);
  const failed = written.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw asError(failed.reason);
  // A failed transaction answers COMMIT with ROLLBACK, without an error.
  if (committing.value.command !== 'COMMIT') throw new Error('the transaction was rolled back');
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
