/** Tiles: distances, the edge of the world, and the nearest free tile for a capital. */
import { describe, expect, it } from 'vitest';
import { distance, nearestFreeTile, requireInWorld } from '../../src/game/map.ts';
import type { Tile } from '../../src/game/types.ts';
import { refusal } from '../support/worlds.ts';

const radius = 100;
const at = (x: number, y: number): Tile => ({ x, y });

it('distance is Euclidean', () => {
  expect(distance(at(-1, 2), at(2, -2))).toBe(5);
});

describe('the edge of the world', () => {
  it.each([
    [radius, -radius, null],
    [radius + 1, 0, 'VALIDATION_ERROR'],
    [0, -radius - 1, 'VALIDATION_ERROR'],
  ])('%i/%i: %s', (x, y, code) => {
    expect(
      refusal(() => {
        requireInWorld(at(x, y), radius, 'location');
      }),
    ).toBe(code);
  });
});

describe('the tile of a capital', () => {
  it('is the requested tile if no city is near', () => {
    expect(nearestFreeTile(at(7, -7), [], radius)).toEqual(at(7, -7));
  });

  it('may be three tiles from another city', () => {
    expect(nearestFreeTile(at(3, 1), [at(0, 0)], radius)).toEqual(at(3, 1));
  });

  it('is not two tiles from another city', () => {
    expect(nearestFreeTile(at(2, 2), [at(0, 0)], radius)).not.toEqual(at(2, 2));
  });

  it('counts the larger of the two axis distances, not the Euclidean one', () => {
    // 2/2 is 2.83 away and blocked, 3/0 is free
    expect(nearestFreeTile(at(2, 0), [at(0, 0)], radius)).toEqual(at(3, 0));
  });

  it('has the smallest y among equally near tiles', () => {
    expect(nearestFreeTile(at(0, 0), [at(0, 0)], radius)).toEqual(at(0, -3));
  });

  it('has the smallest x among equally near tiles with the same y', () => {
    // The city at 0/-5 blocks 0/-3 and its neighbours.
    expect(nearestFreeTile(at(0, 0), [at(0, 0), at(0, -5)], radius)).toEqual(at(-3, 0));
  });

  it('is the nearest by Euclidean distance', () => {
    // 3/0, -3/0, 0/3 and 0/-3 are blocked; the next are 2/3 (13), 1/3 (10) and so on: 10 with the smallest y, x
    const cities = [at(0, 0), at(-5, 0), at(5, 0), at(2, 5), at(2, -5)];
    expect(nearestFreeTile(at(0, 0), cities, radius)).toEqual(at(-1, -3));
  });

  it('is never outside the world', () => {
    expect(nearestFreeTile(at(radius, radius), [at(radius, radius)], radius)).toEqual(at(radius, radius - 3));
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

  it('is found 30 tiles away', () => {
    expect(nearestFreeTile(at(0, 0), crowd(2, at(32, 0)), radius)).toEqual(at(30, 0));
  });

  it('is not searched 31 tiles away', () => {
    expect(nearestFreeTile(at(0, 0), crowd(3, at(33, 0)), radius)).toBeNull();
  });

  it('is null if no tile is free', () => {
    expect(nearestFreeTile(at(0, 0), crowd(0, null), radius)).toBeNull();
  });
});
