// npm run check: types, lint, format, layers and unused code, two at a time. Prints a line per check, and the output of
// failed checks. Results of unchanged files are cached in .cache/, which can be deleted at any time. `--low-priority`
// leaves the processor to others.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const lintCaches = join(project, '.cache/lint');
const unnamedCache = join(lintCaches, 'unnamed');

/** Lists the .ts files below a folder of the project. */
function listModules(folder) {
  return readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}

/**
 * Computes a digest of all types that a file can import: the declarations of src/ from the preceding `tsc -b`, all other
 * importable modules, the packages and the compiler settings. Lint rules use types, so cached results of a file are valid
 * only while this digest is unchanged.
 */
function digestTypes() {
  const modules = ['.cache/types/src', 'src/browser', 'test', 'bench'].flatMap(listModules);
  const configurations = ['package-lock.json', 'tsconfig.json', 'tsconfig.lint.json'].map((name) =>
    join(project, name),
  );
  const digest = createHash('sha256');
  for (const path of [...modules.filter((name) => !name.endsWith('.test.ts')), ...configurations]) {
    digest.update(`${path}\0`).update(readFileSync(path)).update('\0');
  }
  return digest.digest('hex').slice(0, 16);
}

/** Runs a tool in a child process and prints its result. Returns whether it passed. */
async function run(name, tool, ...options) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(project, tool), ...options], { cwd: project });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  const code = await new Promise((resolve) => child.on('close', resolve));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${name.padEnd(8)} ${code === 0 ? 'ok' : 'FAILED'} ${seconds} s`);
  if (code !== 0) console.log(output);
  return code === 0;
}

const projects = ['.', 'src/browser', 'src/client', 'test/browser'];
const checkTypes = () => run('types', 'node_modules/typescript/bin/tsc', '-b', ...projects);

function lint(cache) {
  const options = ['--cache', '--cache-strategy', 'content', '--cache-location', cache];
  return run('lint', 'node_modules/eslint/bin/eslint.js', '.', ...options);
}

/** With a cache, types run first, because their digest selects the cache. If types fail, lint does not run. */
async function lintAfterTypes() {
  if (!(await checkTypes())) return false;
  const cache = join(lintCaches, digestTypes());
  for (const name of readdirSync(lintCaches)) {
    if (join(lintCaches, name) !== cache) rmSync(join(lintCaches, name));
  }
  return lint(cache);
}

async function checkTheRest() {
  const format = [
    '--check',
    '.',
    '--cache',
    '--cache-strategy',
    'content',
    '--cache-location',
    '.cache/format',
  ];
  const results = [
    await run('format', 'node_modules/prettier/bin/prettier.cjs', ...format),
    await run('layers', 'scripts/check-layers.mjs'),
    await run('unused', 'node_modules/knip/bin/knip.js'),
  ];
  return results.every(Boolean);
}

/** Without a cache, lint takes longer than all other checks together, so it starts immediately. */
async function checkWithoutCache() {
  mkdirSync(lintCaches, { recursive: true });
  const linted = lint(unnamedCache);
  const areTypesSound = await checkTypes();
  const isRestSound = await checkTheRest();
  const isLintSound = await linted;
  if (areTypesSound && existsSync(unnamedCache)) renameSync(unnamedCache, join(lintCaches, digestTypes()));
  else rmSync(unnamedCache, { force: true });
  return areTypesSound && isRestSound && isLintSound;
}

// The tools inherit it.
if (process.argv.includes('--low-priority')) setPriority(constants.priority.PRIORITY_LOW);
const hasCache = existsSync(lintCaches) && readdirSync(lintCaches).some((name) => name !== 'unnamed');
const isSound = hasCache
  ? (await Promise.all([lintAfterTypes(), checkTheRest()])).every(Boolean)
  : await checkWithoutCache();
process.exitCode = isSound ? 0 : 1;
