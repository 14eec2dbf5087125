/**
 * Where this server is installed: in a clone of the project, or as a package, without sources. It decides which folder
 * holds the settings and the data, and how its programs are started.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isClone = existsSync(resolve(root, 'src'));

/** The file with settings: of the project, or of the folder in which the package is started. Absolute. */
export const environmentFile = resolve(isClone ? root : '.', '.env');

/** The folder of the embedded database unless DATA_DIR is set. Absolute. */
export const defaultDataDir = isClone ? resolve(root, '.data') : resolve('hegemon-data');

/** The folder of the demo's database. Absolute. */
export const demoDataDir = isClone ? resolve(root, '.data/demo') : resolve('hegemon-demo');

/** The command that starts a program of this installation; its arguments follow. */
export const commandOf = (program: 'demo' | 'admin' | 'bots'): string =>
  isClone ? `npm run ${program} --` : `npx hegemon ${program}`;
