// Builds the package from src/client of this project: one module, and types without zod. `npm pack` runs it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';
import ts from 'typescript';
import { printTypes } from './print-types.mjs';

const project = fileURLToPath(new URL('../..', import.meta.url));
const source = join(project, 'src/client');
const dist = fileURLToPath(new URL('dist', import.meta.url));
/** Modules whose declarations do not depend on zod. */
const plain = ['answer', 'call', 'client', 'live-events', 'live', 'picture', 'timers'];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });

await esbuild.build({
  absWorkingDir: project,
  entryPoints: ['src/client/client.ts'],
  outfile: join(dist, 'client.js'),
  bundle: true,
  format: 'esm',
  target: 'es2022',
  packages: 'external',
});

const configuration = ts.getParsedCommandLineOfConfigFile(
  join(source, 'tsconfig.json'),
  {
    noEmit: false,
    incremental: false,
    declaration: true,
    emitDeclarationOnly: true,
    tsBuildInfoFile: undefined,
  },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: (problem) => {
      throw new Error(String(problem.messageText));
    },
  },
);
const program = ts.createProgram(configuration.fileNames, configuration.options);
for (const name of plain) {
  program.emit(
    program.getSourceFile(join(source, `${name}.ts`)),
    (_path, text) => {
      const own = text
        .replaceAll(/'\.\.\/(?:contract|kernel)\/[\w-]+\.ts'/g, `'./contract.js'`)
        .replaceAll(/'(\.\/[\w-]+)\.ts'/g, `'$1.js'`);
      writeFileSync(join(dist, `${name}.d.ts`), own);
    },
    undefined,
    true,
  );
}
const { contract, routes } = printTypes(program, source);
writeFileSync(join(dist, 'contract.d.ts'), contract);
writeFileSync(join(dist, 'routes.d.ts'), routes);

const zod = plain.filter((name) => readFileSync(join(dist, `${name}.d.ts`), 'utf8').includes('zod'));
if (zod.length > 0) throw new Error(`these declarations import zod: ${zod.join(', ')}`);
