/**
 * The program of the bots, which claims accounts in the database. `npm start` runs it beside the server if BOTS is set.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadEnvironment, maxBots, readConfig } from '../../config.ts';
import { claimBotAccounts, type BotAccount } from '../../bots/live/accounts.ts';
import { botLevels, type BotLevel } from '../../bots/mind/temperament.ts';
import { startSquad, squadStyles, type SquadStyle } from '../../bots/live/squad.ts';
import { findRunning } from '../../db/embedded/embedded-database.ts';
import { createPool } from '../../db/pool.ts';
import { createLog, openLogOutput } from '../../kernel/log.ts';
import { systemRandom } from '../../kernel/random.ts';
import { localOrigin } from '../../kernel/http-origin.ts';
import { StartError } from '../../kernel/start-error.ts';
import { machineTime } from '../../kernel/clock.ts';
import { exitAfterParsing, wholeNumber } from '../../kernel/arguments.ts';
import { commandOf } from '../../kernel/installation.ts';
import { endBecause, endOnFailure, say } from '../speech.ts';

endOnFailure();

const maxStopMs = 1_500;
const defaultCount = 20;

let isStopping = false;
/** Set when the bots play. */
let stop = (): void => undefined;
function beginToStop(): void {
  isStopping = true;
  machineTime.after(maxStopMs, () => process.exit(0));
  stop();
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, beginToStop);
// Exit when the parent server ends, even if it ended before this listener was added.
process.on('disconnect', beginToStop);
if (process.send !== undefined && !process.connected) process.exit(0);

function originOf(text: string): string {
  const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  if (!isWeb) throw new InvalidArgumentError('It must be an address such as http://localhost:3000.');
  return new URL(text).origin;
}

async function account(count: number, config: ReturnType<typeof readConfig>): Promise<BotAccount[]> {
  const connectionString = config.databaseUrl ?? (await findRunning(config.dataDir));
  if (connectionString === null) {
    throw new StartError(
      `No database runs in ${config.dataDir}: start the server first, or set DATA_DIR or DATABASE_URL to the server's values.`,
    );
  }
  const pool = createPool(connectionString, 1, createLog(config.logLevel, openLogOutput(config.logFormat)));
  try {
    return await claimBotAccounts(pool, count, config.sessionDays, systemRandom);
  } finally {
    await pool.end();
  }
}

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  const options = new Command(commandOf('bots'))
    .exitOverride(exitAfterParsing)
    .description('Runs bots on a running server, as marked accounts with the rights of normal players.')
    .option(
      '--count <n>',
      'number of bots',
      wholeNumber(1, maxBots),
      config.bots === 0 ? defaultCount : config.bots,
    )
    .addOption(new Option('--style <style>', 'playing style').choices(squadStyles).default('mixed'))
    .addOption(
      new Option('--level <level>', 'how often they attack people')
        .choices(botLevels)
        .default(config.botsLevel),
    )
    .option('--url <url>', 'address of the server', originOf, localOrigin(config.host, config.port))
    .addHelpText('after', `\nExample:\n  ${commandOf('bots')} --count 20 --style mixed`)
    .parse()
    .opts<{ count: number; style: SquadStyle; level: BotLevel; url: string }>();

  const accounts = await account(options.count, config);
  const squad = startSquad({
    ...options,
    accounts,
    limits: config.rateLimits,
    random: systemRandom,
    say,
  });
  stop = squad.stop;
  if (isStopping) stop();
  else say(`${accounts.length} bots are playing at ${options.url}.`);
  await squad.ended;
  if (!isStopping) say('All bots have stopped.');
  process.exit(isStopping ? 0 : 1);
}

main().catch(endBecause);
