/** The planted bugs of test/mutants: each can still be planted. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

interface Mutant {
  bug: string;
  file: string;
  find: string;
}

const { mutants } = (await import(new URL('../mutants/list.mjs', import.meta.url).href)) as {
  mutants: Mutant[];
};

it.each(mutants)('$file contains the text of "$bug" exactly once', ({ file, find }) => {
  const source = readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
  expect(source.split(find)).toHaveLength(2);
});
