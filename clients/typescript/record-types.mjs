// Records the types of the package, without zod, from src/client of this project; `npm run record:examples` runs it.
// They are committed, so that the package can be built without the compiler. An argument names another folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { printTypes } from './print-types.mjs';

const source = fileURLToPath(new URL('../../src/client', import.meta.url));
const folder = process.argv[2] ?? fileURLToPath(new URL('types', import.meta.url));
/** Modules whose declarations do not depend on zod. */
const plain = ['answer', 'call', 'client', 'live-events', 'live', 'picture', 'timers'];

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
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const name of plain) {
  program.emit(
    program.getSourceFile(join(source, `${name}.ts`)),
    (_path, text) => {
      if (text.includes('zod')) throw new Error(`the declarations of ${name}.ts import zod`);
      const own = text
        .replaceAll(/'\.\.\/(?:contract|kernel)\/[\w-]+\.ts'/g, `'./contract.js'`)
        .replaceAll(/'(\.\/[\w-]+)\.ts'/g, `'$1.js'`);
      writeFileSync(join(folder, `${name}.d.ts`), own);
    },
    undefined,
    true,
  );
}
const { contract, routes } = printTypes(program, source);
writeFileSync(join(folder, 'contract.d.ts'), contract);
writeFileSync(join(folder, 'routes.d.ts'), routes);
