/** What an installation brings: packages that run no program of their own, and send nothing about their use. */
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
