// Builds dist/ with esbuild: one file per module of the server, which imports its libraries from node_modules, one minified
// bundle per module of src/browser/entries, and the packages of clients/, which every server offers.
// It does not check types (npm run check does), but writes those of the client, if the compiler is installed.
// `node scripts/build.mjs` always builds, with --no-types faster. run.mjs builds only if the stamp, which is written last,
// does not match the sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const stamp = join(dist, '.built-from');
const entryFolder = join(project, 'src/browser/entries');
const configurations = [
  'tsconfig.json',
  'src/tsconfig.json',
  'src/browser/tsconfig.json',
  'src/client/tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build.mjs',
  'clients/typescript/package.json',
  'clients/typescript/build.mjs',
  'clients/typescript/pack.mjs',
  'clients/python/pyproject.toml',
  'clients/python/wheel.mjs',
];

/** Lists the modules below a folder, by their paths in the project. */
function listModules(folder, ending = '.ts') {
  return readdirSync(join(project, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

/** Computes a digest of all inputs of the build. It uses file contents, because copies and checkouts change times. */
function digestSources() {
  const digest = createHash('sha256');
  const python = listModules('clients/python/hegemon_client', '.py');
  for (const name of [...configurations, ...listModules('src'), ...python]) {
    digest
      .update(`${name}\0`)
      .update(readFileSync(join(project, name)))
      .update('\0');
  }
  return digest.digest('hex');
}

/** Whether dist/ is a complete build of the current sources. */
function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestSources();
}

/** Keeps an import in the output if `addressOf` returns an address for it, relative to the file in dist/. */
const keepImports = (addressOf) => ({
  name: 'keep-imports',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
      const address = kind === 'entry-point' ? null : addressOf(path.replace(/\.ts$/, '.js'), resolveDir);
      return address === null ? null : { path: address, external: true };
    });
  },
});

const serverOptions = () => ({
  entryPoints: listModules('src').filter((name) => !name.startsWith(join('src', 'browser'))),
  outbase: 'src',
  outdir: 'dist',
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  plugins: [keepImports((path) => path)],
});

/** Entries import the output files of other entries, so that a page has one copy of live.ts. */
const addressOfEntry = (path, folder) =>
  path.startsWith('.') && dirname(resolve(folder, path)) === entryFolder ? `./${basename(path)}` : null;

const browserOptions = () => ({
  entryPoints: listModules('src/browser/entries'),
  outdir: 'dist/browser',
  target: 'es2023',
  minify: true,
  plugins: [keepImports(addressOfEntry)],
});

/** Runs a step of the build. Prints its duration on a terminal. */
async function step(name, work) {
  const startedAt = performance.now();
  await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (process.stderr.isTTY) console.error(`Building ${name} ... ${seconds} s`);
}

/** The commit of the sources, from the environment (for containers) or from git; null outside of git. */
function readCommit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  try {
    const options = { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync(
      'git',
      ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=12'],
      options,
    ).trim();
  } catch {
    return null;
  }
}

/** Packs the clients for npm and pip. The types of the client also serve projects that install the server. */
function packClients(flags) {
  for (const script of ['clients/typescript/pack.mjs', 'clients/python/wheel.mjs'])
    execFileSync(process.execPath, [script, join(dist, 'clients'), ...flags], {
      cwd: project,
      stdio: 'pipe',
    });
  const types = join(project, 'clients/typescript/dist/types');
  if (existsSync(types)) cpSync(types, dist, { recursive: true });
}

/** Builds the server, the pages and the clients. Throws if that fails. */
async function build(flags = []) {
  // Imported here, so that a start without a build does not wait for it.
  const esbuild = await import('esbuild');
  const sources = digestSources();
  rmSync(dist, { recursive: true, force: true });
  const common = { absWorkingDir: project, bundle: true, format: 'esm' };
  const run = (options) => esbuild.build({ ...common, ...options });
  await step('the server', () => run(serverOptions()));
  await step('the pages', () => run(browserOptions()));
  // Otherwise the esbuild process would run as long as the server.
  await esbuild.stop();
  await step('the clients', () => packClients(flags));
  const commit = readCommit();
  if (commit !== null) writeFileSync(join(dist, 'commit'), commit);
  writeFileSync(stamp, sources);
}

/** Ends the process with a sentence on what failed, and what to do if a package is missing. */
export function exitBecause(sentence, error) {
  // A script of the build prints its error with a stack; one line of it is the cause.
  const [, printed] = /^\w*Error\b.*?: (.*)/m.exec(String(error.stderr ?? '')) ?? [];
  const cause = printed ?? error.message;
  const isPackageMissing = /Cannot find (?:package|module)|Could not resolve "[^."]/.test(cause);
  console.error(`${sentence} ${cause}${isPackageMissing ? '\nRun npm install first.' : ''}`);
  process.exit(1);
}

/** Builds if the sources have changed; exits the process if the build fails. Prints only to stderr. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  const reason = existsSync(dist) ? 'Sources have changed' : 'First start';
  console.error(`${reason}: building (about 10 s) ...`);
  try {
    await build();
  } catch (error) {
    exitBecause('The build failed; nothing was started.', error);
  }
}

/** For tests: builds as above, also if the types of the client are missing. */
export async function ensureBuiltWithTypes() {
  if (!existsSync(join(dist, 'client/client.d.ts'))) rmSync(stamp, { force: true });
  await ensureBuilt();
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url))
  await build(process.argv.slice(2)).catch((error) => exitBecause('The build failed.', error));
