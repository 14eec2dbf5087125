/** Runs the admin command line in this process, or as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { runAdmin } from '../../src/admin/program.ts';
import { DatabaseClock, type Clock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { samplesOf } from './campaign.ts';
import { copyTestDatabase, query, type TestDatabase } from './database.ts';
import type { TestGame } from './game.ts';
import { adminProgram } from './programs.ts';
import { systemRandom } from '../../src/kernel/random.ts';

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** The JSON printed with `--json`, on stdout or stderr. */
export interface Printed<Data> {
  code: number;
  data: Data;
}

interface CommandOptions {
  databaseUrl: string | null;
  dataDir?: string;
  /** The clock of the game's instances, if a test moves it. */
  clock?: Clock;
  /** Input typed at a terminal; undefined: stdin is no terminal. */
  typed?: string;
  /** Input from a pipe. */
  piped?: string;
}

/** Runs a command in this process. */
export async function runCommand(
  { databaseUrl, dataDir = '/nowhere', clock = new DatabaseClock(), typed, piped }: CommandOptions,
  ...args: string[]
): Promise<Run> {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const printed = Promise.all([text(output), text(errors)]);
  if (typed !== undefined) input.write(`${typed}\n`);
  else input.end(piped ?? '');
  const code = await runAdmin(args, {
    databaseUrl,
    dataDir,
    clock,
    random: systemRandom,
    baseUrl: 'https://game.example',
    input,
    output,
    errors,
    log: createLog('silent'),
  });
  output.end();
  errors.end();
  const [out, err] = await printed;
  return { code, out: out.trimEnd(), err: err.trimEnd() };
}

/** Runs a command with `--json`. `Data` is the type that the test expects. */
export async function askCommand<Data>(options: CommandOptions, ...args: string[]): Promise<Printed<Data>> {
  const { code, out, err } = await runCommand(options, ...args, '--json');
  return { code, data: JSON.parse(out === '' ? err : out) as Data };
}

interface VerifyReport {
  invariants: { name: string; faults: { sentence: string }[] }[];
}

type Violations = Record<string, string[]>;

/** The violations of a report by the name of their invariant. */
function violationsIn({ invariants }: VerifyReport): Violations {
  const wrong = invariants.filter(({ faults }) => faults.length > 0);
  return Object.fromEntries(wrong.map(({ name, faults }) => [name, faults.map(({ sentence }) => sentence)]));
}

export interface AuditEntry {
  id: number;
  operator: string;
  command: string;
  target: string;
  details: Record<string, unknown>;
}

/** The commands about the world of a game, by its clock. The game may start later. */
export function commandsOf(game: Pick<TestGame, 'databaseUrl' | 'clock'>) {
  const options = (): CommandOptions => ({ databaseUrl: game.databaseUrl, clock: game.clock });
  const ask = async <Data>(...args: string[]): Promise<Data> =>
    (await askCommand<Data>(options(), ...args)).data;
  return {
    run: (...args: string[]) => runCommand(options(), ...args),
    runTyped: (typed: string, ...args: string[]) => runCommand({ ...options(), typed }, ...args),
    runPiped: (piped: string, ...args: string[]) => runCommand({ ...options(), piped }, ...args),
    /** The data that a command prints with `--json`. */
    ask,
    /** The latest entries of the audit, latest first. */
    readAudit: async () => (await ask<{ actions: AuditEntry[] }>('audit', 'list')).actions,
    findViolations: async () => violationsIn(await ask<VerifyReport>('verify')),
  };
}

/** Runs SQL on a copy of a database and verifies the copy. */
export async function verifyCopy(
  original: TestDatabase,
  sql: string,
): Promise<{ code: number; faults: Violations }> {
  const database = await copyTestDatabase(original);
  try {
    await query(database.url, sql);
    const { code, data } = await askCommand<VerifyReport>({ databaseUrl: database.url }, 'verify');
    if (!('invariants' in data)) throw new Error(JSON.stringify(data));
    return { code, faults: violationsIn(data) };
  } finally {
    await database.drop();
  }
}

/** Disables triggers and constraints, to plant rows that they would reject. */
export const unguarded = 'SET session_replication_role = replica;';

/**
 * Plants violations in copies of a database, and tests that they are reported.
 * @param planted SQL by the title of a violation, by the names of the invariants that must report it
 */
export function testViolations(
  original: TestDatabase,
  planted: Readonly<Record<string, Readonly<Record<string, string>>>>,
): void {
  const cases = Object.entries(planted).flatMap(([names, ofNames]) =>
    Object.entries(ofNames).map(([title, sql]) => [title, sql, names.split(' ')] as const),
  );
  it.each(samplesOf(cases))('is reported: %s', async (_title, sql, invariants) => {
    const { code, faults } = await verifyCopy(original, sql);
    expect([code, Object.keys(faults)]).toEqual([1, expect.arrayContaining(invariants)]);
  });
}

/** Starts a command as a process of its own. */
export function startCommand(env: Record<string, string>, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [adminProgram, ...args], {
    env: { ...process.env, BASE_URL: '', ...env },
  });
}

/** The output and exit code of a process; the code is null if a signal killed it. */
export async function endOf(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const read = (stream: Readable | null): Promise<string> =>
    stream === null ? Promise.resolve('') : text(stream);
  const [out, err, code] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
  return { code, out, err };
}
