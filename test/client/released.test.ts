/** A released package never changes: the lockfiles of its users name its hash. Every change of a client is a new version. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { expect, inject, it } from 'vitest';

const folder = mkdtempSync(join(inject('testServer').folder, 'released-'));
const packed = join(folder, 'packed');
for (const script of ['clients/typescript/pack.mjs', 'clients/python/wheel.mjs'])
  execFileSync(process.execPath, [script, packed]);

/** The contents of a package. Its bytes also depend on the version of zlib. */
function contentsOf(path: string): unknown {
  const bytes = readFileSync(path);
  return path.endsWith('.tgz') ? gunzipSync(bytes).toString('latin1') : unzipSync(bytes);
}

/** The packages of this version that were released with other contents. */
const changedSince = (released: string): string[] =>
  readdirSync(packed)
    .filter((name) => existsSync(join(released, name)))
    .filter((name) => !isDeepStrictEqual(contentsOf(join(released, name)), contentsOf(join(packed, name))));

it('has the contents of its sources; otherwise the version must rise (docs/releasing.md)', () => {
  expect(changedSince('clients/released')).toEqual([]);
});

it('is compared by its contents', () => {
  const released = join(folder, 'released');
  cpSync(packed, released, { recursive: true });
  expect(changedSince(released)).toEqual([]);
  const [archive = ''] = readdirSync(released).filter((name) => name.endsWith('.tgz'));
  writeFileSync(join(released, archive), gzipSync('another package'));
  expect(changedSince(released)).toEqual([archive]);
});
