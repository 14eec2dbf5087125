// Compiles src/ to dist/, what runs in browsers included. A stamp, written last, says which sources dist/ was built from: a build that was killed
// midway leaves none. `node scripts/build.mjs` builds always; scripts/start.mjs only when the stamp is not right.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const stamp = join(dist, '.built-from');
const configurations = [
  'tsconfig.json',
  'tsconfig.build.json',
  'src/browser/tsconfig.json',
  'src/client/tsconfig.json',
  'package.json',
  'scripts/build.mjs',
];

/** Packages that browser modules import by name, and their module in node_modules. */
const vendors = {
  idiomorph: 'idiomorph/dist/idiomorph.esm.js',
  uplot: 'uplot/dist/uPlot.esm.js',
  'socket.io-client': 'socket.io/client-dist/socket.io.esm.min.js',
  '@noble/hashes/sha2.js': '@noble/hashes/sha2.js',
};
/** Imports and exports from somewhere, as compilers write them. */
const fromClause = /(\bfrom\s*|\bimport\s*\(?\s*)(["'])([^"']+)\2/g;

/** A digest of everything that decides what dist/ holds: by content, as copies and checkouts change times. */
function digestSources() {
  const digest = createHash('sha256');
  const sources = readdirSync(join(project, 'src'), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('src', name))
    .sort();
  for (const name of [...configurations, ...sources]) {
    digest
      .update(`${name}\0`)
      .update(readFileSync(join(project, name)))
      .update('\0');
  }
  return digest.digest('hex');
}

/** Whether dist/ is the whole build of the present sources; where there are none, as in a container, it is all there is. */
export function isBuilt() {
  if (!existsSync(join(project, 'src'))) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestSources();
}

/** Copies a module and what it imports beside it. */
function copyVendor(source) {
  const target = join(dist, 'vendor', basename(source));
  if (existsSync(target)) return;
  const text = readFileSync(source, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, '');
  writeFileSync(target, text);
  for (const [, , , name] of text.matchAll(fromClause)) {
    if (name.startsWith('./')) copyVendor(join(dirname(source), name));
  }
}

/** Browsers know no packages: what modules import by name is put beside them, and the names become addresses. */
function settleVendors() {
  rmSync(join(dist, 'vendor'), { recursive: true, force: true });
  mkdirSync(join(dist, 'vendor'));
  for (const module of Object.values(vendors)) copyVendor(join(project, 'node_modules', module));
  for (const file of readdirSync(join(dist, 'browser')).filter((name) => name.endsWith('.js'))) {
    const path = join(dist, 'browser', file);
    const text = readFileSync(path, 'utf8').replace(fromClause, (whole, before, quote, name) => {
      if (name.startsWith('.')) return whole;
      if (!(name in vendors))
        throw new Error(`${file} imports ${name}, which scripts/build.mjs does not know`);
      return `${before}${quote}../vendor/${basename(vendors[name])}${quote}`;
    });
    writeFileSync(path, text);
  }
}

/** Builds dist/; throws when the compiler refuses, having shown why. */
export function build() {
  const sources = digestSources();
  rmSync(stamp, { force: true });
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  // The last adds the declarations of the client, for those who write theirs with it.
  for (const configuration of [
    'tsconfig.build.json',
    'src/browser/tsconfig.json',
    'src/client/tsconfig.json',
  ]) {
    execFileSync(process.execPath, [tsc, '-p', configuration], { cwd: project, stdio: 'inherit' });
  }
  settleVendors();
  writeFileSync(stamp, sources);
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) build();
