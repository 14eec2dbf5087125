// Builds the dist folder of the package from src/client of this project: client.js, its one module, and types, unless the
// compiler is not installed or --no-types is given; and both again in `commonjs`, for programs that use `require`.
// `npm pack` runs it.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

const project = fileURLToPath(new URL('../..', import.meta.url));
const dist = fileURLToPath(new URL('dist', import.meta.url));
const tsc = join(project, 'node_modules/typescript/bin/tsc');

rmSync(dist, { recursive: true, force: true });
const commonjs = join(dist, 'commonjs');
for (const [folder, format] of [
  [dist, 'esm'],
  [commonjs, 'cjs'],
]) {
  await esbuild.build({
    absWorkingDir: project,
    entryPoints: ['src/client/client.ts'],
    outfile: join(folder, 'client.js'),
    bundle: true,
    format,
    target: 'es2022',
    packages: 'external',
  });
}
writeFileSync(join(commonjs, 'package.json'), '{ "type": "commonjs" }\n');
if (existsSync(tsc) && !process.argv.includes('--no-types')) {
  const emit = ['--noEmit', 'false', '--incremental', 'false', '--declaration', '--emitDeclarationOnly'];
  const options = [...emit, '--rewriteRelativeImportExtensions', '--outDir', join(dist, 'types')];
  // To stderr, because `npm start` may write its log to stdout.
  execFileSync(process.execPath, [tsc, '-p', 'src/client', ...options], {
    cwd: project,
    stdio: ['ignore', 2, 2],
  });
  cpSync(join(dist, 'types'), join(commonjs, 'types'), { recursive: true });
}
