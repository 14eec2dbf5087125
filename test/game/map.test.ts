/** Tiles: distances, the edge of the world, and the nearest free tile for a capital. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalFrom } from '../../src/kernel/errors.ts';
import { axisDistance, distance, nearestFreeTile, requireInWorld } from '../../src/game/march/map.ts';
import type { Tile } from '../../src/game/types.ts';
import { at, refusal } from '../support/worlds.ts';

const radius = 100;

it('distance is Euclidean', () => {
  expect(distance(at(-1, 2), at(2, -2))).toBe(5);
});

describe('the edge of the world', () => {
  it.each([
    [radius, -radius, null],
    [radius + 1, 0, 'VALIDATION_ERROR'],
    [0, -radius - 1, 'VALIDATION_ERROR'],
  ])('%i/%i: %s', (x, y, code) => {
    expect(refusal(() => requireInWorld(at(x, y), radius, 'location'))).toBe(code);
  });

  it.each([
    ['location', 'location.y: must be from -100 to 100'],
    [null, 'y: must be from -100 to 100'],
  ])('is named with the axis: %s', (field, sentence) => {
    expect(refusalFrom(() => requireInWorld(at(0, radius + 1), radius, field))?.details).toBe(sentence);
  });
});

describe('the tile of a capital', () => {
  it.each([
    ['the requested tile if no city is near', at(7, -7), [], at(7, -7)],
    ['three tiles from another city, if wished so', at(3, 1), [at(0, 0)], at(3, 1)],
    // 2/2 is 2.83 away and blocked, 3/0 is free
    ['as far by the larger of the two axis distances', at(2, 0), [at(0, 0)], at(3, 0)],
    ['that with the smallest y among equally near ones', at(0, 0), [at(0, 0)], at(0, -3)],
    // The city at 0/-5 blocks 0/-3 and its neighbours.
    ['that with the smallest x among those of one y', at(0, 0), [at(0, 0), at(0, -5)], at(-3, 0)],
    // 3/0, -3/0, 0/3 and 0/-3 are blocked; the next are 2/3 (13), 1/3 (10) and so on: 10 with the smallest y, x
    [
      'the nearest by Euclidean distance',
      at(0, 0),
      [at(0, 0), at(-5, 0), at(5, 0), at(2, 5), at(2, -5)],
      at(-1, -3),
    ],
    ['never outside the world', at(radius, radius), [at(radius, radius)], at(radius, radius - 3)],
  ])('is %s', (_claim, wish, cities, tile) => {
    expect(nearestFreeTile(wish, cities, radius)).toEqual(tile);
  });

  it('is not two tiles from another city', () => {
    expect(nearestFreeTile(at(2, 2), [at(0, 0)], radius)).not.toEqual(at(2, 2));
  });

  it('is the first by distance, y and x of the tiles in the world and in reach that keep three from every city', () => {
    const edge = 6;
    const axis = fc.integer({ min: -edge, max: edge });
    const tile = fc.record({ x: axis, y: axis });
    const tiles = Array.from({ length: 13 * 13 }, (_, n) => at((n % 13) - edge, Math.floor(n / 13) - edge));
    const reach = fc.integer({ min: 0, max: 9 });
    fc.assert(
      fc.property(tile, fc.array(tile, { maxLength: 8 }), reach, (wish, cities, tilesAway) => {
        const [nearest = null] = tiles
          .filter((free) => cities.every((city) => axisDistance(free, city) >= 3))
          .filter((free) => distance(free, wish) <= tilesAway)
          .sort((a, b) => distance(a, wish) - distance(b, wish) || a.y - b.y || a.x - b.x);
        expect(nearestFreeTile(wish, cities, edge, tilesAway)).toEqual(nearest);
      }),
      { seed: 20_260_108, numRuns: 300 },
    );
  });

  /** Cities so dense that no tile is free except around the omitted one. */
  const crowd = (shift: number, leaveOut: Tile | null): Tile[] => {
    const cities: Tile[] = [];
    for (let y = -40; y <= 40; y += 5) {
      for (let x = -45 + shift; x <= 45; x += 5) {
        if (x !== leaveOut?.x || y !== leaveOut.y) cities.push(at(x, y));
      }
    }
    return cities;
  };

  it.each([
    ['is found 30 tiles away', 2, at(32, 0), at(30, 0)],
    ['is not searched 31 tiles away', 3, at(33, 0), null],
    ['is null if no tile is free', 0, null, null],
  ])('%s', (_claim, shift, leaveOut, tile) => {
    expect(nearestFreeTile(at(0, 0), crowd(shift, leaveOut), radius)).toEqual(tile);
  });
});
