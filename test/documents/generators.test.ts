/** The types that openapi-typescript generates from the OpenAPI document compile strictly. */
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { readDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';

const run = promisify(execFile);
const packages = resolve('node_modules');
const game = useTestGame();

it('makes types that others can generate and use', async () => {
  const folder = mkdtempSync(join(inject('testServer').folder, 'generated-'));
  /** Runs a program of a package. Returns what it prints, also when it fails. */
  const runProgram = async (path: string, ...args: string[]): Promise<string> => {
    const program = [join(packages, path), ...args];
    const { stdout } = await run(process.execPath, program, { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    return stdout;
  };
  const { openapi } = await readDocuments(game);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi));
  await runProgram('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts');
  const uses = `import type { components, operations } from './types';
    export const type: components['schemas']['BuildingType'] = 'farm';
    export const order: operations['build']['requestBody']['content']['application/json'] = { type, quantity: 1 };
    export const full: components['schemas']['Moments'] = { gold: null, food: null, materials: null };
    // @ts-expect-error There is no such building.
    export const castle: components['schemas']['BuildingType'] = 'castle';`;
  writeFileSync(join(folder, 'uses.ts'), uses);
  // Generated code imports without extensions, as bundlers allow.
  const compilerOptions = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2023', lib: ['es2023', 'dom'], types: [] },
    ...{ strict: true, skipLibCheck: false, noEmit: true },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['uses.ts'] }));
  expect(await runProgram('typescript/bin/tsc', '-p', '.')).toBe('');
});
