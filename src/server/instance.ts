/** Assembles a running instance on a migrated database. */
import { createFastServer } from '../http/fast-server.ts';
import type pg from 'pg';
import type { AlarmSender } from '../alarms/sender.ts';
import { LoginQueue } from '../account/login-queue.ts';
import { createMailer } from '../account/mailer.ts';
import { createPasswords, derivationsAtOnce, type Derive } from '../account/passwords.ts';
import { startCleaning } from './cleaning.ts';
import { createApp } from './app.ts';
import { instrumentPool } from '../db/instrument-pool.ts';
import { createOutageLog } from '../db/outage-log.ts';
import { createStorageProbe } from '../db/storage-probe.ts';
import { createPool, planOnce } from '../db/pool.ts';
import { registerCollectors } from './metrics-collectors.ts';
import type { Checks } from './health.ts';
import type { Config } from '../config.ts';
import { createHttp } from '../http/http.ts';
import { isOwnOrigin } from '../http/security/same-origin.ts';
import type { Clock } from '../kernel/clock.ts';
import { createCachedProbe } from '../kernel/cached-probe.ts';
import type { Log } from '../kernel/log.ts';
import type { Random } from '../kernel/random.ts';
import { createMetrics, type Metrics } from '../kernel/metrics.ts';
import { acceptWaiting, drain, listen } from './listen.ts';
import { openAlarms } from './alarms.ts';
import { watchReadiness } from './readiness.ts';
import { createServices } from './services.ts';
import { openGateway, type Gateway } from '../realtime/gateway.ts';
import { createSocketQueries } from '../realtime/queries.ts';
import { metricsPath, openMetricsPort } from './metrics-endpoint.ts';
import { makeFirstSeat } from '../empire/found-seats.ts';
import { createFeed } from '../world/log/feed.ts';
import { startRefreshing } from '../world/figures/rankings.ts';
import type { Services } from '../world/services.ts';
import type { WorldClock } from '../world/clock.ts';
import { ensureSessionSecrets, ensureWorldSettings, readNow, createWorldLock } from '../world/settings.ts';

export interface InstanceOptions extends Config {
  /** `databaseUrl`, or the embedded Postgres. */
  connectionString: string;
  /** Whether other instances may use the database. */
  shared: boolean;
  /** For tests: validate every JSON response against its schema. */
  checkResponses: boolean;
  clock: Clock;
  random: Random;
  /** Null: the key derivation of the specification. */
  derive: Derive | null;
  log: Log;
  /** False for tests that drive the world's clock themselves. */
  runClock: boolean;
}

export interface Instance {
  url: string;
  metricsUrl: string;
  metrics: Metrics;
  pool: pg.Pool;
  services: Services;
  worldClock: WorldClock;
  alarms: AlarmSender;
  gateway: Gateway;
  /** Makes /readyz fail and closes each connection after its response, so that a balancer sends no more requests. */
  retire: () => void;
  /** Waits at most `drainMs` for open requests, and releases all resources. */
  stop: (drainMs?: number) => Promise<void>;
}

type Closer = (drainMs: number) => Promise<void> | void;

const poolSize = 4;
/** A network may drop connections silently, and a database may freeze. */
const queryTimeoutMs = 30_000;
const defaultDrainMs = 4_000;
/** Under load new connections never stop arriving. */
const maxAcceptMs = 500;
const maxMailMs = 1_000;
/** Longer than a balancer keeps idle connections: none closes while the balancer sends a request on it. */
const keepAliveMs = 75_000;
const databaseCheck = { ttlMs: 250, timeoutMs: 1_000 };

/**
 * If the start fails, everything that was opened is closed.
 * @throws StartError if the world was created with other settings or a port is taken
 */
