/** The built client as a dependency of a project that depends on this one by its path: imported by package name. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';

it('resolves by its package name, and runs', () => {
  const consumer = mkdtempSync(join(inject('testServer').folder, 'consumer-'));
  mkdirSync(join(consumer, 'node_modules/@hegemon-game'), { recursive: true });
  symlinkSync(resolve('.'), join(consumer, 'node_modules/@hegemon-game/server'), 'junction');
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
  const script = `import { createClient } from '@hegemon-game/server/client';
    const { error } = await createClient({ url: 'http://127.0.0.1:9', patienceMs: 0 }).readRules();
    console.log(error.code);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: consumer });
  expect(output.toString().trim()).toBe('UNREACHABLE');
});
