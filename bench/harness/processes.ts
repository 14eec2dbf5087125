/** Child processes of the benchmark. However the benchmark ends, `endAll` ends those that still run, by their pids. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const running = new Set<ChildProcess>();
/** From SIGTERM to SIGKILL. */
const patienceMs = 9_000;

export interface Server {
  pid: number;
  url: string;
  child: ChildProcess;
  /** What it has written to stderr. */
  errors: () => string;
  stop: () => Promise<void>;
}

/** Registers a child, so that `endAll` ends it. */
function track(child: ChildProcess): ChildProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Ends a child and waits for its exit. */
async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  await ended;
  clearTimeout(limit);
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(endChild));
}

/**
 * Starts a Node program and waits until it prints its address.
 * @param args options of Node, the module, and its arguments
 */
export async function startServer(
  args: readonly string[],
  env: Record<string, string>,
  patience = 60_000,
): Promise<Server> {
  const child = track(
    spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      // A group of its own: Ctrl-C reaches the benchmark only, which ends its children in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    }),
  );
  let errors = '';
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  const until = performance.now() + patience;
  for (;;) {
    const url = /(http:\/\/[\d.]+:\d+)\s/.exec(output)?.[1];
    if (url !== undefined && child.pid !== undefined) {
      return { pid: child.pid, url, child, errors: () => errors, stop: () => endChild(child) };
    }
    if (hasEnded(child)) throw new Error(`${args.join(' ')} exited: ${errors}${output}`);
    if (performance.now() > until) throw new Error(`${args.join(' ')} did not start: ${errors}${output}`);
    await delay(2);
  }
}

/** Runs a program to its end and returns its output. */
export async function run(
  file: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<string> {
  const child = track(
    spawn(file, args, { env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
  );
  let output = '';
  let errors = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr?.on('data', (text: Buffer) => (errors += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${file} failed (${String(code)}): ${errors}${output}`);
  return output;
}

/** Returns the path of an installed program, or null. Postgres may keep its programs outside PATH. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/lib/postgresql/15/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}
