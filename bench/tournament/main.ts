/**
 * The tournament program: bots play against each other in the pure core, without server or database. It prints tables
 * of the results. The same options give the same figures.
 */
import { availableParallelism } from 'node:os';
import { Command, InvalidArgumentError, Option } from 'commander';
import { botLevels, liveStyles, mixes, openings, styles } from '../../src/bots/mind/temperament.ts';
import { planMatches, type TournamentSettings } from './plan-matches.ts';
import { reportOn, writeTables } from './tables.ts';
import { playMatches } from './workers.ts';
import { exitAfterParsing, wholeNumber } from '../../src/kernel/arguments.ts';

interface Options extends Omit<TournamentSettings, 'lookMinutes' | 'nightHours'> {
  look: number;
  night: number;
  processes: number;
  json: boolean;
}

function someOf<T extends string>(all: readonly T[]): (text: string) => T[] {
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    const chosen = names.flatMap((name) => all.filter((each) => each === name));
    if (chosen.length === names.length) return chosen;
    throw new InvalidArgumentError(`It must be some of ${all.join(', ')}, separated by commas.`);
  };
}

const command = new Command('npm run tournament --')
  .exitOverride(exitAfterParsing)
  .description('Plays bots against each other without server or database, and prints tables of the results.')
  .option('--games <n>', 'number of games', wholeNumber(1, 100_000), 20)
  .option('--players <n>', 'players per game', wholeNumber(2, 60), 9)
  .option('--days <n>', 'days per game', wholeNumber(1, 60), 7)
  .option('--seed <n>', 'seed; the same seed gives the same figures', wholeNumber(0, 2 ** 31), 1)
  .option('--speed <n>', 'speed of the world; shortens days and looks accordingly', wholeNumber(1, 3600), 1)
  .option('--look <minutes>', 'mean time between two turns of a player', wholeNumber(1, 1440), 20)
  .option('--night <hours>', 'hours that a player sleeps per day', wholeNumber(0, 23), 8)
  .option('--styles <names>', `some of ${styles.join(', ')}`, someOf(styles), [...liveStyles])
  .option('--openings <names>', `some of ${openings.join(', ')}`, someOf(openings), [...openings])
  .option('--mixes <names>', `some of ${mixes.join(', ')}`, someOf(mixes), [...mixes])
  .option('--alliance <n>', 'members of each alliance; 0: no alliances', wholeNumber(0, 20), 0)
  .option('--pair', 'the first two players of a game pass seats on to each other', false)
  .option('--person', 'the last player of a game looks four times a day and follows the overview', false)
  .addOption(new Option('--level <level>', 'how often bots attack it').choices(botLevels).default('calm'))
  .option('--processes <n>', 'number of worker processes', wholeNumber(1, 256), availableParallelism())
  .addOption(new Option('--json', 'print JSON, including every player of every game').default(false))
  .addHelpText('after', `\nExample:\n  npm run tournament -- --games 200 --players 9 --days 7 --seed 1`);

async function main(): Promise<void> {
  const { look, night, processes, json, ...rest } = command.parse().opts<Options>();
  const settings: TournamentSettings = { ...rest, lookMinutes: look, nightHours: night };
  const startedAt = performance.now();
  const showProgress = process.stderr.isTTY;
  const games = await playMatches(planMatches(settings), processes, (done) => {
    if (showProgress) process.stderr.write(`\r${done} of ${settings.games} games`);
  });
  if (showProgress) process.stderr.write('\r\x1b[K');
  const seconds = (performance.now() - startedAt) / 1000;
  const simulatedMs = games.reduce((sum, game) => sum + game.simulatedMs, 0);
  const timesRealSpeed = Math.round(simulatedMs / 1000 / seconds);
  const battles = games.reduce((sum, game) => sum + game.battles, 0);
  const report = reportOn(games);
  if (json) {
    console.log(JSON.stringify({ settings, ...report, games }, null, 2));
    return;
  }
  console.log(writeTables(report));
  console.log(
    `\n${settings.games} games, ${settings.players} players and ${settings.days} simulated days in each; ${battles} battles, ` +
      `every ledger complete; ${seconds.toFixed(1)} s, ${timesRealSpeed} times real speed.`,
  );
}

await main();
