/** The operator's command line in the tests: run in this process, or as the process it is. */
import { spawn, type ChildProcess } from 'node:child_process';
import { PassThrough, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runAdmin } from '../../src/admin/program.ts';
import { DatabaseClock, type Clock } from '../../src/kernel/clock.ts';
import { createLog } from '../../src/kernel/log.ts';
import { adminProgram } from './programs.ts';

export interface Run {
  code: number;
  out: string;
  err: string;
}

/** What was printed with `--json`, on either output. */
export interface Printed<Data> {
  code: number;
  data: Data;
}

interface Circumstances {
  databaseUrl: string | null;
  dataDir?: string;
  /** The clock of the game's instances, where a test moves it. */
  clock?: Clock;
  /** What somebody types at a terminal; undefined: nobody is there. */
  typed?: string;
  /** What comes through a pipe. */
  piped?: string;
}

/** Runs a command in this process. */
export async function runCommand(
  { databaseUrl, dataDir = '/nowhere', clock = new DatabaseClock(), typed, piped }: Circumstances,
  ...args: string[]
): Promise<Run> {
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined });
  const [output, errors] = [new PassThrough(), new PassThrough()];
  const said = Promise.all([text(output), text(errors)]);
  if (typed !== undefined) input.write(`${typed}\n`);
  else input.end(piped ?? '');
  const code = await runAdmin(args, {
    ...{ databaseUrl, dataDir, clock },
    ...{ input, output, errors, log: createLog('silent') },
  });
  output.end();
  errors.end();
  const [out, err] = await said;
  return { code, out: out.trimEnd(), err: err.trimEnd() };
}

/** The same with `--json`; `Data` is what the test expects to be printed. */
export async function askCommand<Data>(
  circumstances: Circumstances,
  ...args: string[]
): Promise<Printed<Data>> {
  const { code, out, err } = await runCommand(circumstances, ...args, '--json');
  return { code, data: JSON.parse(out === '' ? err : out) as Data };
}

/** Starts a command as a process of its own. */
export function startCommand(env: Record<string, string>, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [adminProgram, ...args], {
    env: { ...process.env, BASE_URL: '', ...env },
  });
}

/** How a process ended: null where it was killed. */
export async function endOf(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = (stream: Readable | null): Promise<string> =>
    stream === null ? Promise.resolve('') : text(stream);
  const [out, err, code] = await Promise.all([said(child.stdout), said(child.stderr), ended]);
  return { code, out, err };
}
