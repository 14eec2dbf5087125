/**
 * The embedded database: without DATABASE_URL, a real Postgres is started from the binaries of an npm package or of the
 * machine. One process owns it through an advisory lock, which ends with the process. If the owner is killed, Postgres
 * continues to run, and the next start takes it over.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { machineTime } from '../../kernel/clock.ts';
import pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { StartError } from '../../kernel/start-error.ts';
import { findBinaries } from './binaries.ts';
import {
  createDataFolder,
  databaseUser,
  findDataFolder,
  shelterFor,
  type DataFolder,
} from './data-folder.ts';
import { runningPort, startServer, stopServer, type Cluster } from './server.ts';
import { advisoryLocks, applicationNames } from '../names.ts';

export interface EmbeddedOptions {
  /** Created if it does not exist. */
  dataDir: string;
  log: Log;
  /** Postgres settings, for tests without durability. Values must not contain spaces. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedDatabase {
  url: string;
  /** Closes all connections and stops the server. Call it last. */
  stop: () => Promise<void>;
}

/** The connection that holds the lock, and its port. */
interface Ownership {
  client: pg.Client;
  port: number;
}

/** How long a failed start is retried, because the processes of a killed server need time to end. */
const retryMs = 5_000;
/** How long a server may be starting up (replaying its log) or shutting down. */
const recoveryMs = 60_000;
/** How long the lock of a killed owner can persist. */
const lockMs = 1_500;
const pauseMs = 50;
const cannotConnectNow = '57P03';

function urlOf({ home }: DataFolder, port: number): string {
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`;
}

async function connect(dataFolder: DataFolder, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(dataFolder, port),
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
    application_name: applicationNames.owner,
  });
  // The event `end` handles a lost connection.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** @throws StartError if another process holds the lock */
async function lock(client: pg.Client, { home }: DataFolder): Promise<void> {
  const until = machineTime.now() + lockMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLocks.owner,
    ]);
    if (rows[0]?.locked === true) return;
    if (machineTime.now() > until) break;
    await machineTime.delay(pauseMs);
  }
  await client.end();
  throw new StartError(
    `Another process owns the database in ${home}: stop it, or set DATABASE_URL to run several instances.`,
  );
}

/**
 * Makes this process the owner. Starts the server if none runs.
 * @param fixedPort the required port of the server, because its address is in use
 */
async function own(cluster: Cluster, fixedPort: number | null): Promise<Ownership> {
  const since = machineTime.now();
  for (;;) {
    try {
      const port = (await runningPort(cluster)) ?? (await startServer(cluster, fixedPort));
      const client = await connect(cluster, port);
      await lock(client, cluster);
      return { client, port };
    } catch (error) {
      if (error instanceof StartError) throw error;
      const isRecovering = (error as { code?: string }).code === cannotConnectNow;
      if (machineTime.now() - since > (isRecovering ? recoveryMs : retryMs)) throw error;
      await machineTime.delay(pauseMs);
    }
  }
}

async function openCluster({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Cluster> {
  const isNew = findDataFolder(dataDir) === null;
  if (isNew) log.info({ dataDir }, 'creating the database ...');
  if (isNew) await createDataFolder(dataDir, settings.fsync !== 'off');
  const dataFolder = findDataFolder(dataDir);
  if (dataFolder === null) throw new Error('the new database does not exist');
  if (dataFolder.home !== join(realpathSync(dataDir), 'postgres')) {
    log.info(
      { home: dataFolder.home },
      'embedded database: stored outside DATA_DIR, which the Postgres account cannot use',
    );
  }
  return {
    ...dataFolder,
    binaries: await findBinaries(dataFolder.as, shelterFor(dataDir, dataFolder.as), dataFolder.major),
    settings,
  };
}

/** Keeps the ownership. If the server dies or the connection breaks, it restarts and locks on the same port. */
function keep(cluster: Cluster, first: Ownership, log: Log): () => Promise<void> {
  let isStopping = false;
  let recovery = Promise.resolve();

  const recover = async (): Promise<void> => {
    log.warn('embedded database: connection lost, restarting');
    while (!isStopping) {
      try {
        watch(await own(cluster, first.port));
        return;
      } catch (error) {
        log.error({ err: error }, 'embedded database: restart failed, retrying');
        await machineTime.delay(1_000);
      }
    }
  };
  const watch = ({ client }: Ownership): void => {
    client.once('end', () => {
      if (!isStopping) recovery = recover();
    });
  };
  watch(first);

  return async () => {
    isStopping = true;
    await recovery;
    await stopServer(cluster);
  };
}

/**
 * Starts the embedded database, or takes over a running one whose owner was killed.
 * @throws StartError with one sentence, also if another process owns it
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options;
  try {
    const cluster = await openCluster(options);
    log.info('starting the database ...');
    const ownership = await own(cluster, null);
    const end = keep(cluster, ownership, log);
    let stopped: Promise<void> | null = null;
    return {
      url: urlOf(cluster, ownership.port),
      stop: () => (stopped ??= end()),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The embedded database in ${dataDir} could not be started: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Whether the folder contains a database. */
export function isMade(dataDir: string): boolean {
  return findDataFolder(dataDir) !== null;
}

/** Returns the address of the running embedded database, or null if none runs. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const dataFolder = findDataFolder(dataDir);
  const port = dataFolder === null ? null : await runningPort(dataFolder).catch(() => null);
  return dataFolder === null || port === null ? null : urlOf(dataFolder, port);
}
