/** The role that docker-compose.yml creates: no superuser, and sufficient for migrations, the server and the admin. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startEmbedded, type EmbeddedDatabase } from '../../src/db/embedded/embedded-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { runCommand } from '../support/admin.ts';
import { query } from '../support/database.ts';
import { registerEmpire, startTestGame } from '../support/game.ts';

const password = "a 'quoted' password";
let server: EmbeddedDatabase;
let superuserUrl: string;
let databaseUrl: string;

const addressOf = (database: string): string =>
  Object.assign(new URL(server.url), {
    username: 'hegemon',
    password: encodeURIComponent(password),
    pathname: `/${database}`,
  }).href;

beforeAll(async () => {
  const dataDir = join(inject('testServer').folder, 'role');
  server = await startEmbedded({ dataDir, log: createLog('silent'), settings: { fsync: 'off' } });
  // As psql does it.
  const script = readFileSync('deploy/postgres/role.sql', 'utf8').replace(/^(--|\\getenv).*\n/gm, '');
  // The embedded server calls its superuser hegemon; the one of the container is another.
  await query(server.url, "CREATE ROLE superuser SUPERUSER LOGIN PASSWORD 'test'");
  superuserUrl = Object.assign(new URL(server.url), {
    username: 'superuser',
    password: 'test',
    pathname: '/postgres',
  }).href;
  const client = new pg.Client(superuserUrl);
  await client.connect();
  await client.query('ALTER ROLE hegemon RENAME TO former');
  for (const sql of script.replace(":'password'", pg.escapeLiteral(password)).trim().split(';\n'))
    await client.query(sql);
  await client.end();
  databaseUrl = addressOf('hegemon');
});
afterAll(() => server.stop());

it('owns its database and has no further rights', async () => {
  const roles = await query(
    databaseUrl,
    `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
       (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid) AS memberships,
       ARRAY(SELECT datname::text FROM pg_database WHERE datdba = pg_roles.oid) AS databases
     FROM pg_roles WHERE rolname = current_user`,
  );
  expect(roles).toEqual([
    {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
      databases: ['hegemon'],
    },
  ]);
});

it.each([
  ['read files', "SELECT pg_read_file('/etc/passwd')"],
  ['run programs', "COPY (SELECT 1) TO PROGRAM 'true'"],
  ['create roles', 'CREATE ROLE other'],
  ['create databases', 'CREATE DATABASE other'],
])('cannot %s', async (_what, sql) => {
  await expect(query(databaseUrl, sql)).rejects.toMatchObject({ code: '42501' });
});

it('cannot connect to another database', async () => {
  await expect(query(addressOf('postgres'), 'SELECT')).rejects.toMatchObject({ code: '42501' });
});

it('leaves the superuser without a password', async () => {
  await expect(query(superuserUrl, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
});

it('migrates, plays and verifies', async () => {
  await migrate(databaseUrl);
  const game = await startTestGame({ databaseUrl });
  const { send, capitalId } = await registerEmpire(game.url);
  const ordered = await send('POST', `/api/city/${capitalId}/buildings`, { type: 'farm' });
  await game.stop();
  expect([ordered.status, (await runCommand({ databaseUrl }, 'verify')).code]).toEqual([201, 0]);
});
