/** What cannot hold a world, or may not be written by the role, is refused with one sentence before anything is written. */
import { afterAll, afterEach, beforeEach, expect, inject, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { StartError } from '../../src/kernel/start-error.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseName,
  query,
  urlOfDatabase,
  type TestDatabase,
} from '../support/database.ts';

const server = inject('testServer');
const role = databaseName(server, `guest_${process.pid}`);
const latin = databaseName(server, `latin_${process.pid}`);

let database: TestDatabase;
beforeEach(async () => {
  database = await createEmptyDatabase();
  await query(server.url, `CREATE ROLE ${role} LOGIN PASSWORD 'guest'`);
});
afterEach(async () => {
  await database.drop();
  await query(server.url, `DROP ROLE ${role}`);
});
afterAll(() => query(server.url, `DROP DATABASE IF EXISTS ${latin}`));

/** The address with the role that owns nothing. */
const asGuest = (url: string): string =>
  Object.assign(new URL(url), { username: role, password: 'guest' }).href;
const tablesOf = (url: string): Promise<object[]> =>
  query(url, `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`);

/** The sentence of the refusal. It is one line, and nothing was written. */
async function refusalOf(url: string): Promise<string> {
  const error: unknown = await migrate(url).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(StartError);
  const { message } = error as StartError;
  expect(message).toMatch(/^[^\n]*\.$/);
  return message;
}

it('an encoding other than UTF8', async () => {
  await query(
    server.url,
    `CREATE DATABASE ${latin} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`,
  );
  const url = urlOfDatabase(server, latin);
  expect(await refusalOf(url)).toContain('has the encoding LATIN1');
  expect(await tablesOf(url)).toEqual([]);
});

it('a schema in which the role may create nothing', async () => {
  await query(database.url, 'REVOKE CREATE ON SCHEMA public FROM PUBLIC');
  expect(await refusalOf(asGuest(database.url))).toContain('may not create tables in the schema "public"');
  expect(await tablesOf(database.url)).toEqual([]);
});

it('no schema at all', async () => {
  await query(database.url, `ALTER ROLE ${role} SET search_path = nowhere`);
  expect(await refusalOf(asGuest(database.url))).toContain('has no schema in the database');
  expect(await tablesOf(database.url)).toEqual([]);
});

it('a server that only reads', async () => {
  const name = new URL(database.url).pathname.slice(1);
  await query(database.url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  expect(await refusalOf(database.url)).toContain('is read-only: connect to the primary server');
});

it('the tables of another role', async () => {
  const migrated = await createTestDatabase();
  try {
    await query(migrated.url, `GRANT ALL ON SCHEMA public TO ${role}`);
    expect(await refusalOf(asGuest(migrated.url))).toMatch(
      /may not write the table "\w+".*connect as its owner/,
    );
    await query(migrated.url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    expect(await migrate(asGuest(migrated.url))).toEqual([]);
  } finally {
    await migrated.drop();
  }
});

it('not a role that owns its schema', async () => {
  await query(database.url, `CREATE SCHEMA own AUTHORIZATION ${role}`);
  await query(database.url, `ALTER ROLE ${role} SET search_path = own, public`);
  expect(await migrate(asGuest(database.url))).toHaveLength(8);
  await query(database.url, 'DROP SCHEMA own CASCADE');
});
