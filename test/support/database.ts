/** Creates a database for each test file: a clone of the migrated template (see global-setup.ts). */
import pg from 'pg';
import { inject } from 'vitest';

export interface TestServer {
  /** The address of a database whose user may create databases. */
  url: string;
  /** The number of this run. */
  run: number;
  /** A folder for the files of the run. It is removed after the run, with the servers in it. */
  folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export interface TestDatabase {
  url: string;
  /** Drops the database, also if connections are open. */
  drop: () => Promise<void>;
}

let created = 0;

export function databaseName({ run }: TestServer, suffix: string): string {
  return `hegemon_test_${run}_${suffix}`;
}

export function urlOfDatabase({ url }: TestServer, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

/** Runs a statement on a connection of its own. */
export async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

export type OpenTransaction = Awaited<ReturnType<typeof begin>>;

/** Begins a transaction that a test holds open, with this statement. `commit` and `rollBack` give its connection back. */
export async function begin(pool: pg.Pool, sql: string, values?: unknown[]) {
  const client = await pool.connect();
  const end = async (how: string): Promise<void> => {
    await client.query(how);
    client.release();
  };
  await client.query('BEGIN');
  await client.query(sql, values);
  return {
    query: (text: string, parameters?: unknown[]) => client.query<Record<string, unknown>>(text, parameters),
    commit: () => end('COMMIT'),
    rollBack: () => end('ROLLBACK'),
  };
}

async function cloneDatabase(template: (server: TestServer) => string): Promise<TestDatabase> {
  const server = inject('testServer');
  created += 1;
  const name = databaseName(server, `${process.pid}_${created}`);
  // Copies the files: logging each page, which is the default, takes twice the time.
  await query(server.url, `CREATE DATABASE ${name} TEMPLATE ${template(server)} STRATEGY file_copy`);
  return {
    url: urlOfDatabase(server, name),
    drop: async () => {
      await query(server.url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** A new database with the current schema. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase((server) => databaseName(server, 'template'));
}

/** A copy of another test database, which must have no connections. */
export function copyTestDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return cloneDatabase(() => new URL(url).pathname.slice(1));
}

/** A new database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase(() => 'template0');
}
