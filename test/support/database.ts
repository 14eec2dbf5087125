/** A database of its own for each test file: a clone of the migrated template (see global-setup.ts). */
import pg from 'pg';
import { inject } from 'vitest';

export interface TestServer {
  /** Of a database where others may be created. */
  url: string;
  /** The number of this run. */
  run: number;
  /** A folder for what the run writes; removed, with the servers in it, after the run. */
  folder: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

export interface TestDatabase {
  url: string;
  /** Cuts off who is still connected. */
  drop: () => Promise<void>;
}

let created = 0;

export function databaseName({ run }: TestServer, suffix: string): string {
  return `hegemon_test_${run}_${suffix}`;
}

export function urlOfDatabase({ url }: TestServer, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

async function runOnServer(server: TestServer, sql: string): Promise<void> {
  const client = new pg.Client(server.url);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function cloneDatabase(template: (server: TestServer) => string): Promise<TestDatabase> {
  const server = inject('testServer');
  created += 1;
  const name = databaseName(server, `${process.pid}_${created}`);
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${template(server)}`);
  return {
    url: urlOfDatabase(server, name),
    drop: () => runOnServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** A fresh database with the present schema. */
export function createTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase((server) => databaseName(server, 'template'));
}

/** A copy of another database of the test, to which nobody may be connected. */
export function copyTestDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return cloneDatabase(() => new URL(url).pathname.slice(1));
}

/** A database without any schema. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return cloneDatabase(() => 'template0');
}
