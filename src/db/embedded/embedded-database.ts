/**
 * The embedded database: without DATABASE_URL, the programs of an npm package start a Postgres. One process owns it
 * through an advisory lock. If the owner is killed, Postgres continues to run, and the next start takes it over.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { machineTime } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { StartError } from '../../kernel/start-error.ts';
import { advisoryLocks, applicationNames } from '../names.ts';
import { createDataFolder, databaseUser, findDataFolder, type DataFolder } from './data-folder.ts';
import { findPrograms, quote } from './programs.ts';
import { choosePort, runningPort, startServer, stopServer, type Cluster } from './server.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Postgres settings, for tests. Values must not contain spaces. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedDatabase {
  url: string;
  /** Call it last. */
  stop: () => Promise<void>;
}

/** The processes of a killed server need time to end. */
const retryMs = 5_000;
/** How long a server may replay its log or shut down. */
const recoveryMs = 60_000;
/** How long the lock of a killed owner can persist. */
const lockMs = 1_500;
const cannotConnectNow = '57P03';
const lockNotAvailable = '55P03';

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

function urlOf({ home }: DataFolder, port: number): string {
  const password = readFileSync(join(home, 'password'), 'utf8').trim();
  return `postgres://${databaseUser}:${password}@127.0.0.1:${port}/postgres`;
}

/** @throws StartError if another process holds the lock */
async function lock(cluster: Cluster, port: number): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(cluster, port),
    connectionTimeoutMillis: 2_000,
    lock_timeout: lockMs,
    keepAlive: true,
    application_name: applicationNames.owner,
  });
  // The event `end` handles a lost connection.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [advisoryLocks.owner]);
    return client;
  } catch (error) {
    await client.end();
    if (codeOf(error) !== lockNotAvailable) throw error;
    throw new StartError(
      `Another process owns the database in ${cluster.home}: stop it, or set DATABASE_URL to run several instances.`,
    );
  }
}

/** Starts the server if none runs. */
async function own(cluster: Cluster): Promise<pg.Client> {
  const since = machineTime.now();
  for (;;) {
    try {
      return await lock(cluster, (await runningPort(cluster)) ?? (await startServer(cluster)));
    } catch (error) {
      if (error instanceof StartError) throw error;
      const maxMs = codeOf(error) === cannotConnectNow ? recoveryMs : retryMs;
      if (machineTime.now() - since > maxMs) throw error;
      await machineTime.delay(50);
    }
  }
}

async function openCluster({ dataDir, log, settings = {} }: EmbeddedOptions): Promise<Cluster> {
  const found = findDataFolder(dataDir);
  if (found === null) log.info({ dataDir }, 'creating the database ...');
  const dataFolder = found ?? (await createDataFolder(dataDir, settings.fsync !== 'off'));
  const programs = await findPrograms(dirname(dataFolder.home), dataFolder.as);
  return { ...dataFolder, programs, settings, port: await choosePort(dataFolder) };
}

/** If the server or the connection breaks, restarts and locks on the same port. Returns a function that stops it. */
function keep(cluster: Cluster, first: pg.Client, log: Log): () => Promise<void> {
  let stopped: Promise<void> | null = null;
  let recovery = Promise.resolve();

  const recover = async (): Promise<void> => {
    log.warn('embedded database: connection lost, restarting');
    while (stopped === null) {
      try {
        watch(await own({ ...cluster, port: first.port }));
        return;
      } catch (error) {
        log.error({ err: error }, 'embedded database: restart failed, retrying');
        await machineTime.delay(1_000);
      }
    }
  };
  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      if (stopped === null) recovery = recover();
    });
  };
  watch(first);

  return () => (stopped ??= recovery.then(() => stopServer(cluster)));
}

/** @throws StartError with one sentence, also if another process owns the database */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options;
  try {
    const cluster = await openCluster(options);
    log.info({ home: cluster.home }, 'starting the database ...');
    const owner = await own(cluster);
    return { url: urlOf(cluster, owner.port), stop: keep(cluster, owner, log) };
  } catch (error) {
    if (error instanceof StartError) throw error;
    if (['EACCES', 'EPERM'].includes(codeOf(error) ?? '')) {
      const uid = process.getuid?.() ?? 'of this process';
      throw new StartError(
        `The user ${uid} may not write in ${dataDir}: run \`sudo install -d -o ${uid} ${quote(dataDir)}\`, for a container with the folder that it mounts there.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`The embedded database in ${dataDir} could not be started: ${reason}`);
  }
}

/** Null if none runs. */
export async function findRunning(dataDir: string): Promise<string | null> {
  const dataFolder = findDataFolder(dataDir);
  const port = dataFolder === null ? null : await runningPort(dataFolder).catch(() => null);
  return dataFolder === null || port === null ? null : urlOf(dataFolder, port);
}
