/** A pooler between server and Postgres: session mode works, transaction mode is refused before anything is written. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/kernel/log.ts';
import { createPool } from '../../src/db/pool.ts';
import { createEmptyDatabase, query } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;
/** PgBouncer refuses to run as root. */
const uid = process.getuid?.() === 0 ? Number(spawnSync('id', ['-u', 'nobody']).stdout) : undefined;

let pooler: ChildProcess | null = null;
afterEach(() => {
  pooler?.kill('SIGINT');
  pooler = null;
});

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.end());
  });

/** Starts PgBouncer with its defaults before the server of this database; returns its address. */
async function startPooler(url: string, mode: 'session' | 'transaction'): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const own = await findFreePort();
  const file = join(mkdtempSync(join(inject('testServer').folder, 'pooler-')), 'pgbouncer.ini');
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  writeFileSync(
    file,
    `[databases]\n* = ${server}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nunix_socket_dir =\nauth_type = any\npool_mode = ${mode}\n`,
  );
  for (const path of [join(file, '..'), file]) chmodSync(path, 0o755);
  pooler = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', uid });
  await vi.waitUntil(() => canConnect(own), { timeout: 60_000, interval: 50 });
  return `postgres://${username}@127.0.0.1:${own}${pathname}`;
}

describe.skipIf(!hasPooler)('a pooler', () => {
  it('in transaction mode is refused with one sentence, and nothing is written', async () => {
    const database = await createEmptyDatabase();
    const url = await startPooler(database.url, 'transaction');
    await expect(migrate(url)).rejects.toThrow(
      /^DATABASE_URL leads to a pooler that shares sessions, [^\n]+\.$/,
    );
    expect(await query(database.url, `SELECT 1 FROM pg_class WHERE relname = 'schema_migrations'`)).toEqual(
      [],
    );
    await database.drop();
  });

  it('in session mode keeps what the server sets in a session', async () => {
    const database = await createEmptyDatabase();
    const url = await startPooler(database.url, 'session');
    expect(await migrate(url)).not.toEqual([]);
    const pool = createPool(url, 2, createLog('silent'));
    const { rows } = await pool.query<{ lock_timeout: string }>('SHOW lock_timeout');
    expect(rows).toEqual([{ lock_timeout: '2s' }]);
    await pool.end();
    await database.drop();
  });
});
