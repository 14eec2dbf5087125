/** Clients that others generate from the OpenAPI document compile strictly, and one of them plays. */
import { execFile } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { readDocuments } from '../support/documents.ts';
import { useTestGame } from '../support/game.ts';

const run = promisify(execFile);
const packages = resolve('node_modules');

const game = useTestGame();
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(inject('testServer').folder, 'generated-'));
  symlinkSync(packages, join(folder, 'node_modules'), 'junction');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { openapi } = await readDocuments(game);
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi));
});

async function runNode(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}

/** Returns the errors of the compiler. Generated code imports without extensions, as bundlers allow. */
function compile(...files: string[]): Promise<string> {
  const compilerOptions = {
    ...{
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
    },
    ...{ types: [], strict: true, skipLibCheck: false, noEmit: true },
  };
  const path = join(folder, `tsconfig.${files[0]?.replace(/\W/g, '-') ?? ''}.json`);
  writeFileSync(path, JSON.stringify({ compilerOptions, files }));
  return runNode(join(packages, 'typescript/bin/tsc'), '-p', path);
}

describe('generated clients', () => {
  it('of openapi-typescript compile', async () => {
    await runNode(join(packages, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'types.ts');
    const uses = `import type { components, operations } from './types';
      export const type: components['schemas']['BuildingType'] = 'farm';
      export const order: operations['build']['requestBody']['content']['application/json'] = { type, quantity: 1 };
      export const full: components['schemas']['Moments'] = { gold: null, food: null, materials: null };`;
    writeFileSync(join(folder, 'uses.ts'), uses);
    expect(await compile('uses.ts')).toBe('');
  });

  it('of swagger-typescript-api compile', async () => {
    const generator = join(packages, 'swagger-typescript-api/dist/cli.mjs');
    await runNode(generator, 'generate', '-p', 'openapi.json', '-o', '.', '-n', 'swagger.ts');
    expect(await compile('swagger.ts')).toBe('');
  });

  it('of @hey-api/openapi-ts compile and play', async () => {
    const generator = join(packages, '@hey-api/openapi-ts/bin/run.js');
    await runNode(generator, '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch');
    const program = `
      import { client } from './hey/client.gen';
      import { build, foundEmpire, listCities, logIn, readEmpire, register } from './hey';
      const password = 'made of bronze';
      const body = { username: 'Hey', email: 'hey@example.org', password, confirm_password: password };
      client.setConfig({ baseUrl: '${game.url}', throwOnError: true });
      await register({ body });
      const login = await logIn({ body: { username: 'Hey', password }, throwOnError: true });
      client.setConfig({ auth: () => login.data.token });
      const founding = { name: 'Generated', starting_location: { x: 0, y: 0 } };
      const { data: founded } = await foundEmpire({ body: founding, throwOnError: true });
      const path = { empire_id: founded.empire.id };
      const { data: { cities } } = await listCities({ path, throwOnError: true });
      const [capital] = cities;
      if (capital === undefined) throw new Error('no city');
      const ordered = await build({ path: { city_id: capital.id }, body: { type: 'farm' }, throwOnError: true });
      const { data: empire } = await readEmpire({ path, throwOnError: true });
      const level: number = ordered.data.order.to_level;
      const full: string | null = empire.full_at.gold;
      export {};
      // @ts-expect-error There is no such building.
      void (() => build({ path: { city_id: capital.id }, body: { type: 'castle' } }));
      console.log(empire.name, ordered.data.building.type, level, typeof full);`;
    writeFileSync(join(folder, 'play.ts'), program);
    expect(await compile('play.ts')).toBe('');
    expect(await runNode(join(packages, 'tsx/dist/cli.mjs'), 'play.ts')).toMatch(/^Generated farm \d+ /);
  });
});
