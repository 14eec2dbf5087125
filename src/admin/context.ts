/** Where a command is run: the streams, the settings and the person; and the desk that is opened there for it. */
import { once } from 'node:events';
import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import pg from 'pg';
import { findRunning, isMade, startEmbedded } from '../db/embedded/embedded-database.ts';
import { findPending } from '../db/migrate.ts';
import { applicationNames } from '../db/names.ts';
import { createPool } from '../db/pool.ts';
import { createMetrics } from '../kernel/metrics.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Log } from '../kernel/log.ts';
import type { WorldDeps } from '../world/deps.ts';
import { selectWorld } from '../world/settings.ts';
import { Refusal, type AdminCommand, type CommandContext } from './command.ts';
import { watchProgress } from './progress.ts';

export interface CliEnvironment {
  databaseUrl: string | null;
  dataDir: string;
  input: Readable & { isTTY?: boolean };
  output: Writable;
  errors: Writable & { isTTY?: boolean };
  clock: Clock;
  log: Log;
}

/** What every command takes. */
export interface GlobalOptions {
  json: boolean;
  yes: boolean;
  operator: string;
}

const poolSize = 2;

const ending = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Database {
  url: string;
  /** Ends one that was started for the command. */
  stop: () => Promise<void>;
  /** The signal that has stopped the database under the command. */
  interruption: () => NodeJS.Signals | null;
}

async function findDatabase(
  { databaseUrl, dataDir, log }: CliEnvironment,
  needs: NonNullable<AdminCommand['needs']>,
): Promise<Database> {
  const url = databaseUrl ?? (await findRunning(dataDir));
  if (url !== null) return { url, stop: () => Promise.resolve(), interruption: () => null };
  if (needs === 'running') throw new Refusal(`No database runs in ${dataDir}: start the server first.`);
  if (needs === 'schema' && !isMade(dataDir)) {
    throw new Refusal(
      `There is no database in ${dataDir}: start the server once, or \`npm run admin -- migrate\`; or set DATA_DIR or DATABASE_URL.`,
    );
  }
  return startForCommand(dataDir, log);
}

/** Starts the embedded database; from then on a signal stops it before the process ends. */
async function startForCommand(dataDir: string, log: Log): Promise<Database> {
  let interruption: NodeJS.Signals | null = null;
  const started = startEmbedded({ dataDir, log });
  const interrupt = (signal: NodeJS.Signals): void => {
    interruption ??= signal;
    void started
      .then(({ stop }) => stop())
      .catch(() => undefined)
      .then(() => process.exit(128 + constants.signals[signal]));
  };
  for (const signal of ending) process.on(signal, interrupt);
  const release = (): void => {
    for (const signal of ending) process.off(signal, interrupt);
  };
  const { url, stop } = await started.catch((error: unknown) => {
    release();
    throw error;
  });
  return { url, stop: () => stop().finally(release), interruption: () => interruption };
}

/** @throws Refusal for a database of an older release */
export async function requireSchema(url: string): Promise<void> {
  const pending = await findPending(url);
  if (pending.length === 0) return;
  throw new Refusal(
    `The database is older than this release (${pending.join(', ')} to come): start the server once, or \`npm run admin -- migrate\`.`,
  );
}

async function askFor(
  { input, errors }: CliEnvironment,
  { yes }: GlobalOptions,
  what: string,
  name: string,
): Promise<void> {
  if (yes) return;
  if (input.isTTY !== true) {
    throw new Refusal(`${what} Nobody is here to confirm it: add --yes if it is meant.`);
  }
  const questions = createInterface({ input, output: errors });
  try {
    // Ctrl-C and the end of the input close it without an answer.
    const closed = once(questions, 'close').then(() => '');
    const answered = questions.question(`${what}\nType ${name} to confirm: `).catch(() => '');
    const typed = await Promise.race([answered, closed]);
    if (typed.trim() !== name) throw new Refusal('It was not confirmed; nothing was changed.');
  } finally {
    questions.close();
  }
}

async function openWorld(pool: pg.Pool, clock: Clock): Promise<WorldDeps> {
  const settings = await selectWorld(pool);
  if (settings === null) throw new Refusal('There is no world yet: start the server once.');
  // Nobody reads what a command counts.
  return { pool, clock, settings, metrics: createMetrics(), onDue: () => undefined };
}

/** Opens a desk for one command and closes it behind it, whatever comes of it. */
export async function withCommandContext<T>(
  environment: CliEnvironment,
  globalOptions: GlobalOptions,
  needs: NonNullable<AdminCommand['needs']>,
  work: (context: CommandContext) => Promise<T>,
): Promise<T> {
  const { url, stop, interruption } = await findDatabase(environment, needs);
  const pool = createPool(url, poolSize, environment.log);
  const closers = [stop, () => pool.end()];
  try {
    if (needs === 'schema') await requireSchema(url);
    return await work({
      url,
      pool,
      operator: globalOptions.operator,
      openWorld: () => openWorld(pool, environment.clock),
      connect: async () => {
        const client = new pg.Client({ connectionString: url, application_name: applicationNames.admin });
        client.on('error', () => undefined);
        closers.push(() => client.end());
        await client.connect();
        return client;
      },
      confirm: (what, name) => askFor(environment, globalOptions, what, name),
      readInput: () => readAll(environment.input),
      watch: (what) => {
        const progress = watchProgress(what, environment.errors, globalOptions.json);
        closers.push(() => {
          progress.end();
          return Promise.resolve();
        });
        return progress;
      },
    });
  } catch (error) {
    const signal = interruption();
    throw signal === null ? error : new Refusal(`Interrupted by ${signal}.`);
  } finally {
    for (const close of closers.reverse()) await close().catch(() => undefined);
  }
}
