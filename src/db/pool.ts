/**
 * The connection pool, and functions that run statements on it. Connections use pipeline mode: statements that are
 * sent without waiting share a round trip. Each connection prepares a statement once, by name.
 */
import pg from 'pg';
import { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { applicationNames } from './names.ts';

/** A prepared statement. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** The shape of its rows; null if it returns none. */
  readonly row: z.ZodType<Row> | null;
}

/** Runs statements: the pool, or a transaction (transaction.ts). */
export interface Db {
  query(config: {
    name?: string;
    text: string;
    values: unknown[];
    /** After so many milliseconds without an answer, the connection counts as lost. By default that of the pool. */
    query_timeout?: number;
  }): Promise<pg.QueryResult>;
}

/** Parse bigint as number: all values stay below 2^53 (for stock, the largest, a CHECK ensures it). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Makes a connection plan each prepared statement once, without its values. Postgres would otherwise plan every lookup
 * of an array at each execution, which takes longer than the lookup. Such a plan expects a LIMIT parameter to be a tenth
 * of all rows, and `>` to select a third: a statement whose plan suffers bounds both by literals. These estimates are
 * often too high. Postgres must therefore not compile expensive plans (JIT): it does so at each execution.
 */
export async function planOnce(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('jit', 'off', false)`,
  );
}

/** A longer wait for a constraint or a founding is refused with BUSY. */
const lockTimeout = '2s';
/**
 * A frozen process must not keep its locks, because other instances take over its work. This is enough for a process that is
 * only short of CPU, or that advances many empires by a week between load and save.
 */
const idleTimeout = '3s';

/**
 * Sets what the server relies on, because a role or a database may have other defaults: a date in another style would be read
 * as none. Not while connecting, because PgBouncer refuses what it does not know there.
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
  /**
   * Runs on each new connection before its first use, which waits for its promise. If it rejects, the connection is
   * closed.
   */
  prepareConnection?: (client: pg.ClientBase) => unknown;
  /** After so many milliseconds without an answer to a statement, its connection counts as lost. By default never. */
  maxAnswerMs?: number;
}

/** @param size number of connections; 4 saturate two cores */
export function createPool(
  connectionString: string,
  size: number,
  log: Log,
  { prepareConnection = () => undefined, maxAnswerMs = 0 }: PoolOptions = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    application_name: applicationNames.pool,
    keepAlive: true,
    query_timeout: maxAnswerMs,
    // The pool waits for the promise. With its option `verify`, a request that times out meanwhile would keep the connection.
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
 * Declares a statement.
 * @param name camelCase and unique; the name of the prepared statement and its label in metrics
 * @param row the shape and type of its rows; omitted if the statement returns none
 */
export function statement<Row extends object = never>(
  name: string,
  { sql, row }: { sql: string; row?: z.ZodType<Row> },
): Statement<Row> {
  return { name, text: sql, row: row ?? null };
}

/** Compares rows with the shape of their statement; null: rows are not checked. */
let requireShape: ((stmt: Statement<object>, rows: readonly unknown[]) => void) | null = null;

/** Makes this process check every row against its declared shape. For tests only, because each check costs time. */
export function checkRows(): void {
  requireShape = ({ name, row }, rows) => {
    for (const value of rows) {
      if (row === null) throw new Error(`statement ${name}: returned a row; declare its shape`);
      const { error } = row.safeParse(value);
      if (error !== undefined) throw new Error(`statement ${name}: ${z.prettifyError(error)}`);
    }
  };
}

/** A prepared statement keeps its original column list. Postgres raises this error after a migration adds columns. */
const stalePlan = 'cached plan must not change result type';

/** Runs a prepared statement, or runs it unprepared if its plan is out of date after a migration. */
async function run(db: Db, { name, text }: Statement<object>, values: unknown[]): Promise<pg.QueryResult> {
  try {
    return await db.query({ name, text, values });
  } catch (error) {
    if (error instanceof Error && error.message === stalePlan) return db.query({ text, values });
    throw error;
  }
}

/** Runs an empty query. Rejects and drops the connection if there is no result within 1 s. */
export async function probe(pool: pg.Pool): Promise<void> {
  const emptyQuery = { text: 'SELECT', query_timeout: 1_000 };
  await pool.query(emptyQuery);
}

/** Runs a statement and returns its rows. */
export async function select<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await run(db, stmt, values);
  requireShape?.(stmt, rows);
  return rows as Row[];
}

/** Runs a statement and returns its first row, or null. */
export async function selectOptional<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row | null> {
  return (await select(db, stmt, values))[0] ?? null;
}

/** Runs a statement that always has a row, such as an aggregate, and returns its first one. */
export async function selectOne<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row> {
  const row = await selectOptional(db, stmt, values);
  if (row === null) throw new Error(`statement ${stmt.name}: returned no row`);
  return row;
}

/** Runs a statement and returns the number of affected rows. */
export async function execute(db: Db, stmt: Statement<object>, values: unknown[]): Promise<number> {
  return (await run(db, stmt, values)).rowCount ?? 0;
}

/**
 * Declares a statement that one function runs. Returns that function for each kind of result; its arguments are the
 * database and those of `values`.
 * @param name as of `statement`
 * @param values returns the values of $1, $2, …
 */
export function defineQuery<Args extends unknown[], Row extends object = never>(
  name: string,
  { values, ...declaration }: { sql: string; row?: z.ZodType<Row>; values: (...args: Args) => unknown[] },
) {
  const stmt = statement(name, declaration);
  return {
    /** Returns all rows. */
    rows: (db: Db, ...args: Args) => select(db, stmt, values(...args)),
    /** Returns the first row, or null. */
    optionalRow: (db: Db, ...args: Args) => selectOptional(db, stmt, values(...args)),
    /** Returns the first row of a statement that always has one. */
    oneRow: (db: Db, ...args: Args) => selectOne(db, stmt, values(...args)),
    /** Returns the number of affected rows. */
    rowCount: (db: Db, ...args: Args) => execute(db, stmt, values(...args)),
  };
}
