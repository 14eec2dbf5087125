// Makes the types of the package, without zod, from src/client of this project. They are committed, so that the package
// can be built without the compiler; test/client/recorded-types.test.ts records them.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { printTypes } from './print-types.mjs';

const source = fileURLToPath(new URL('../../src/client', import.meta.url));
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

/**
 * @param documents both API documents of a server
 * @returns the text of each file, by its name
 */
export function makeTypes(documents) {
  const program = ts.createProgram(configuration.fileNames, configuration.options);
  const files = {};
  for (const name of plain) {
    program.emit(
      program.getSourceFile(join(source, `${name}.ts`)),
      (_path, text) => {
        if (text.includes('zod')) throw new Error(`the declarations of ${name}.ts import zod`);
        files[`${name}.d.ts`] = text
          .replaceAll(/'\.\.\/(?:contract|kernel)\/[\w-]+\.ts'/g, `'./contract.js'`)
          .replaceAll(/'(\.\/[\w-]+)\.ts'/g, `'$1.js'`);
      },
      undefined,
      true,
    );
  }
  const { contract, routes } = printTypes(program, source, documents);
  return { ...files, 'contract.d.ts': contract, 'routes.d.ts': routes };
}
