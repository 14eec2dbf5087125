/**
 * The program of the bots: it takes their seats in the database, as the operator, and lets them play over HTTP and
 * sockets, as players. `npm start` runs it beside the server when BOTS is set.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { loadEnvironment, maxBots, readConfig } from '../config.ts';
import { claimBotAccounts, type BotAccount } from '../bots/live/accounts.ts';
import { startSquad, squadStyles, type SquadStyle } from '../bots/live/squad.ts';
import { findRunning } from '../db/embedded/embedded-database.ts';
import { createPool } from '../db/pool.ts';
import { createLog, openLogOutput } from '../kernel/log.ts';
import { StartError } from '../kernel/start-error.ts';

/** Past this the process ends in any case. */
const maxStopMs = 1_500;
/** How many play where nobody says how many. */
const usualCount = 20;

let isStopping = false;
/** Ends the bots, once they play. */
let stop = (): void => undefined;
function beginToStop(): void {
  isStopping = true;
  setTimeout(() => process.exit(0), maxStopMs).unref();
  stop();
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, beginToStop);
// Whoever started it beside himself has ended, however; perhaps before this was heard.
process.on('disconnect', beginToStop);
if (process.send !== undefined && !process.connected) process.exit(0);

function countOf(text: string): number {
  const count = Number(text);
  if (/^\d{1,4}$/.test(text) && count >= 1 && count <= maxBots) return count;
  throw new InvalidArgumentError(`It must be an integer from 1 to ${maxBots}.`);
}

function originOf(text: string): string {
  const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  if (!isWeb) throw new InvalidArgumentError('It must be an address such as http://localhost:3000.');
  return new URL(text).origin;
}

async function account(count: number, config: ReturnType<typeof readConfig>): Promise<BotAccount[]> {
  const connectionString = config.databaseUrl ?? (await findRunning(config.dataDir));
  if (connectionString === null) {
    throw new StartError(
      `No database runs in ${config.dataDir}: start the server first, or set DATA_DIR or DATABASE_URL as it has them.`,
    );
  }
  const pool = createPool(connectionString, 1, createLog(config.logLevel, openLogOutput(config.logFormat)));
  try {
    return await claimBotAccounts(pool, count, config.sessionDays);
  } finally {
    await pool.end();
  }
}

async function main(): Promise<void> {
  const config = readConfig(loadEnvironment());
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  const options = new Command('npm run bots --')
    .description('Lets bots play on a running server: marked accounts, else players like all others.')
    .option('--count <n>', 'how many', countOf, config.bots === 0 ? usualCount : config.bots)
    .addOption(new Option('--style <style>', 'how they play').choices(squadStyles).default('mixed'))
    .option('--url <url>', 'where the server is', originOf, `http://${host}:${config.port}`)
    .addHelpText('after', '\nExample:\n  npm run bots -- --count 20 --style mixed')
    .parse()
    .opts<{ count: number; style: SquadStyle; url: string }>();

  const accounts = await account(options.count, config);
  const say = (sentence: string): void => {
    console.log(sentence);
  };
  const squad = startSquad({ ...options, accounts, limits: config.rateLimits, say });
  stop = squad.stop;
  if (isStopping) stop();
  else say(`${accounts.length} bots play at ${options.url}.`);
  await squad.ended;
  if (!isStopping) console.error('The last bot has stopped.');
  process.exit(isStopping ? 0 : 1);
}

main().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
