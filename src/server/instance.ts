/** One running instance: pool, world, clock, feed, HTTP and sockets put together on a migrated database. */
import { createFastServer } from '../http/fast-server.ts';
import type pg from 'pg';
import { createPasswords } from '../account/passwords.ts';
import { createApp } from './app.ts';
import { instrumentPool } from '../db/instrument-pool.ts';
import { createPool, probe } from '../db/pool.ts';
import { RedisLink } from '../db/redis.ts';
import { cleanResponses } from '../idempotency/store.ts';
import { registerCollectors } from './metrics-collectors.ts';
import type { Checks } from './health.ts';
import { createHttp, type HttpOptions } from '../http/http.ts';
import { isOwnOrigin } from '../http/same-origin.ts';
import type { Clock } from '../kernel/clock.ts';
import { createSemaphore } from '../kernel/semaphore.ts';
import { createCachedProbe } from '../kernel/cached-probe.ts';
import type { Log } from '../kernel/log.ts';
import { createMetrics, type Metrics } from '../kernel/metrics.ts';
import { acceptWaiting, drain, listen } from './listen.ts';
import { createSocketQueries } from './socket-queries.ts';
import { openGateway, type Gateway } from '../realtime/gateway.ts';
import { metricsPath, openMetricsPort } from './metrics-endpoint.ts';
import { createCommandExecutor, type Services } from '../world/execute-command.ts';
import { createWorldLock } from '../world/world-lock.ts';
import { cleanEventLogs } from '../world/event-log.ts';
import { WorldClock } from '../world/clock.ts';
import type { WorldDeps } from '../world/deps.ts';
import { cleanLedgers } from '../world/ledger.ts';
import { instrumentCommands } from '../world/instrument-commands.ts';
import { createEmpireReader } from '../world/read.ts';
import { Feed } from '../world/feed.ts';
import type { WorldSettings } from '../world/load.ts';
import { ensureSessionSecrets, ensureWorldSettings } from '../world/settings.ts';

export interface InstanceOptions {
  connectionString: string;
  /** Whether other instances may work on the same database. */
  shared: boolean;
  /** Where requests are counted; null: in the database. */
  redisUrl: string | null;
  host: string;
  /** 0: any free port. */
  port: number;
  /** Where metrics are read; 0: any free port; null: on `port`, from this machine only. */
  metricsPort: number | null;
  world: WorldSettings;
  sessionDays: number;
  /** null: the secret that is kept in the database, made when there is none. */
  sessionSecrets: readonly [string, ...string[]] | null;
  http: Omit<HttpOptions, 'sessionSecrets' | 'counters' | 'redis'>;
  clock: Clock;
  log: Log;
  /** False where a test moves the world's clock by hand. */
  runClock: boolean;
}

export interface Instance {
  /** Where it listens. */
  url: string;
  /** Where Prometheus reads it. */
  metricsUrl: string;
  metrics: Metrics;
  pool: pg.Pool;
  services: Services;
  worldClock: WorldClock;
  gateway: Gateway;
  /**
   * From now on not ready, and no connection is kept after its answer: a balancer sends nothing any more. All the
   * rest goes on.
   */
  retire: () => void;
  /** Finishes the requests in hand, for at most `drainMs`, and lets go of everything. */
  stop: (drainMs?: number) => Promise<void>;
}

/** What a part of an instance needs at the end. */
type Closer = (drainMs: number) => Promise<void> | void;

const poolSize = 4;
/** libuv's, which hashing shares with files and DNS. */
const threadPoolSize = 4;
/** Players that may wait for their empire at once. */
const maxQueuedFoundings = 200;
const usualDrainMs = 4_000;
/** Under load there is no end of new connections. */
const longestAcceptMs = 500;
/** A connection is kept longer than a balancer keeps it, so that none is closed under a request. */
const keepAliveMs = 75_000;
/** How long an answer of the database counts for /readyz, and how long one is waited for. */
const databaseCheck = { freshMs: 250, patienceMs: 1_000 };

