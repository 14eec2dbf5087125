/**
 * Runs the Postgres programs, under another account if this process is root (Postgres refuses root), and inspects
 * processes by pid. Each program gets its own process group: Ctrl-C in the terminal must not stop the database before
 * the server has drained.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'node:path';

/** An operating system account. In parameters and members, null means the account of this process. */
export interface Account {
  uid: number;
  gid: number;
}

export interface ProgramResult {
  /** null: the program did not start or was killed. */
  code: number | null;
  output: string;
}

/** The environment of the programs. It excludes settings, secrets, and variables such as PGDATA. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TEMP', 'TMP', 'USERPROFILE'];
  const entries = names.flatMap((name) => (name in process.env ? [[name, process.env[name]]] : []));
  return { ...Object.fromEntries(entries), LC_ALL: 'C', TZ: 'UTC' } as NodeJS.ProcessEnv;
}

/**
 * Runs a program to its end. Never rejects: a program that does not start has code null.
 * @param quiet discards its output; needed for a program that leaves a server running
 */
export function run(file: string, args: string[], as: Account | null, quiet = false): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      // A folder that every account can enter.
      cwd: parse(process.cwd()).root,
      env: environment(),
      detached: true,
      windowsHide: true,
      stdio: quiet ? 'ignore' : ['ignore', 'pipe', 'pipe'],
      // Node expects ids above 2^31 (`nobody` on macOS) as negative numbers.
      ...(as === null ? {} : { uid: as.uid | 0, gid: as.gid | 0 }),
    });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.once('error', (error) => resolve({ code: null, output: error.message }));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Whether a process with this pid exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns the program of a process and, except on Windows, its arguments; empty if unknown. */
export async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'win32') {
    return (await run('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], null)).output;
  }
  if (existsSync('/proc/self/cmdline')) {
    const file = `/proc/${pid}/cmdline`;
    return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\0', ' ') : '';
  }
  return (await run('ps', ['-p', String(pid), '-o', 'args='], null)).output;
}
