/** The built client as a dependency: imported by package name, with types, and with socket.io-client as its only import. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';

/** Another project that depends on this one by its path. */
let consumer: string;
beforeAll(() => {
  consumer = mkdtempSync(join(inject('testServer').folder, 'consumer-'));
  mkdirSync(join(consumer, 'node_modules/@hegemon-game'), { recursive: true });
  symlinkSync(resolve('.'), join(consumer, 'node_modules/@hegemon-game/server'), 'junction');
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
});

/** Packages that a module imports by name, directly or through relative imports. */
function packagesOf(module: string, seen = new Set<string>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  return [...readFileSync(module, 'utf8').matchAll(/\bfrom\s*['"]([^'"]+)['"]|\bimport\(/g)].flatMap(
    ([match, name = match]) =>
      name.startsWith('.') ? packagesOf(join(dirname(module), name), seen) : [name],
  );
}

it('imports socket.io-client and nothing else', () => {
  expect(packagesOf(resolve('dist/client/client.js'))).toEqual(['socket.io-client']);
});

it('resolves by its package name, and runs', () => {
  const script = `import { createClient } from '@hegemon-game/server/client';
    const { error } = await createClient({ url: 'http://127.0.0.1:9', patienceMs: 0 }).readRules();
    console.log(error.code);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: consumer });
  expect(output.toString().trim()).toBe('UNREACHABLE');
});

it('includes its types, and needs no types of Node', () => {
  const source = `import { createClient, unwrap } from '@hegemon-game/server/client';
    import type { EmpireView, ErrorCode } from '@hegemon-game/server/client';
    const hegemon = createClient({ url: 'http://localhost' });
    export const view: EmpireView = unwrap(await hegemon.readEmpire('id'));
    export const level: number = unwrap(await hegemon.build('id', { type: 'farm' })).order.to_level;
    hegemon.live('id').on('empire_event', ({ event }) => {
      if (event.type === 'desertion') event.data.lost.knights.toFixed();
    });
    // @ts-expect-error There is no such building.
    void hegemon.build('id', { type: 'castle' });
    // @ts-expect-error There is no such event.
    hegemon.live('id').on('earthquake', () => undefined);
    // @ts-expect-error The listeners of a connection get its end instead.
    hegemon.live('id').on('error', () => undefined);
    void hegemon.readMap({ x: 1, y: 2 });
    // @ts-expect-error The other coordinate is missing.
    void hegemon.readMap({ x: 1 });
    // @ts-expect-error A page is a number.
    void hegemon.listEmpires({ page: '2' });
    void hegemon.splitArmy('id', { units: { soldiers: 1 } });
    // @ts-expect-error The password is missing.
    void hegemon.logIn({ username: 'name' });
    // @ts-expect-error Data comes with a success only.
    void (await hegemon.readRules()).data;
    const answer = await hegemon.readRules();
    export const code: ErrorCode | 'UNREACHABLE' | 'ABORTED' | null = answer.ok ? null : answer.error.code;`;
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
