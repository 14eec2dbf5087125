/**
 * The one pool of connections, and how a statement is run on it. Connections work in pipeline mode: what is
 * sent without waiting travels in one flight. Statements are prepared by name, once a connection.
 */
import pg from 'pg';
import { z } from 'zod';
import type { Log } from '../kernel/log.ts';
import { applicationNames } from './names.ts';

/** A prepared statement. */
export interface Statement<Row extends object> {
  readonly name: string;
  readonly text: string;
  /** The shape of its rows; null where none are read. */
  readonly row: z.ZodType<Row> | null;
}

/** Where a statement may run: the pool, or (see transaction.ts) a transaction. */
export interface Db {
  query(config: { name?: string; text: string; values: unknown[] }): Promise<pg.QueryResult>;
}

/** bigint columns arrive as numbers: every count of ours stays below 2^53 (stock, the largest, by a CHECK). */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * @param size connections; 4 saturate two cores
 * @param admit what each new connection goes through before it is used; one that is refused is closed
 */
export function createPool(
  connectionString: string,
  size: number,
  log: Log,
  holdWorldLock: (client: pg.ClientBase) => Promise<void> = () => Promise.resolve(),
): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: size,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    application_name: applicationNames.pool,
    keepAlive: true,
    // Whoever waits longer for a constraint or a founding is told BUSY.
    lock_timeout: 2_000,
    // A process that has frozen must not hold its locks: others do its work. Long enough for one that is only
    // starved, or has a week of many empires to work out, between the load and the save.
    idle_in_transaction_session_timeout: 3_000,
    verify: (client, done) => {
      holdWorldLock(client).then(() => {
        done();
      }, done);
    },
  });
  pool.on('error', (error) => {
    log.warn({ err: error }, 'an idle database connection was lost');
  });
  // A connection that breaks while it is checked out reports to its own listeners only.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      log.warn({ err: error }, 'a database connection was lost');
    });
  });
  return pool;
}

/**
 * Declares a statement.
 * @param name camelCase and unique: Postgres prepares the statement under it, metrics are labelled with it
 * @param row the shape of its rows, which also gives them their type; absent where none are read
 */
export function statement(name: string, text: string): Statement<never>;
export function statement<Row extends object>(
  name: string,
  text: string,
  row: z.ZodType<Row>,
): Statement<Row>;
export function statement<Row extends object>(
  name: string,
  text: string,
  row: z.ZodType<Row> | null = null,
): Statement<Row> {
  return { name, text, row };
}

/** Compares rows with the shape of their statement; null: rows are taken as they come. */
let requireShape: ((stmt: Statement<object>, rows: readonly unknown[]) => void) | null = null;

/** Makes this process compare every row it reads with its declared shape. For tests: it costs time on each row. */
export function checkRows(): void {
  requireShape = ({ name, row }, rows) => {
    for (const read of rows) {
      if (row === null) throw new Error(`statement ${name}: it returned a row but declares no shape`);
      const { error } = row.safeParse(read);
      if (error !== undefined) throw new Error(`statement ${name}: ${z.prettifyError(error)}`);
    }
  };
}

/** What is prepared answers with the columns of its day; a newer release may have added some since. */
const stalePlan = 'cached plan must not change result type';

/** Runs a statement as it is prepared on the connection, or afresh where a migration has changed what it reads. */
async function run(db: Db, { name, text }: Statement<object>, values: unknown[]): Promise<pg.QueryResult> {
  try {
    return await db.query({ name, text, values });
  } catch (error) {
    if (error instanceof Error && error.message === stalePlan) return db.query({ text, values });
    throw error;
  }
}

/** Asks the database nothing. Rejects where there is no answer within a second; such a connection is given up. */
export async function probe(pool: pg.Pool): Promise<void> {
  const nothing = { text: 'SELECT', query_timeout: 1_000 };
  await pool.query(nothing);
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

/** Runs a statement and returns its first row, or null where there is none. */
export async function selectOptional<Row extends object>(
  db: Db,
  stmt: Statement<Row>,
  values: unknown[],
): Promise<Row | null> {
  return (await select(db, stmt, values))[0] ?? null;
}

/** Runs a statement for its effect and returns how many rows it touched. */
export async function execute(db: Db, stmt: Statement<object>, values: unknown[]): Promise<number> {
  return (await run(db, stmt, values)).rowCount ?? 0;
}
