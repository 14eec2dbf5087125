/**
 * npm run bench: measures the product beside the limits of its stack and beside peers, in interleaved rounds. Prints a
 * table, and writes it to output/bench.md. docs/performance.md explains it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Argument, Command, Option } from 'commander';
import { distFrom, openContext, type Context, type Row } from './context.ts';
import { loadGenerator } from './harness/load.ts';
import { endAll } from './harness/processes.ts';
import { formatLine, toMarkdown, type Line } from './harness/report.ts';
import { bare } from './rows/bare.ts';
import { due } from './rows/due.ts';
import { listRow } from './rows/lists.ts';
import { live } from './rows/live.ts';
import { login } from './rows/login.ts';
import { orders } from './rows/order.ts';
import { read } from './rows/read.ts';
import { start } from './rows/start.ts';
import { startCluster } from './worlds/cluster.ts';
import { layerNames } from '../src/server/services.ts';

const rows: readonly Row[] = [bare, read, orders, login, due, start, live, listRow];
const output = join(import.meta.dirname, '../output');

interface Flags {
  quick: boolean;
  server?: string;
  without: string[];
}

const program = new Command('npm run bench --')
  .description('Measures the product beside the limits of its stack and beside peers.')
  .addArgument(
    new Argument('[rows...]', 'the rows to measure; all without names').choices(rows.map(({ name }) => name)),
  )
  .option('--quick', 'short rounds on a small world: about 2 minutes', false)
  .option('--server <folder>', 'the dist folder of the build to measure; by default of this project')
  .addOption(
    new Option('--without <layers...>', 'layers to take off').choices(['all', ...layerNames]).default([]),
  )
  .parse();

const startedAt = performance.now();
const secondsSince = (since: number): string => `${((performance.now() - since) / 1000).toFixed(0)} s`;
const report = (text: string): void => {
  console.error(`${secondsSince(startedAt).padStart(6)}  ${text}`);
};

/** Measures the rows. One that fails has its error in the table. */
async function measure(context: Context, chosen: readonly Row[], isStopping: () => boolean): Promise<Line[]> {
  const lines: Line[] = [];
  for (const { name, run } of chosen) {
    if (isStopping()) break;
    const since = performance.now();
    report(`${name} ...`);
    try {
      const measured = await run(context);
      // A run that is stopped has shown its finished rows.
      for (const line of measured) report(formatLine(line));
      lines.push(...measured);
    } catch (error) {
      report(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      lines.push({ what: name, ours: 'failed' });
      process.exitCode = 1;
    }
    report(`${name}: ${secondsSince(since)}`);
  }
  return lines;
}

async function main(): Promise<void> {
  const { quick: isQuick, server, without } = program.opts<Flags>();
  // Every server of this process inherits it.
  process.env.TEST_LAYERS_OFF = without.join();
  const chosen = program.args.length === 0 ? rows : rows.filter(({ name }) => program.args.includes(name));
  const dist = distFrom(server === undefined ? undefined : resolve(server));
  const cluster = await startCluster();
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= endAll().then(() => cluster.stop()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      report('stopping');
      void stop().finally(() => process.exit(1));
    });
  }
  try {
    const needsLarge = chosen.some(({ isLarge }) => isLarge);
    const context = await openContext(cluster, { dist, isQuick }, needsLarge, report);
    const measuredAt = performance.now();
    const lines = await measure(context, chosen, () => stopping !== null);
    const { rows: versions } = await cluster.admin.query<{ server_version: string }>('SHOW server_version');
    const markdown = toMarkdown(lines, {
      loadGenerator,
      postgres: versions[0]?.server_version ?? '',
      isQuick,
      minutes: (performance.now() - measuredAt) / 60_000,
    });
    mkdirSync(output, { recursive: true });
    writeFileSync(join(output, 'bench.md'), markdown);
    console.log(markdown);
  } finally {
    await stop();
  }
}

await main();
