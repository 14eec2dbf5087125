/** Rule 1 of ARCHITECTURE.md: only the save writes the tables of the world, but for the few files that the rule names. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const writes =
  /(INSERT INTO|UPDATE|DELETE FROM)\s+(empires|cities|armies|battles|seats|\$\{table\})(?![\w.])/;

it('lists every writer of the world', () => {
  const writers = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path}`)
    .filter((path) => writes.test(readFileSync(new URL(path, root), 'utf8')));
  expect(writers.sort()).toEqual([
    'src/admin/world/restore.ts',
    'src/db/cleaning.ts', // battles that were called off
    'src/world/rows/save-statements.ts',
    'src/world/save.ts',
  ]);
});
