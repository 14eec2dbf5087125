/** The committed types of the client's package are those of its sources. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';

const recorded = 'clients/typescript/types';
const readAll = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

it('are up to date; otherwise run npm run record:examples', () => {
  const folder = mkdtempSync(join(inject('testServer').folder, 'types-'));
  execFileSync(process.execPath, ['clients/typescript/record-types.mjs', folder]);
  expect(readAll(folder)).toEqual(readAll(recorded));
});
