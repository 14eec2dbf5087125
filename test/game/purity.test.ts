/** The core is pure: no clock, no randomness, no async code, and no imports but vocabulary, errors and time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../src/game');

/** The source of a file without its comments. */
function codeOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\/\/.*$/gm, '');
}

const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

it('finds the files of the core', () => {
  expect(sources).toEqual(expect.arrayContaining(['advance.ts', 'balance.ts', 'battle.ts', 'contact.ts']));
});

describe.each(sources)('%s', (name) => {
  const code = codeOf(name);

  it('imports only the core itself, the vocabulary, the errors and the time constants', () => {
    const imported = [...code.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
    const allowed = ['../contract/vocabulary.ts', '../kernel/errors.ts', '../kernel/time.ts'];
    expect(imported.filter((path) => !/^\.\/[\w-]+\.ts$/.test(path) && !allowed.includes(path))).toEqual([]);
  });

  it.each([
    ['the clock', /\bDate\b|\bperformance\b/],
    ['randomness', /Math\s*\.\s*random|\bcrypto\b|\bgetRandomValues\b/],
    ['async code', /\basync\b|\bawait\b|\bPromise\b|\bsetTimeout\b|\bsetInterval\b|\bqueueMicrotask\b/],
    ['the process', /\bprocess\b|\bglobalThis\b|\brequire\s*\(|\bconsole\b|\bfetch\b/],
    ['module state that a command could change', /^(?:export )?let\b/m],
  ])('does not use %s', (_name, pattern) => {
    expect(pattern.exec(code)?.[0]).toBeUndefined();
  });
});
