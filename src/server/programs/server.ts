import { isThereOperator, issueOperatorLink } from '../../account/operator-link.ts';
import { startBots } from '../bots-supervisor.ts';
import { describeSettings, loadEnvironment, readConfig, readFileNames, type Config } from '../../config.ts';
import { startEmbedded } from '../../db/embedded/embedded-database.ts';
import { migrate } from '../../db/migrate.ts';
import { waitForDatabase } from '../../db/availability.ts';
import { commit, version } from '../../kernel/version.ts';
import { describeEmptiness } from '../neighbours.ts';
import { startInstance, type Instance } from '../instance.ts';
import { DatabaseClock, machineTime } from '../../kernel/clock.ts';
import { systemRandom } from '../../kernel/random.ts';
import { commandOf } from '../../kernel/installation.ts';
import { createLog, openLogOutput } from '../../kernel/log.ts';
import { requireFreePort } from '../listen.ts';
import { requireSettingsOfWorld } from '../../world/settings.ts';
import { describeUnknownSettings } from '../unknown-settings.ts';
import { endBecause, endOnFailure, say } from '../speech.ts';

endOnFailure();

/** The process exits after this in any case. */
const maxStopMs = 7_200;
/** After a shutdown timeout: time to send the stop command to the embedded database. */
const embeddedStopMs = 300;
/** Time for a balancer to detect that this instance is not ready. */
const retirementMs = 2_500;
/**
 * Without a balancer, connections are still accepted for this time: clients retry after 1 s if the kernel's queue was
 * full.
 */
const acceptanceMs = 1_200;
/** From SIGTERM until open requests are cut. The rest of the shutdown needs the last second. */
const requestsMs = 6_200;
/** Shorter, for Ctrl-C and a closed terminal. */
const interruptedDrainMs = 4_000;
/** One stop request can send two signals: from the terminal and npm, or from the shell and the kernel. */
const repetitionMs = 1_000;

/** Handles a signal. Null until the instance has started; `askedAt` records an earlier signal. */
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
// Writing to a closed terminal fails; the shutdown continues.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Longer than a restart of Postgres takes. */
const databaseTimeoutMs = 30_000;

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  const { host, port, metricsPort } = config;
  const log = createLog(config.logLevel, openLogOutput(config.logFormat));
  log.info({ version, commit, node: process.versions.node, settings: describeSettings(config) }, 'starting');
  for (const warning of describeUnknownSettings(Object.keys(process.env), readFileNames())) log.warn(warning);
  await requireFreePort({ host, port, setting: 'PORT' });
  if (metricsPort !== null) await requireFreePort({ host, port: metricsPort, setting: 'METRICS_PORT' });
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const connectionString = config.databaseUrl ?? embedded?.url ?? '';
  try {
    const world = { speed: config.gameSpeed, radius: config.worldRadius };
    log.info('updating the schema ...');
    const migrations = await waitForDatabase(
      () => migrate(connectionString, undefined, (client) => requireSettingsOfWorld(client, world)),
      databaseTimeoutMs,
      (error) => log.warn({ err: error }, 'database unavailable, retrying for 30 s'),
    );
    log.info({ migrations: migrations.length }, 'schema up to date');
    const instance = await startInstance({
      ...config,
      connectionString,
      shared: embedded === null,
      checkResponses: false,
      clock: new DatabaseClock(),
      random: systemRandom,
      derive: null,
      log,
      runClock: true,
    });
    let stopBots: (() => Promise<void>) | null = null;
    stop = (signal) => {
      const hurry = new AbortController();
      stop = () => hurry.abort();
      log.info('shutting down');
      machineTime.after(maxStopMs, () => {
        log.error('shutdown timed out');
        void embedded?.stop();
        machineTime.after(embeddedStopMs, () => process.exit(1));
      });
      // Ctrl-C skips this period; a second signal ends it early.
      const acceptMs = signal !== 'SIGTERM' ? 0 : config.trustProxy > 0 ? retirementMs : acceptanceMs;
      const drainMs = signal === 'SIGTERM' ? requestsMs - acceptMs : interruptedDrainMs;
      if (acceptMs > 0) instance.retire();
      void machineTime
        .delay(acceptMs, hurry.signal)
        .then(() => Promise.all([instance.stop(drainMs), stopBots?.()]))
        .catch((error: unknown) => log.error({ err: error }, 'shutdown failed'))
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
    if (config.bots > 0) {
      const portOfServer = Number(new URL(instance.url).port);
      stopBots = startBots({ count: config.bots, port: portOfServer, databaseUrl: connectionString, log });
    }
    // A failure must not end a server that serves.
    await greet(instance, config).catch((error: unknown) => log.error({ err: error }, 'no operator link'));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

async function greet({ pool, services, url }: Instance, { baseUrl, host, bots }: Config): Promise<void> {
  // The default of BASE_URL has another host than a server on this machine only, and cookies belong to a host.
  const isOwnHost = new URL(baseUrl).hostname === 'localhost' && host === '127.0.0.1';
  const address = isOwnHost ? url : baseUrl;
  say(`Hegemon is open; Ctrl-C stops it.\n${address}`);
  const hint = process.stdout.isTTY && bots === 0 ? await describeEmptiness(pool) : null;
  if (hint !== null) say(hint);
  if (await isThereOperator(pool)) return;
  // Output that is no terminal is kept and read by others.
  const link = process.stdout.isTTY
    ? await issueOperatorLink(pool, systemRandom, services.clock.now(), address)
    : null;
  const advice =
    link === null
      ? `\`${commandOf('admin')} operator-link\` prints a link to become it.`
      : `Open this link once, within a week, to become it: ${link}`;
  say(`There is no operator yet. ${advice}`);
}

main().catch(endBecause);
