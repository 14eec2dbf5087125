/** Names that follow from the tile: of seats, and of the first cities of a region. */
import { expect, it } from 'vitest';
import { defaultCityName } from '../../src/city/city-names.ts';
import { seatName } from '../../src/pages/shared/formatters.ts';

it('seats that keep apart have different names within a region, of which each stays the same', () => {
  expect(seatName({ x: 0, y: 0 })).toBe('Seat of Megaresos');
  expect(seatName({ x: -1, y: -1 })).not.toBe('Seat of Megaresos');
  const names = new Set<string>();
  for (let x = 0; x < 48; x += 3) for (let y = 0; y < 48; y += 3) names.add(seatName({ x, y }));
  expect(names.size).toBe(256);
});

it('the default names of cities that keep apart differ within a region, also west and south of the centre', () => {
  for (const [left, bottom] of [
    [0, 0],
    [-48, -96],
  ] as const) {
    const names = new Set<string>();
    for (let x = left; x < left + 48; x += 3)
      for (let y = bottom; y < bottom + 48; y += 3) names.add(defaultCityName({ x, y }, []));
    expect(names.size).toBe(256);
  }
});

it('a second city of an empire has another name than its first', () => {
  const name = defaultCityName({ x: 0, y: 0 }, []);
  expect(defaultCityName({ x: 0, y: 0 }, [{ name }])).not.toBe(name);
});