/**
 * Starts an instance; where that fails nothing of it is left.
 * @throws StartError when the world was created with other settings or a port is taken
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const closers: Closer[] = [];
  const stop = async (drainMs = usualDrainMs): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close(drainMs);
  };
  try {
    return { ...(await openInstance(options, closers)), stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** @param closers receives what ends each part, in the order of its opening */
async function openInstance(options: InstanceOptions, closers: Closer[]): Promise<Omit<Instance, 'stop'>> {
  const { connectionString, shared, redisUrl, clock, log } = options;
  const metrics = createMetrics();
  const holdWorldLock = createWorldLock(options.world);
  const pool = createPool(connectionString, poolSize, log, holdWorldLock);
  closers.push(() => pool.end());
  instrumentPool(pool, metrics);
  const settings = await ensureWorldSettings(pool, options.world);
  const sessionSecrets = options.sessionSecrets ?? (await ensureSessionSecrets(pool));

  const world: WorldDeps = {
    pool,
    clock,
    settings,
    metrics,
    onDue: (atMs) => {
      worldClock.expect(atMs);
    },
  };
  const worldClock = new WorldClock(world, log);
  const services: Services = {
    ...world,
    executeCommand: instrumentCommands(createCommandExecutor(world), metrics),
    readEmpire: createEmpireReader(world),
    foundingSemaphore: createSemaphore(1, maxQueuedFoundings),
  };
  const redis = redisUrl === null ? null : new RedisLink(redisUrl, log);
  closers.push(() => redis?.stop());
  await redis?.start();
  const http = createHttp(
    { ...options.http, sessionSecrets, counters: shared ? 'database' : 'memory', redis },
    { pool, clock, log, metrics },
  );
  const cleanings = [cleanResponses, cleanEventLogs, cleanLedgers].map((clean) =>
    clean({ pool, clock, log }),
  );
  const passwords = createPasswords(threadPoolSize);
  let isRetired = false;
  const askDatabase = createCachedProbe(() => probe(pool).then(() => true), databaseCheck);
  const checks: Checks = {
    database: async () => (await askDatabase()) === true,
    clock: () => worldClock.caughtUp || !options.runClock,
    open: () => !isRetired,
  };
  const app = createApp({
    http,
    services,
    account: {
      db: pool,
      clock,
      sessions: http.sessions,
      passwords,
      sessionDays: options.sessionDays,
    },
    checks,
    metrics: options.metricsPort === null ? metrics : null,
  });

  const server = createFastServer(app);
  server.keepAliveTimeout = keepAliveMs;
  const gateway = openGateway(server, {
    queries: createSocketQueries(services, http.findViewer),
    clock,
    log,
    metrics,
    sessions: http.sessions,
    isOwnOrigin: ({ headers }) => isOwnOrigin(headers, options.http.baseUrl),
  });
  const feed = new Feed(
    connectionString,
    {
      holdWorldLock,
      onEvent: gateway.deliver,
      onGap: () => {
        metrics.feedGaps.inc();
        gateway.resync().catch((error: unknown) => {
          log.warn({ err: error }, 'live clients could not be brought up to date');
        });
      },
    },
    log,
  );
  registerCollectors(metrics, { pool, services, worldClock, gateway, passwords, checks });
  closers.push(
    ...cleanings,
    () => {
      http.stop();
    },
    () => feed.stop(),
    () => worldClock.stop(),
    async (drainMs) => {
      const begun = performance.now();
      await acceptWaiting(server, longestAcceptMs);
      const drained = drain(server, drainMs - (performance.now() - begun));
      await gateway.close();
      await drained;
    },
  );
  await feed.start();
  const { host, port, metricsPort } = options;
  const metricsServer = metricsPort === null ? null : await openMetricsPort(metrics, host, metricsPort);
  // Closed second to last, so that Prometheus can watch a stop.
  closers.splice(1, 0, () => metricsServer?.close());
  const url = await listen(server, { host, port, setting: 'PORT' });
  if (options.runClock) worldClock.start();

  return {
    url,
    metricsUrl: metricsServer?.url ?? `${url}${metricsPath}`,
    metrics,
    pool,
    services,
    worldClock,
    gateway,
    retire: () => {
      isRetired = true;
      server.prependListener('request', (_request, response) => {
        response.setHeader('connection', 'close');
      });
    },
  };
}
