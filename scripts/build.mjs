// Compiles src/ to dist/. A stamp, written last, says which sources dist/ was built from: a build that was killed
// midway leaves none. `node scripts/build.mjs` builds always; scripts/start.mjs only when the stamp is not right.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const stamp = join(dist, '.built-from');

/** A digest of everything that decides what dist/ holds: by content, as copies and checkouts change times. */
function digestSources() {
  const digest = createHash('sha256');
  const sources = readdirSync(join(project, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .sort();
  for (const name of ['tsconfig.json', 'tsconfig.build.json', 'package.json', ...sources]) {
    digest
      .update(`${name}\0`)
      .update(readFileSync(join(project, name)))
      .update('\0');
  }
  return digest.digest('hex');
}

/** Whether dist/ is the whole build of the present sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestSources();
}

/** Builds dist/; throws when the compiler refuses, having shown why. */
export function build() {
  const sources = digestSources();
  rmSync(stamp, { force: true });
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: project, stdio: 'inherit' });
  writeFileSync(stamp, sources);
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) build();
