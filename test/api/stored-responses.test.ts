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

it.each([
  ['an id and a time', '{"id":"e75be1e5-23bf-40bd-9a89-1a22b0a824ab","at":"2026-11-23T07:28:38.351Z"}', 40],
  ['the first and the last time', '["1970-01-01T00:00:00.000Z","9999-12-31T23:59:59.999Z"]', 25],
  [
    'days that do not exist',
    '["2026-02-30T00:00:00.000Z","2026-99-99T99:99:99.999Z","1969-12-31T00:00:00.000Z"]',
    100,
  ],
  ['almost ids', '["E75BE1E5-23BF-40BD-9A89-1A22B0A824AB","e75be1e5-23bf-40bd-9a89-1a22b0a824a"]', 100],
  ['control characters', JSON.stringify('\u0001\u0002'), 20],
])('are read back with %s', (_what, json, maxBytes) => {
  const stored = compress(json);
  expect(decompress(stored)).toBe(json);
  expect(stored.length).toBeLessThan(maxBytes);
});
