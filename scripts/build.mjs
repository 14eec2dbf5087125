// Builds dist/ with esbuild: each module of the server as a file, and one minified bundle for each module of src/browser/entries.
// Types are not checked here (npm run check). `node scripts/build.mjs` builds always and writes the client's declarations too, unless
// --no-types is given; start.mjs and run.mjs build only what runs, and only if the stamp, written last, does not match the sources.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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
  'package.json',
  'scripts/build.mjs',
];

/** The modules below a folder of the project, by their paths in it. */
function listModules(folder) {
  return readdirSync(join(project, folder), { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .sort();
}

/** A digest of everything that decides what dist/ holds: by content, as copies and checkouts change times. */
function digestSources() {
  const digest = createHash('sha256');
  for (const name of [...configurations, ...listModules('src')]) {
    digest
      .update(`${name}\0`)
      .update(readFileSync(join(project, name)))
      .update('\0');
  }
  return digest.digest('hex');
}

/** Whether dist/ is the whole build of the present sources. Without sources, as in a container, it is all there is. */
function isBuilt() {
  if (!existsSync(join(project, 'src'))) return true;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digestSources();
}

/** Leaves those imports to whoever loads the file for which `addressOf` knows an address, beside the file, in dist/. */
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

/** Entries import each other as the files they become, so that a page has one copy of live.ts. */
const addressOfEntry = (path, folder) =>
  path.startsWith('.') && dirname(resolve(folder, path)) === entryFolder ? `./${basename(path)}` : null;

const browserOptions = () => ({
  entryPoints: listModules('src/browser/entries'),
  outdir: 'dist/browser',
  target: 'es2023',
  minify: true,
  plugins: [keepImports(addressOfEntry)],
});

/** Does one part of the build; says how long it took where somebody watches. */
async function step(name, work) {
  const startedAt = performance.now();
  await work();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (process.stderr.isTTY) console.error(`Building ${name} ... ${seconds} s`);
}

/** Builds what runs; throws when a source cannot be built, having shown why. */
async function build() {
  // The image of a container holds this file, but not the packages that build.
  const esbuild = await import('esbuild');
  const sources = digestSources();
  rmSync(dist, { recursive: true, force: true });
  const common = { absWorkingDir: project, bundle: true, format: 'esm' };
  await step('the server', () => esbuild.build({ ...common, ...serverOptions() }));
  await step('the pages', () => esbuild.build({ ...common, ...browserOptions() }));
  // Its process would live as long as the server does.
  await esbuild.stop();
  writeFileSync(stamp, sources);
}

/** Writes the types of hegemon/client, for projects that use it. */
function declareClient() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const emit = [
    '--noEmit',
    'false',
    '--incremental',
    'false',
    '--declaration',
    '--emitDeclarationOnly',
    '--rewriteRelativeImportExtensions',
  ];
  execFileSync(process.execPath, [tsc, '-p', 'src/client', ...emit], { cwd: project, stdio: 'inherit' });
}

/** Builds if the sources have changed; ends the process when that fails. Prints to the error output alone. */
export async function ensureBuilt() {
  if (isBuilt()) return;
  console.error('Building, as the sources have changed ...');
  try {
    await build();
  } catch {
    console.error('The build failed; nothing was started.');
    process.exit(1);
  }
}

/** For tests: builds as above, and writes the types of hegemon/client where they are missing. */
export async function ensureBuiltWithTypes() {
  await ensureBuilt();
  if (!existsSync(join(dist, 'client/client.d.ts'))) declareClient();
}

if (realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)) {
  await build();
  if (!process.argv.includes('--no-types')) await step('the types of the client', declareClient);
}
