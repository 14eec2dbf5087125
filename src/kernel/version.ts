/** The version of the package, and the commit of the build. */
import { existsSync, readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

export const { version } = manifest;

/** Written by scripts/build.mjs; absent without a build, as in tests. */
const commitFile = new URL('../commit', import.meta.url);

export const commit = existsSync(commitFile) ? readFileSync(commitFile, 'utf8') : null;

/** For people: such as `1.0.0 (1a2b3c4)`. */
export const release = commit === null ? version : `${version} (${commit})`;
