/** Where this server is installed: in a clone, or as a package without sources. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isClone = existsSync(resolve(root, 'src'));

/** Absolute. */
export const environmentFile = resolve(isClone ? root : '.', '.env');

/** Unless DATA_DIR is set. Absolute. */
export const defaultDataDir = isClone ? resolve(root, '.data') : resolve('hegemon-data');

export const demoDataDir = isClone ? resolve(root, '.data/demo') : resolve('hegemon-demo');

/** npm stores what followed `npx` beside the program; null for other commands. */
function readNpxArgument(program: string): string | null {
  try {
    const [folder = ''] = program.split(/[\\/]node_modules[\\/]/);
    const text = readFileSync(join(folder, 'package.json'), 'utf8');
    const { _npx: npx } = JSON.parse(text) as { _npx?: { packages?: string[] } };
    return npx?.packages?.[0] ?? null;
  } catch {
    return null;
  }
}

/** A shell does not have the folders `.bin` that npm adds to PATH. */
function isOnPath(program: string): boolean {
  const own = realpathSync(program);
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => basename(folder) !== '.bin');
  const files = folders.map((folder) => join(folder, 'hegemon'));
  return files.some((file) => existsSync(file) && realpathSync(file) === own);
}

const quoteSpaces = (word: string): string => (/\s/.test(word) ? `"${word}"` : word);

/**
 * The result is never npx with the name of the program, for which npm would install a foreign package.
 * @param program the file that runs, as the shell found it
 */
function commandOfPackage(program: string): string {
  // Node also starts a file whose extension was left out.
  if (program.endsWith('.js') || !existsSync(program)) return `node ${quoteSpaces(program)}`;
  const argument = readNpxArgument(program);
  if (argument !== null) return `npx ${quoteSpaces(argument)}`;
  if (isOnPath(program)) return 'hegemon';
  return quoteSpaces(program);
}

export const commandOf = (program: 'demo' | 'admin' | 'bots'): string =>
  isClone ? `npm run ${program} --` : `${commandOfPackage(process.argv[1] ?? root)} ${program}`;

export const startCommand = isClone ? 'npm start' : commandOfPackage(process.argv[1] ?? root);
