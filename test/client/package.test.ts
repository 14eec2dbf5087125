/** The built client as others get it: by the name of the package, with its types, and nothing to run but the socket. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';

/** A project of somebody else that depends on this one by its path. */
let consumer: string;
beforeAll(() => {
  consumer = mkdtempSync(join(inject('testServer').folder, 'consumer-'));
  mkdirSync(join(consumer, 'node_modules'));
  symlinkSync(resolve('.'), join(consumer, 'node_modules/hegemon'), 'junction');
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
});

/** What a module and all it imports of ours import by a name. */
function packagesOf(module: string, seen = new Set<string>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  return [...readFileSync(module, 'utf8').matchAll(/\bfrom\s*['"]([^'"]+)['"]|\bimport\(/g)].flatMap(
    ([whole, name = whole]) =>
      name.startsWith('.') ? packagesOf(join(dirname(module), name), seen) : [name],
  );
}

it('imports socket.io-client and nothing else', () => {
  expect(packagesOf(resolve('dist/client/client.js'))).toEqual(['socket.io-client']);
});

it('is found under its name, and runs', () => {
  const script = `import { createClient } from 'hegemon/client';
    const { error } = await createClient({ url: 'http://127.0.0.1:9', patienceMs: 0 }).readRules();
    console.log(error.code);`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: consumer });
  expect(said.toString().trim()).toBe('UNREACHABLE');
});

it('brings its types along, without those of Node', { timeout: 60_000 }, () => {
  const source = `import { createClient, unwrap } from 'hegemon/client';
    import type { EmpireView } from 'hegemon/client';
    const hegemon = createClient({ url: 'http://localhost' });
    export const view: EmpireView = unwrap(await hegemon.readEmpire('id'));
    export const level: number = unwrap(await hegemon.build('id', { type: 'farm' })).order.to_level;
    hegemon.live('id').on('empire_event', ({ event }) => {
      if (event.type === 'desertion') event.data.lost.knights.toFixed();
    });
    // @ts-expect-error There is no such building.
    void hegemon.build('id', { type: 'castle' });
    // @ts-expect-error There is no such event.
    hegemon.live('id').on('earthquake', () => undefined);`;
  writeFileSync(join(consumer, 'bot.ts'), source);
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
  };
  writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['bot.ts'] }));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const compile = () => execFileSync(process.execPath, [tsc, '-p', consumer], { encoding: 'utf8' });
  expect(compile()).toBe('');
});
