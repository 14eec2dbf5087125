/** The process: settings, database, migrations, one instance, signals. */
import { setTimeout as delay } from 'node:timers/promises';
import { startBots } from './bot-process.ts';
import { describeSettings, loadEnvironment, readConfig, readFileNames } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { version } from './documents/version.ts';
import { startInstance } from './instance.ts';
import { DatabaseClock } from './kernel/clock.ts';
import { createLog, openLogOutput } from './kernel/log.ts';
import { StartError } from './kernel/start-error.ts';
import { requireFreePort } from './listen.ts';
import { describeUnknownSettings } from './unknown-settings.ts';

/** Past this the process ends in any case. */
const longestStopMs = 7_500;
/** How long a balancer in front has to see that this instance is not ready any more. */
const retirementMs = 2_500;

/** What a signal does; until the instance is up it is only remembered. */
let stop: ((signal: NodeJS.Signals) => void) | null = null;
let isAskedToStop = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Whoever asks twice while it is still starting does not want to wait.
    if (isAskedToStop && stop === null) process.exit(1);
    isAskedToStop = true;
    stop?.(signal);
  });
}

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
        process.exit(1);
      }, longestStopMs).unref();
      // Ctrl-C, or a second signal, is for now.
      const isBalanced = signal === 'SIGTERM' && config.trustProxy > 0;
      if (isBalanced) instance.retire();
      void delay(isBalanced ? retirementMs : 0, undefined, { signal: hurry.signal })
        .catch(() => undefined)
        .then(() => Promise.all([instance.stop(), stopBots?.()]))
        .catch((error: unknown) => {
          log.error({ err: error }, 'the stop was not clean');
        })
        .then(() => embedded?.stop())
        .finally(() => {
          log.info('stopped');
          process.exit(0);
        });
    };
    if (isAskedToStop) {
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