export async function startInstance(options: InstanceOptions): Promise<Instance> {
  const closers: Closer[] = [];
  const stop = async (drainMs = defaultDrainMs): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close(drainMs);
  };
  try {
    return { ...(await openInstance(options, closers)), stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}

/** @param closers receives a closer for each component, in the order of opening */
async function openInstance(options: InstanceOptions, closers: Closer[]): Promise<Omit<Instance, 'stop'>> {
  const { connectionString, shared, clock, random } = options;
  const outages = createOutageLog(options.log);
  const { log } = outages;
  const world = { speed: options.gameSpeed, radius: options.worldRadius };
  const metrics = createMetrics();
  const holdWorldLock = createWorldLock(world);
  const pool = createPool(connectionString, poolSize, log, {
    prepareConnection: (client) => Promise.all([planOnce(client), holdWorldLock(client)]),
    queryTimeoutMs,
  });
  closers.push(() => pool.end());
  const storage = createStorageProbe(pool);
  instrumentPool(pool, metrics, storage.note);
  // First, because a new world stores the moment of its start.
  const settings = await ensureWorldSettings(pool, world, await readNow(pool, clock));
  const sessionSecrets = options.sessionSecrets ?? (await ensureSessionSecrets(pool, random));

  const { services, worldClock } = createServices({ pool, clock, random, settings, metrics }, log);
  await makeFirstSeat(services);
  const counters = shared ? 'database' : 'memory';
  const http = createHttp(
    { ...options, limits: options.rateLimits, sessionSecrets, counters },
    { pool, clock, random, log, metrics },
  );
  closers.push(startCleaning({ ...services, log, security: http.security }));
  if (options.runClock) {
    closers.push(startRefreshing({ pool, clock, log }, () => worldClock.caughtUp));
  }
  const mailer = options.mail === null ? null : createMailer(options.mail, clock.machine, log, metrics);
  closers.push((drainMs) => mailer?.stop(Math.min(drainMs, maxMailMs)));
  const alarms = await openAlarms(services, options, mailer, log);
  const passwords = createPasswords(derivationsAtOnce, options.derive ?? undefined, random);
  let isRetired = false;
  const probeDatabase = createCachedProbe(
    () => storage.probe().then(() => true),
    clock.machine,
    databaseCheck,
  );
  const checks: Checks = {
    database: async () => (await probeDatabase()) === true,
    clock: () => worldClock.caughtUp || !options.runClock,
    open: () => !isRetired,
  };
  const app = createApp({
    http,
    services,
    account: {
      db: pool,
      clock,
      random,
      sessions: http.sessions,
      sessionSecrets,
      passwords,
      sessionDays: options.sessionDays,
      failedLogins: options.failedLogins,
      logins: new LoginQueue(clock),
      cookies: http.cookies,
      security: http.security,
      mailer,
      baseUrl: options.baseUrl,
      registration: options.registration,
      operatorContact: options.operatorContact,
    },
    alarms: alarms.means,
    checks,
    dataDir: shared ? null : options.dataDir,
    metrics: options.metricsPort === null ? metrics : null,
  });

  const server = createFastServer(app);
  server.keepAliveTimeout = keepAliveMs;
  const gateway = openGateway(server, {
    queries: createSocketQueries(services),
    announcements: services.announcements,
    clock,
    log,
    metrics,
    sessions: http.sessions,
    isOwnOrigin: (headers) => isOwnOrigin(headers, options.baseUrl),
    isForeign: http.foreignOrigins.isForeign,
    corsOrigins: options.corsOrigins,
  });
  const feed = createFeed(
    connectionString,
    {
      holdWorldLock,
      onEvent: (event) => {
        gateway.deliver(event);
        alarms.sender.note(event);
      },
      onGap: () => {
        metrics.feedGaps.inc();
        alarms.sender.noteGap();
        gateway
          .resync()
          .catch((error: unknown) => log.warn({ err: error }, 'feed: resync of live clients failed'));
      },
    },
    clock.machine,
    log,
  );
  registerCollectors(metrics, { pool, services, worldClock, gateway, passwords, checks });
  closers.push(
    () => feed.stop(),
    () => worldClock.stop(),
    () => alarms.sender.stop(),
    async (drainMs) => {
      const startedAt = performance.now();
      await acceptWaiting(server, maxAcceptMs);
      const drained = drain(server, drainMs - (performance.now() - startedAt), clock.machine);
      await gateway.close();
      await drained;
    },
  );
  await feed.start();
  await services.announcements.load(pool);
  const { host, port, metricsPort } = options;
  const metricsServer = metricsPort === null ? null : await openMetricsPort(metrics, host, metricsPort);
  // Closed second to last, so that Prometheus can observe the shutdown.
  closers.splice(1, 0, () => metricsServer?.close());
  const url = await listen(server, { host, port, setting: 'PORT' });
  if (options.runClock) {
    worldClock.start();
    alarms.sender.start();
    const stopWatch = watchReadiness(checks, log, clock.machine, outages.report);
    closers.push(stopWatch, () => outages.report(true));
  }

  return {
    url,
    metricsUrl: metricsServer?.url ?? `${url}${metricsPath}`,
    metrics,
    pool,
    services,
    worldClock,
    alarms: alarms.sender,
    gateway,
    retire: () => {
      isRetired = true;
      server.prependListener('request', (_request, response) => {
        response.setHeader('connection', 'close');
      });
    },
  };
}
