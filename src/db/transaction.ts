/**
 * Transactions with as few round trips as possible: BEGIN is sent with the first statement, COMMIT with the last.
 * This is the only place that retries transactions.
 */
import type pg from 'pg';
import { GameError } from '../kernel/errors.ts';
import type { Db } from './pool.ts';

declare const inTransaction: unique symbol;

/** A connection inside a transaction. */
export type Tx = Db & { readonly [inTransaction]: true };

/** The end of a transaction: the statements that are sent with COMMIT, or null to roll back. */
export interface Ending<T> {
  value: T;
  writes: Promise<unknown>[] | null;
  /** By performance.now(): what comes later is rolled back and repeated. */
  commitBefore?: number;
}

type Work<T> = (tx: Tx) => Promise<Ending<T>>;

/**
 * The connection failed to open, or broke. The codes are SQLSTATEs: 08001 and 08006 mean that the transaction had no
 * effect; 08007 means that COMMIT was sent and the outcome is unknown.
 */
export class ConnectionLost extends Error {
  readonly code: '08001' | '08006' | '08007';

  constructor(code: ConnectionLost['code'], cause: unknown) {
    super('database connection lost', { cause });
    this.name = 'ConnectionLost';
    this.code = code;
  }
}

/** The transaction took too long to commit what it has checked, for example in a process that was frozen. */
class CommitTooLate extends Error {
  readonly code = 'commit too late';
}

/** SQLSTATE classes with which Postgres refuses COMMIT: deferred constraints, deadlocks and lock timeouts. No effect. */
const refusedState = /^(?:23|40|55)\w{3}$/;

/** Serialization failures, deadlocks and late commits. */
const retryable = new Set<unknown>(['40001', '40P01', 'commit too late']);
const lockTimeout = '55P03';
const maxTries = 3;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null);

/** Whether Postgres ended a statement because of the locks of others: outside a transaction, too, it may succeed later. */
export function isContention(error: unknown): boolean {
  const code = codeOf(error);
  return code === lockTimeout || retryable.has(code);
}

/**
 * Runs `work` in one transaction. `work` returns its last writes without awaiting them, so that COMMIT shares their
 * round trip. Serialization failures, deadlocks and late commits are retried, up to 3 attempts in all. Then, and after a
 * lock timeout, it throws BUSY. A transaction with an unknown outcome is never retried.
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

/** Runs a write as a transaction of its own, which repeats it after a deadlock. Throws BUSY, see `transaction`. */
export async function writeAlone(pool: pg.Pool, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  await transaction(pool, (tx) => Promise.resolve({ value: null, writes: [write(tx)] }));
}

/** SQLSTATEs of a server that cannot write any more: it became a standby, or it stops. Another one has its address soon. */
const leftServer = /^(?:25006|57P0[123]|08\w{3})$/;

/**
 * Whether a transaction failed because of its content (a constraint, a bug, a lock) and had no effect. The commands of
 * a batch may then succeed separately. False if the connection is lost, or is of no use any more.
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
  const begin = client.query('BEGIN');
  const runWork = async (): Promise<Ending<T>> => work(guard(client, begin));
  const [beginResult, workResult] = await Promise.allSettled([begin, runWork()]);
  const ending = workResult.status === 'fulfilled' ? workResult.value : null;
  const { writes = null, commitBefore = Infinity } = ending ?? {};
  if (beginResult.status === 'fulfilled' && ending !== null && writes !== null) {
    if (performance.now() <= commitBefore) {
      await commit(client, writes);
      return ending.value;
    }
  }
  await Promise.allSettled(writes ?? []);
  await rollBack(client);
  const failed = [beginResult, workResult].find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw asError(failed.reason);
  if (ending === null) throw new Error('transaction returned no ending');
  if (writes !== null) throw new CommitTooLate();
  return ending.value;
}

/** Rejects statements after a failed BEGIN, because each would otherwise commit on its own. */
function guard(client: pg.PoolClient, begin: Promise<unknown>): Tx {
  let failure: Error | null = null;
  begin.catch((error: unknown) => {
    failure = asError(error);
  });
  const query: Db['query'] = (config) => (failure === null ? client.query(config) : Promise.reject(failure));
  return { query } as Tx;
}

/** The response to ROLLBACK also proves that the connection still works. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  await client.query('ROLLBACK').catch((error: unknown) => {
    throw new ConnectionLost('08006', error);
  });
}

async function commit(client: pg.PoolClient, writes: Promise<unknown>[]): Promise<void> {
  const [commitResult, ...writeResults] = await Promise.allSettled([client.query('COMMIT'), ...writes]);
  if (commitResult.status === 'rejected') {
    const error = asError(commitResult.reason);
    throw refusedState.test(String(codeOf(error))) ? error : new ConnectionLost('08007', error);
  }
  const failed = writeResults.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw asError(failed.reason);
  // Postgres answers COMMIT of a failed transaction with ROLLBACK, without an error.
  if (commitResult.value.command !== 'COMMIT') throw new Error('transaction was rolled back');
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}
