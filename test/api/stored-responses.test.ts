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

it('are small', () => {
  const id = 'e75be1e5-23bf-40bd-9a89-1a22b0a824ab';
  const cost = { gold: 90, food: 50, materials: 100 };
  const times = { starts_at: '2026-11-23T07:28:38.351Z', completes_at: '2026-11-23T07:38:38.351Z' };
  const order = { id, city_id: id.replace('e7', '1f'), unit_type: 'catapults', quantity: 2, cost, ...times };
  expect(compress(JSON.stringify({ success: true, order })).length).toBeLessThan(110);
});
