/**
 * The database that comes with the game: without DATABASE_URL a real Postgres is started from the binaries of
 * an npm package or of the machine. One process owns it, by an advisory lock that dies with the process. The
 * server itself survives a kill of its owner and is taken over by the next start.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
  /** Made where it does not exist. */
  dataDir: string;
  log: Log;
  /** Settings of the server, for tests: durability off. Values without blanks. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedDatabase {
  url: string;
  /** Ends every connection and stops the server; to be called last. */
  stop: () => Promise<void>;
}

/** A connection that holds the lock, and the port where it was made. */
interface Ownership {
  client: pg.Client;
  port: number;
}

/** How long a start is tried again: a killed server's processes need a moment to end. */
const retryMs = 5_000;
/** How long a server may say that it is starting up (replaying its log) or shutting down. */
const recoveryMs = 60_000;
/** How long the lock of a killed owner may last. */
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
  // A loss is seen by the event `end`.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** @throws StartError when another process keeps the lock */
async function lock(client: pg.Client, { home }: DataFolder): Promise<void> {
  const until = Date.now() + lockMs;
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      advisoryLocks.owner,
    ]);
    if (rows[0]?.locked === true) return;
    if (Date.now() > until) break;
    await delay(pauseMs);
  }
  await client.end();
  throw new StartError(
    `Another process owns the database in ${home}: one process owns it; several instances need DATABASE_URL.`,
  );
}

/**
 * Makes this process the owner, starting the server where none runs.
 * @param fixedPort the port the server must have, because its address was given out
 */
async function own(cluster: Cluster, fixedPort: number | null): Promise<Ownership> {
  const since = Date.now();
  for (;;) {
    try {
      const port = (await runningPort(cluster)) ?? (await startServer(cluster, fixedPort));
      const client = await connect(cluster, port);
      await lock(client, cluster);
      return { client, port };
    } catch (error) {
      if (error instanceof StartError) throw error;
      const isWaiting = (error as { code?: string }).code === cannotConnectNow;
      if (Date.now() - since > (isWaiting ? recoveryMs : retryMs)) throw error;
      await delay(pauseMs);
    }
  }
}

async function openCluster({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Cluster> {
  const isNew = findDataFolder(dataDir) === null;
  if (isNew) log.info({ dataDir }, 'creating the database ...');
  if (isNew) await createDataFolder(dataDir, settings.fsync !== 'off');
  const dataFolder = findDataFolder(dataDir);
  if (dataFolder === null) throw new Error('the new database has vanished');
  if (dataFolder.home !== join(realpathSync(dataDir), 'postgres')) {
    log.info(
      { home: dataFolder.home },
      'the embedded database lives outside DATA_DIR, which its account cannot use',
    );
  }
  return {
    ...dataFolder,
    binaries: await findBinaries(dataFolder.as, shelterFor(dataDir, dataFolder.as), dataFolder.major),
    settings,
  };
}

/** Keeps the ownership: when the server has died or the connection broke, it is taken again on the same port. */
function keep(cluster: Cluster, first: Ownership, log: Log): () => Promise<void> {
  let isStopping = false;
  let recovery = Promise.resolve();

  const recover = async (): Promise<void> => {
    log.warn('the embedded database went away; it is started again');
    while (!isStopping) {
      try {
        watch(await own(cluster, first.port));
        return;
      } catch (error) {
        log.error({ err: error }, 'the embedded database could not be started again');
        await delay(1_000);
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
 * Starts the embedded database, or takes over the one that a killed process left running.
 * @throws StartError with one sentence, also when another process owns it
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

/** Whether a database was ever made there. */
export function isMade(dataDir: string): boolean {
  return findDataFolder(dataDir) !== null;
}

/** The address of the embedded database that a running process owns, or null where none runs. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const dataFolder = findDataFolder(dataDir);
  const port = dataFolder === null ? null : await runningPort(dataFolder).catch(() => null);
  return dataFolder === null || port === null ? null : urlOf(dataFolder, port);
}
