/** Stored responses: what is compressed now can be read later. */
import { expect, it } from 'vitest';
import { compress, decompress } from '../../src/idempotency/compress.ts';

const text = '{"success":true,"message":"The session was ended"}';

it('are read back as they were, whatever characters they contain', () => {
  const long = JSON.stringify({
    name: 'Ἀθῆναι "quoted" \u{1F3DB}',
    list: Array.from({ length: 5_000 }, (_, n) => n),
  });
  for (const json of [text, '{}', long]) expect(decompress(compress(json))).toBe(json);
});

it('are still read when they were stored with the first dictionary, or as plain text', () => {
  expect(decompress('w_ApolgNyUhVKE4tLs7Mz1MoTyxWACXMFKVaAA')).toBe(text);
  expect(decompress(text)).toBe(text);
});
