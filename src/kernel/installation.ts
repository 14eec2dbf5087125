/**
 * Where this server is installed: in a clone of the project, or as a package, without sources. It decides which folder
 * holds the settings and the data, and how its programs are started.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isClone = existsSync(resolve(root, 'src'));

/** The file with settings: of the project, or of the folder in which the package is started. Absolute. */
export const environmentFile = resolve(isClone ? root : '.', '.env');

/** The folder of the embedded database unless DATA_DIR is set. Absolute. */
export const defaultDataDir = isClone ? resolve(root, '.data') : resolve('hegemon-data');

/** The folder of the demo's database. Absolute. */
export const demoDataDir = isClone ? resolve(root, '.data/demo') : resolve('hegemon-demo');

/** What follows `npx` in the command that started a program, which npm stores beside it; null for other commands. */
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

/** Whether a shell finds this program by its name. npm adds folders `.bin` to PATH, which a shell does not have. */
function isOnPath(program: string): boolean {
  const own = realpathSync(program);
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => basename(folder) !== '.bin');
  const files = folders.map((folder) => join(folder, 'hegemon'));
  return files.some((file) => existsSync(file) && realpathSync(file) === own);
}

const quoteSpaces = (word: string): string => (/\s/.test(word) ? `"${word}"` : word);

/**
 * The command that started this program. It never is npx with the name of the program, for which npm would install a
 * foreign package.
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

/** The command that starts a program of this installation; its arguments follow. */
export const commandOf = (program: 'demo' | 'admin' | 'bots'): string =>
  isClone ? `npm run ${program} --` : `${commandOfPackage(process.argv[1] ?? root)} ${program}`;

/** The command that starts the server of this installation. */
export const startCommand = isClone ? 'npm start' : commandOfPackage(process.argv[1] ?? root);
