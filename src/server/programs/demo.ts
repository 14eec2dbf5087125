/** Opens a recorded world in a database of its own, on this machine only, and lets bots play on. */
import { Command } from 'commander';
import { demoPlayer, openDemoWorld } from '../../admin/world/demo.ts';
import { loadEnvironment, readConfig } from '../../config.ts';
import { startEmbedded } from '../../db/embedded/embedded-database.ts';
import { migrate } from '../../db/migrate.ts';
import { exitAfterParsing } from '../../kernel/arguments.ts';
import { DatabaseClock } from '../../kernel/clock.ts';
import { commandOf, demoDataDir } from '../../kernel/installation.ts';
import { createLog, openLogOutput } from '../../kernel/log.ts';
import { requireFreePort } from '../listen.ts';
import { endBecause, endOnFailure, say } from '../speech.ts';

endOnFailure();

/** Settings of a public server, which a demo ignores. */
const withoutEffect = [
  ...['DATABASE_URL', 'SMTP_URL', 'PUSH_SERVICES', 'OPERATOR_CONTACT', 'SESSION_SECRET'],
  ...['BASE_URL', 'CORS_ORIGINS', 'TRUST_PROXY', 'METRICS_PORT', 'GAME_SPEED', 'WORLD_RADIUS'],
];
const host = '127.0.0.1';
/** The first port unless PORT names one, and how many are tried. */
const usualPort = 3000;
const triedPorts = 20;
/** Every ruler of the recording but the visitor. */
const bots = 39;

async function findPort(port = usualPort): Promise<number> {
  try {
    await requireFreePort({ host, port, setting: 'PORT' });
    return port;
  } catch (error) {
    if (port - usualPort >= triedPorts) throw error;
    return findPort(port + 1);
  }
}

async function main(): Promise<void> {
  const { data } = new Command(commandOf('demo'))
    .exitOverride(exitAfterParsing)
    .description(
      'Opens a world of 40 empires on its fifth day, on this machine only. Each start begins it again. Of the settings, PORT, BOTS, BOTS_LEVEL, those of the log, and a DATA_DIR outside the file .env have their effect.',
    )
    .option('--data <folder>', `the folder of its data, which holds no other world (default: ${demoDataDir})`)
    .parse()
    .opts<{ data?: string }>();
  // Not from the file .env, which names the folder of the server's world.
  const ownDataDir = process.env.DATA_DIR?.trim() ?? '';
  const environment = loadEnvironment();
  const { PORT = '', BOTS = '', LOG_LEVEL = '' } = environment;
  Object.assign(environment, {
    ...Object.fromEntries(withoutEffect.map((name) => [name, ''])),
    HOST: host,
    DATA_DIR: data ?? (ownDataDir === '' ? demoDataDir : ownDataDir),
    BOTS: BOTS || String(bots),
    LOG_LEVEL: LOG_LEVEL || 'warn',
    PORT: PORT || String(await findPort()),
  });
  const { dataDir, logLevel, logFormat } = readConfig(environment);
  say('Opening the demo: 40 empires on the fifth day of their world ...');
  const database = await startEmbedded({ dataDir, log: createLog(logLevel, openLogOutput(logFormat)) });
  try {
    await migrate(database.url);
    await openDemoWorld(database.url, new DatabaseClock().now());
  } finally {
    await database.stop();
  }
  say(
    `The button of the first page logs you in as ${demoPlayer.username} (password: ${demoPlayer.password}).`,
  );
}

await main().catch(endBecause);
