/**
 * The connection pool, in pipeline mode: statements that are sent without waiting share a round trip. Each connection
 * prepares a statement once, by name.
 */
import pg from 'pg';
import { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { applicationNames } from './names.ts';

export interface Statement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** Null if it returns no rows. */
  readonly row: z.ZodType<Row> | null;
}

/** The pool, or a transaction (transaction.ts). */
export interface Db {
  query(config: {
    name?: string;
    text: string;
    values: unknown[];
    /** Milliseconds until the connection counts as lost. By default that of the pool. */
    query_timeout?: number;
  }): Promise<pg.QueryResult>;
}

/** All values stay below 2^53 (for stock, the largest, a CHECK ensures it). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Plans each prepared statement once, without its values. Postgres would otherwise plan every lookup of an array at
 * each execution, which takes longer than the lookup. Such a plan expects a LIMIT parameter to be a tenth of all rows,
 * and `>` to select a third: a statement whose plan suffers bounds both by literals. These estimates are often too
 * high, so Postgres must not compile expensive plans (JIT), which it would do at each execution.
 */
export async function planOnce(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false)`,
  );
}

/** A longer wait for a constraint or a founding is refused with BUSY. */
const lockTimeout = '2s';
/**
 * A frozen process must not keep its locks, because other instances take over its work. This is enough for a process
 * that is short of CPU, or that advances many empires by a week between load and save.
 */
const idleTimeout = '3s';

/**
 * A role or a database may have other defaults: a date in another style would be read as none. Not while connecting,
 * because PgBouncer refuses what it does not know there.
 */
async function setSession(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('DateStyle', 'ISO, YMD', false), set_config('IntervalStyle', 'postgres', false),
       set_config('bytea_output', 'hex', false), set_config('standard_conforming_strings', 'on', false),
       set_config('lock_timeout', '${lockTimeout}', false),
       set_config('idle_in_transaction_session_timeout', '${idleTimeout}', false)`,
  );
}

export interface PoolOptions {
  /** Runs on each new connection before its first use. If it rejects, the connection is closed. */
  prepareConnection?: (client: pg.ClientBase) => unknown;
  /** As `query_timeout` of `Db`. By default never. */
  queryTimeoutMs?: number;
}

/** @param size number of connections; 4 saturate two cores */
export function createPool(
  connectionString: string,
  size: number,
  log: Log,
  { prepareConnection = () => undefined, queryTimeoutMs = 0 }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    application_name: applicationNames.pool,
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    // The pool waits for the promise. With its option `verify`, a request that times out would keep the connection.
    onConnect: (client): unknown => Promise.all([setSession(client), prepareConnection(client)]),
  });
  pool.on('error', (error) => log.warn({ err: error }, 'pool: idle connection lost'));
  // A connection that breaks while checked out reports only to its own listeners.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'pool: connection lost'));
  });
  return pool;
}

/**
 * @param name camelCase and unique; also its label in metrics
 * @param row omitted if the statement returns no rows
 */
export function statement<Row extends object = never>(
  name: string,
  { sql, row }: { sql: string; row?: z.ZodType<Row> },
): Statement<Row> {
  return { name, text: sql, row: row ?? null };
}

/** Null: rows are not checked. */
let requireShape: ((stmt: Statement<object>, rows: readonly unknown[]) => void) | null = null;

/** For tests only, because each check costs time. */
export function checkRows(): void {
  requireShape = ({ name, row }, rows) => {
    for (const value of rows) {
      if (row === null) throw new Error(`statement ${name}: returned a row; declare its shape`);
      const { error } = row.safeParse(value);
      if (error !== undefined) throw new Error(`statement ${name}: ${z.prettifyError(error)}`);
    }
  };
}

/** A prepared statement keeps its column list. Postgres raises this error after a migration adds columns. */
const stalePlan = 'cached plan must not change result type';

async function run(db: Db, { name, text }: Statement<object>, values: unknown[]): Promise<pg.QueryResult> {
  try {
    return await db.query({ name, text, values });
  } catch (error) {
    if (error instanceof Error && error.message === stalePlan) return db.query({ text, values });
    throw error;
  }
}

/** Rejects and drops the connection if an empty query has no result within 1 s. */
export async function probe(pool: pg.Pool): Promise<void> {
  const emptyQuery = { text: 'SELECT', query_timeout: 1_000 };
  await pool.query(emptyQuery);
}

export async function select<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await run(db, stmt, values);
  requireShape?.(stmt, rows);
  return rows as Row[];
}

export async function selectOptional<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row | null> {
  return (await select(db, stmt, values))[0] ?? null;
}

/** For a statement that always has a row, such as an aggregate. */
export async function selectOne<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row> {
  const row = await selectOptional(db, stmt, values);
  if (row === null) throw new Error(`statement ${stmt.name}: returned no row`);
  return row;
}

export async function execute(db: Db, stmt: Statement<object>, values: unknown[]): Promise<number> {
  return (await run(db, stmt, values)).rowCount ?? 0;
}

/**
 * Declares a statement with a function for each kind of result, whose arguments are the database and those of `values`.
 * @param name as of `statement`
 * @param values those of $1, $2, …
 */
export function defineQuery<Args extends unknown[], Row extends object = never>(
  name: string,
  { values, ...declaration }: { sql: string; row?: z.ZodType<Row>; values: (...args: Args) => unknown[] },
) {
  const stmt = statement(name, declaration);
  return {
    rows: (db: Db, ...args: Args) => select(db, stmt, values(...args)),
    optionalRow: (db: Db, ...args: Args) => selectOptional(db, stmt, values(...args)),
    oneRow: (db: Db, ...args: Args) => selectOne(db, stmt, values(...args)),
    rowCount: (db: Db, ...args: Args) => execute(db, stmt, values(...args)),
  };
}
