/** Creates the context of a command: finds the database, connects, and cleans up. */
import { once } from 'node:events';
import { constants } from 'node:os';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import pg from 'pg';
import { findDataFolder } from '../db/embedded/data-folder.ts';
import { findRunning, startEmbedded } from '../db/embedded/embedded-database.ts';
import { findPending } from '../db/migrate.ts';
import { applicationNames } from '../db/names.ts';
import { createPool } from '../db/pool.ts';
import { createMetrics } from '../kernel/metrics.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { Log } from '../kernel/log.ts';
import { commandOf } from '../kernel/installation.ts';
import type { WorldDeps } from '../world/deps.ts';
import { selectWorld } from '../world/settings.ts';
import { createAudit } from './audit.ts';
import { Refusal, type AdminCommand, type CommandContext } from './command.ts';
import { showProgress } from './progress.ts';

export interface CliEnvironment {
  databaseUrl: string | null;
  dataDir: string;
  baseUrl: string;
  input: Readable & { isTTY?: boolean };
  output: Writable;
  errors: Writable & { isTTY?: boolean };
  clock: Clock;
  random: Random;
  log: Log;
}

export interface GlobalOptions {
  json: boolean;
  yes: boolean;
  operator: string;
}

const poolSize = 2;

const terminationSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Database {
  url: string;
  stop: () => Promise<void>;
  interruption: () => NodeJS.Signals | null;
}

async function findDatabase(
  { databaseUrl, dataDir, log }: CliEnvironment,
  needs: NonNullable<AdminCommand['needs']>,
): Promise<Database> {
  const url = databaseUrl ?? (await findRunning(dataDir));
  if (url !== null) return { url, stop: () => Promise.resolve(), interruption: () => null };
  if (needs === 'running') throw new Refusal(`No database is running in ${dataDir}: start the server first.`);
  if (needs === 'schema' && findDataFolder(dataDir) === null) {
    throw new Refusal(
      `There is no database in ${dataDir}: start the server once, run \`${commandOf('admin')} migrate\`, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  return startForCommand(dataDir, log);
}

/** A signal stops the database before the process exits. */
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
  for (const signal of terminationSignals) process.on(signal, interrupt);
  const release = (): void => {
    for (const signal of terminationSignals) process.off(signal, interrupt);
  };
  const { url, stop } = await started.catch((error: unknown) => {
    release();
    throw error;
  });
  return { url, stop: () => stop().finally(release), interruption: () => interruption };
}

/** @throws Refusal if migrations of this release are missing */
export async function requireSchema(url: string): Promise<void> {
  const pending = await findPending(url);
  if (pending.length === 0) return;
  throw new Refusal(
    `The schema is older than this release (missing: ${pending.join(', ')}): start the server once, or run \`${commandOf('admin')} migrate\`.`,
  );
}

async function confirm(
  { input, errors }: CliEnvironment,
  { yes }: GlobalOptions,
  question: string,
  name: string,
): Promise<void> {
  if (yes) return;
  if (input.isTTY !== true) {
    throw new Refusal(`${question} The input is not a terminal: add --yes to confirm.`);
  }
  const prompt = createInterface({ input, output: errors });
  try {
    // Ctrl-C and the end of the input close the prompt without an answer.
    const closed = once(prompt, 'close').then(() => '');
    const answered = prompt.question(`${question}\nType ${name} to confirm: `).catch(() => '');
    const typed = await Promise.race([answered, closed]);
    if (typed.trim() !== name) throw new Refusal('Not confirmed: nothing was changed.');
  } finally {
    prompt.close();
  }
}

async function openWorld(pool: pg.Pool, { clock, random }: CliEnvironment): Promise<WorldDeps> {
  const settings = await selectWorld(pool);
  if (settings === null) throw new Refusal('There is no world yet: start the server once.');
  // The metrics of a command are never read.
  return { pool, clock, random, settings, metrics: createMetrics(), onDue: () => undefined };
}

/** Closes everything that `work` opened, also after an error. */
export async function withCommandContext<T>(
  environment: CliEnvironment,
  globalOptions: GlobalOptions,
  { name, needs = 'schema' }: Pick<AdminCommand, 'name' | 'needs'>,
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
      baseUrl: environment.baseUrl,
      clock: environment.clock,
      random: environment.random,
      ...createAudit(pool, { operator: globalOptions.operator, command: name }),
      openWorld: () => openWorld(pool, environment),
      connect: async () => {
        const client = new pg.Client({ connectionString: url, application_name: applicationNames.admin });
        client.on('error', () => undefined);
        closers.push(() => client.end());
        await client.connect();
        return client;
      },
      actorId: null,
      requirePowerOver: () => undefined,
      confirm: (question, word) => confirm(environment, globalOptions, question, word),
      readInput: () => readAll(environment.input),
      showProgress: (label) => {
        const progress = showProgress(label, environment.errors, globalOptions.json);
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
