/** The process: settings, database, migrations, one instance, signals. */
import { loadEnvironment, readConfig } from './config.ts';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { startInstance } from './instance.ts';
import { DatabaseClock } from './kernel/clock.ts';
import { createLog } from './kernel/log.ts';
import { StartError } from './kernel/start-error.ts';

/** Past this the process ends in any case. */
const longestStopMs = 7_500;

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  const log = createLog(config.logLevel);
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null;
  const connectionString = config.databaseUrl ?? embedded?.url ?? '';
  const letGo = async (): Promise<void> => {
    await embedded?.stop();
  };
  try {
    await migrate(connectionString);
    const instance = await startInstance({
      connectionString,
      shared: embedded === null,
      host: config.host,
      port: config.port,
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
    let stopping = false;
    const stop = (): void => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => {
        log.error('the stop took too long');
        process.exit(1);
      }, longestStopMs).unref();
      void instance
        .stop()
        .then(letGo)
        .then(() => process.exit(0));
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
    console.log(`Hegemon is open at ${instance.url}`);
  } catch (error) {
    await letGo();
    throw error;
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
});
