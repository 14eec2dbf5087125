/**
 * Transactions with few round trips: BEGIN travels with the first statement, the writes that nobody waits for travel
 * with COMMIT. This is the only place that retries transactions.
 */
import type pg from 'pg';
import { GameError } from '../kernel/errors.ts';
import type { Db, Statement } from './pool.ts';

export interface Writer {
  /** Runs at the end, after the writes before it. A failure rolls the transaction back. */
  write(stmt: Statement<object>, values: unknown[]): void;
}

export interface Tx extends Db, Writer {
  /** Rolls back at the end; `transaction` still returns the result of the work. */
  discard(): void;
  /** Runs the writes and rolls back in place of the commit, to learn whether they succeed. */
  tryOnly(): void;
}

type Work<T> = (tx: Tx) => T | Promise<T>;

/**
 * 08001 and 08006 mean that the transaction had no effect; 08007 means that COMMIT was sent and the outcome is unknown.
 */
export class ConnectionLost extends Error {
  readonly code: '08001' | '08006' | '08007';

  constructor(code: ConnectionLost['code'], cause: unknown) {
    super('database connection lost', { cause });
    this.name = 'ConnectionLost';
    this.code = code;
  }
}

/**
 * With these SQLSTATE classes Postgres refuses COMMIT: deferred constraints, deadlocks and lock timeouts. No effect.
 */
const refusedState = /^(?:23|40|55)\w{3}$/;

/** Serialization failures and deadlocks. */
const retryable = new Set<unknown>(['40001', '40P01']);
const lockTimeout = '55P03';
const maxTries = 3;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** Postgres ended a statement because of the locks of others: it may succeed later. */
export function isContention(error: unknown): boolean {
  const code = codeOf(error);
  return code === lockTimeout || retryable.has(code);
}

/**
 * Commits, unless `work` throws or discards. Serialization failures and deadlocks are retried, up to 3 attempts in all:
 * `work` must keep no state outside. Then, and after a lock timeout, it throws BUSY. A transaction with an unknown
 * outcome is never retried.
 */
export async function transaction<T>(pool: pg.Pool, work: Work<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work);
    } catch (error) {
      const code = codeOf(error);
      if (code === lockTimeout || (retryable.has(code) && attempt === maxTries)) throw new GameError('BUSY');
      if (!retryable.has(code)) throw error;
    }
  }
}

/** The server became a standby, or it stops. Another one has its address soon. */
const leftServer = /^(?:25006|57P0[123]|08\w{3})$/;

/**
 * Whether a transaction failed because of its content (a constraint, a bug, a lock) and had no effect: its commands may
 * succeed separately.
 */
export function isRefusal(error: unknown): boolean {
  return !(error instanceof ConnectionLost) && !leftServer.test(String(codeOf(error)));
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
  const writes: { name: string; text: string; values: unknown[] }[] = [];
  const end = { isDiscarded: false, isTrial: false };
  let failure: Error | null = null;
  const begin = client.query('BEGIN');
  begin.catch((error: unknown) => {
    failure = asError(error);
  });
  const tx: Tx = {
    // Nothing more after a failed BEGIN: each statement would commit on its own.
    query: (config) => (failure === null ? client.query(config) : Promise.reject(failure)),
    write: ({ name, text }, values) => writes.push({ name, text, values }),
    discard: () => {
      end.isDiscarded = true;
    },
    tryOnly: () => {
      end.isTrial = true;
    },
  };
  const runWork = async (): Promise<T> => work(tx);
  const [begun, worked] = await Promise.allSettled([begin, runWork()]);
  if (begun.status === 'fulfilled' && worked.status === 'fulfilled' && !end.isDiscarded) {
    await commit(client, writes, end.isTrial);
    return worked.value;
  }
  await rollBack(client);
  if (begun.status === 'rejected') throw asError(begun.reason);
  if (worked.status === 'rejected') throw asError(worked.reason);
  return worked.value;
}

/** The response to ROLLBACK also proves that the connection still works. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('ROLLBACK').catch((error: unknown) => {
    throw new ConnectionLost('08006', error);
  });
}

/** Deferred constraints are checked, as a COMMIT does. */
const endOfTrial = ['SET CONSTRAINTS ALL IMMEDIATE', 'ROLLBACK'];

async function commit(client: pg.PoolClient, writes: pg.QueryConfig[], isTrial: boolean): Promise<void> {
  const sent = [...writes, ...(isTrial ? endOfTrial : ['COMMIT'])].map((query) => client.query(query));
  const results = await Promise.allSettled(sent);
  const commitResult = results.at(-1);
  if (commitResult === undefined) throw new Error('COMMIT has no result');
  if (commitResult.status === 'rejected') {
    const error = asError(commitResult.reason);
    throw refusedState.test(String(codeOf(error))) ? error : new ConnectionLost('08007', error);
  }
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw asError(failed.reason);
  // Postgres answers COMMIT of a failed transaction with ROLLBACK, without an error.
  if (!isTrial && commitResult.value.command !== 'COMMIT') throw new Error('transaction was rolled back');
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
