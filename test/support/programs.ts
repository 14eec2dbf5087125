/** Programs as processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const patienceMs = 60_000;

/** The programs of the build that tests start as processes; build-dist.mjs builds them. */
export const serverProgram = 'dist/server/programs/server.js';
export const adminProgram = 'dist/server/programs/admin.js';

/** The commit that the programs name; null if they were built outside of git. */
export function readBuiltCommit(): string | null {
  return existsSync('dist/commit') ? readFileSync('dist/commit', 'utf8') : null;
}

/** A process and the lines of its output. */
export interface Running {
  child: ChildProcess;
  output: string[];
  /** Sends a signal and waits for the end. Resolves with the exit code, or null if the signal killed the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
}

/** Starts a process; resolves when its output contains `opening`, or at once without it. */
export async function run(
  program: string,
  args: string[],
  env: Record<string, string>,
  opening?: string,
): Promise<Running> {
  const child = spawn(program, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => output.push(line));
  }
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const running: Running = {
    child,
    output,
    end: async (signal) => {
      child.kill(signal);
      return (await exited)[0];
    },
  };
  if (opening === undefined) return running;
  try {
    const isOpen = (): boolean => output.some((line) => line.includes(opening));
    const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
    await until(() => isOpen() || hasEnded(), program, running);
    if (!isOpen()) throw new Error(`${program} ended: ${output.slice(-5).join('\n')}`);
  } catch (error) {
    await running.end('SIGKILL');
    throw error;
  }
  return running;
}

/** Waits until the condition holds. A timeout reports the last output of the process. */
export async function until(condition: () => unknown, what: string, running?: Running): Promise<void> {
  const limit = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > limit) {
      throw new Error(`timed out waiting for ${what}: ${running?.output.slice(-5).join('\n') ?? ''}`);
    }
    await delay(10);
  }
}
