/** The process: settings, database, migrations, one instance, signals. */
import { setTimeout as delay } from 'node:timers/promises';
import { startBots } from '../server/bots-supervisor.ts';
import { describeSettings, loadEnvironment, readConfig, readFileNames } from '../config.ts';
import { startEmbedded } from '../db/embedded/embedded-database.ts';
import { migrate } from '../db/migrate.ts';
import { version } from '../documents/version.ts';
import { startInstance } from '../server/instance.ts';
import { DatabaseClock } from '../kernel/clock.ts';
import { createLog, openLogOutput } from '../kernel/log.ts';
import { StartError } from '../kernel/start-error.ts';
import { requireFreePort } from '../server/listen.ts';
import { describeUnknownSettings } from '../server/unknown-settings.ts';

/** Past this the process ends in any case. */
const maxStopMs = 7_200;
/** How long the database has to be asked to stop where the time was not enough. */
const lastCallMs = 300;
/** How long a balancer in front has to see that this instance is not ready any more. */
const retirementMs = 2_500;
/**
 * How long connections are still accepted where no balancer turns to others: clients try again after 1 s when the
 * kernel's queue was full.
 */
const acceptanceMs = 1_200;
/** From SIGTERM until requests are cut; the rest of the stop needs the last second. */
const requestsMs = 6_200;
/** Ctrl-C and a closed terminal wait less. */
const interruptedDrainMs = 4_000;
/** One request to stop may come twice: from the terminal and from npm, or from the shell and the kernel. */
const repetitionMs = 1_000;

/** What a signal does; until the instance is up it is only remembered. */
let stop: ((signal: NodeJS.Signals) => void) | null = null;
let askedAt: number | null = null;
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (askedAt !== null && performance.now() - askedAt < repetitionMs) return;
    // A second signal during startup exits at once.
    if (askedAt !== null && stop === null) process.exit(1);
    askedAt ??= performance.now();
    stop?.(signal);
  });
}
// Writing to a terminal that was closed fails; the stop goes on without it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  const { host, port, metricsPort } = config;
  const log = createLog(config.logLevel, openLogOutput(config.logFormat));
  log.info({ version, node: process.versions.node, settings: describeSettings(config) }, 'starting');
  for (const warning of describeUnknownSettings(Object.keys(process.env), readFileNames())) log.warn(warning);
  await requireFreePort({ host, port, setting: 'PORT' });
  if (metricsPort !== null) await requireFreePort({ host, port: metricsPort, setting: 'METRICS_PORT' });
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const connectionString = config.databaseUrl ?? embedded?.url ?? '';
  try {
    log.info('updating the schema ...');
    const migrations = await migrate(connectionString);
    log.info({ migrations: migrations.length }, 'schema up to date');
    const instance = await startInstance({
      connectionString,
      shared: embedded === null,
      redisUrl: config.redisUrl,
      host,
      port,
      metricsPort,
      world: { speed: config.gameSpeed, radius: config.worldRadius },
      sessionDays: config.sessionDays,
      sessionSecrets: config.sessionSecrets,
      http: {
        baseUrl: config.baseUrl,
        trustProxy: config.trustProxy,
        limits: config.rateLimits,
        checkAnswers: false,
      },
      clock: new DatabaseClock(),
      log,
      runClock: true,
    });
    let stopBots: (() => Promise<void>) | null = null;
    stop = (signal) => {
      const hurry = new AbortController();
      stop = () => {
        hurry.abort();
      };
      log.info('shutting down');
      setTimeout(() => {
        log.error('shutdown timed out');
        void embedded?.stop();
        setTimeout(() => process.exit(1), lastCallMs);
      }, maxStopMs).unref();
      // Ctrl-C, or a second signal, is for now.
      const openMs = signal !== 'SIGTERM' ? 0 : config.trustProxy > 0 ? retirementMs : acceptanceMs;
      const drainMs = signal === 'SIGTERM' ? requestsMs - openMs : interruptedDrainMs;
      if (openMs > 0) instance.retire();
      void delay(openMs, undefined, { signal: hurry.signal })
        .catch(() => undefined)
        .then(() => Promise.all([instance.stop(drainMs), stopBots?.()]))
        .catch((error: unknown) => {
          log.error({ err: error }, 'the stop was not clean');
        })
        .then(() => embedded?.stop())
        .finally(() => {
          log.info('stopped');
          process.exit(0);
        });
    };
    if (askedAt !== null) {
      stop('SIGINT');
      return;
    }
    log.info({ url: instance.url, metrics: instance.metricsUrl }, 'listening');
    console.log(`Hegemon is open at ${instance.url}`);
    if (config.bots > 0) {
      const portOfServer = Number(new URL(instance.url).port);
      stopBots = startBots({ count: config.bots, port: portOfServer, databaseUrl: connectionString, log });
    }
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

main().catch((error: unknown) => {
  if (error instanceof StartError) console.error(error.message);
  else createLog('fatal', openLogOutput(null)).fatal({ err: error }, 'the start failed');
  process.exit(1);
});
