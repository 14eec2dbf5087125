/** The Postgres server of the benchmark, and its databases. Its data folder is .cache/bench. */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findDataFolder } from '../../src/db/embedded/data-folder.ts';
import { startEmbedded } from '../../src/db/embedded/embedded-database.ts';
import { createLog } from '../../src/kernel/log.ts';

const folder = join(import.meta.dirname, '../../.cache/bench');

/**
 * Durable, as in production. No checkpoint starts during a measurement, so that no full page images add to the WAL.
 * The time of each commit is stored: it shows how late due work is done.
 */
const settings = {
  shared_buffers: '512MB',
  max_wal_size: '16GB',
  checkpoint_timeout: '1h',
  track_commit_timestamp: 'on',
  max_connections: '200',
};

export interface Cluster {
  /** The address of one of its databases. */
  urlOf: (database: string) => string;
  /** The pid of the Postgres server. */
  postmaster: number;
  /** A client of the database `postgres`. */
  admin: pg.Client;
  stop: () => Promise<void>;
}

async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'hegemon-bench' });
  // A lost connection also rejects the running statement.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export async function startCluster(): Promise<Cluster> {
  mkdirSync(folder, { recursive: true });
  // As root, Postgres runs under another account, which must reach the folder.
  chmodSync(folder, 0o755);
  const database = await startEmbedded({ dataDir: folder, log: createLog('warn'), settings });
  const urlOf = (name: string): string => Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  const data = findDataFolder(folder)?.data ?? '';
  const admin = await openClient(database.url);
  return {
    urlOf,
    postmaster: Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10),
    admin,
    stop: async () => {
      await admin.end();
      await database.stop();
    },
  };
}

/** Runs statements on a new connection of a database. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The comment of a database, which names what it was made from; null if there is no such database. */
export async function commentOf({ admin }: Cluster, database: string): Promise<string | null> {
  const { rows } = await admin.query<{ comment: string | null }>(
    `SELECT shobj_description(oid, 'pg_database') AS comment FROM pg_database WHERE datname = $1`,
    [database],
  );
  return rows[0] === undefined ? null : (rows[0].comment ?? '');
}

export async function dropDatabase({ admin }: Cluster, database: string): Promise<void> {
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
}

/** Marks a database as complete. Without the mark it is created again. */
export async function markDatabase({ admin }: Cluster, database: string, comment: string): Promise<void> {
  await admin.query(`COMMENT ON DATABASE ${database} IS '${comment}'`);
}
