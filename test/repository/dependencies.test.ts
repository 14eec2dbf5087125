/** What an installation brings: packages that run no program of their own, and send nothing about their use. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Lock {
  packages: Record<string, { hasInstallScript?: true; link?: true; resolved?: string }>;
}
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const { packages } = read('package-lock.json') as Lock;

it('every package with an install script is in allowScripts, which allows none', () => {
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> };
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript);
  const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''));
  expect(names).toContain('esbuild');
  expect(names.filter((name) => allowScripts[name] !== false)).toEqual([]);
  expect(Object.values(allowScripts)).not.toContain(true);
});

it('the telemetry package is replaced by an empty one, wherever it is', () => {
  const found = Object.entries(packages).filter(([path]) => path.endsWith('node_modules/@scarf/scarf'));
  expect(found.map(([, { link, resolved }]) => [link, resolved])).toEqual([[true, 'scripts/no-telemetry']]);
});

it('no document, page or program names a package that a public registry would have to provide', () => {
  const folders = ['*.md', 'src', 'views', 'documents', 'clients'];
  const paths = execFileSync('git', ['ls-files', '-z', ...folders])
    .toString()
    .split('\0')
    .filter(Boolean);
  const command = /(?:^|[`'"]|&& |\/)(npx|npm (?:exec|i|install)|pip install)(?: -[^\s`'"]+)* ([^\s`'"]+)/gm;
  const found = paths.flatMap((path) => [...readFileSync(path, 'utf8').matchAll(command)]);
  const names = found.map(([, program, name]) => `${program} ${name}`);
  expect(names).toContain('npx ./hegemon-game-server-*.tgz');
  // Files, addresses, what a program inserts, no name at all, and the development dependencies of a clone.
  const isOwn = / (?:\.\.?\/|https?:|\$\{|&&|-|(?:vitest|tsc)$)/;
  expect(names.filter((name) => !isOwn.test(name))).toEqual([]);
});
