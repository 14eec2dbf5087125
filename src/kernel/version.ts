/** The version of the package, used as the version of the documents, and the commit of the build. */
import { existsSync, readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const { version } = manifest;

/** Written by scripts/build.mjs; absent without a build, as in tests. */
const commitFile = new URL('../commit', import.meta.url);

/** Null if it is unknown. */
export const commit = existsSync(commitFile) ? readFileSync(commitFile, 'utf8') : null;
