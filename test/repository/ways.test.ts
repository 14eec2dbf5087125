/** docs/ways.md names the files that an order, a read and a contact pass through. The ways stay short. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Stop {
  path: string;
  begins: boolean;
}

/** The sections of the page, by the first word of their heading after the article. */
const ways = new Map(
  read('docs/ways.md')
    .split(/^## /m)
    .slice(1)
    .map((section): [string, Stop[]] => [
      section.split(/[ :]/)[1] ?? '',
      [...section.matchAll(/^\d+\. `(\S+)`( begins)?/gm)].map(([, path = '', begins]) => ({
        path,
        begins: begins !== undefined,
      })),
    ]),
);

/** The modules of the project that a file imports. */
const importsOf = (path: string): string[] =>
  [...read(path).matchAll(/from '(\.[^']+)'/g)].map(([, module = '']) =>
    relative(root, resolve(root, dirname(path), module)),
  );

describe.each([
  { name: 'order', files: 20, lines: 2_450 },
  { name: 'read', files: 8, lines: 1_000 },
  { name: 'contact', files: 24, lines: 2_800 },
])('the way of an $name', ({ name, files, lines }) => {
  const stops = ways.get(name) ?? [];

  it('is a chain of imports', () => {
    const lost = stops.filter(
      ({ path, begins }, index) =>
        !begins && !stops.slice(0, index).some((before) => importsOf(before.path).includes(path)),
    );
    expect([stops.length > 0, lost]).toEqual([true, []]);
  });

  it('is short', () => {
    const length = stops.reduce((sum, { path }) => sum + read(path).split('\n').length - 1, 0);
    expect(stops.length).toBeLessThanOrEqual(files);
    expect(length).toBeLessThanOrEqual(lines);
  });
});
