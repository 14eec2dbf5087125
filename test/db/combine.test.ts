/** Lookups of a crowd share batches. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { combine } from '../../src/db/combine.ts';
import { machineTime } from '../../src/kernel/clock.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lookup that answers at once, and the batches that it was asked for. */
function createLookup(pauseMs?: number) {
  const batches: (readonly number[])[] = [];
  const lookup = combine(
    (keys: readonly number[]) => {
      batches.push(keys);
      return Promise.resolve(keys.map((key) => (key < 0 ? null : 2 * key)));
    },
    pauseMs === undefined ? null : { ms: pauseMs, time: machineTime },
  );
  return { batches, lookup };
}

it('combines lookups of the same turn, and repeats none', async () => {
  const { batches, lookup } = createLookup();
  const found = [lookup(1), lookup(-1), lookup(1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(await Promise.all(found)).toEqual([2, null, 2]);
  const again = lookup(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(await again).toBe(2);
  expect(batches).toEqual([[1, -1, 1], [1]]);
});

it('waits for those that follow within the pause', async () => {
  const { batches, lookup } = createLookup(20);
  const found = [];
  for (const key of [1, 2, 3]) {
    found.push(lookup(key));
    await vi.advanceTimersByTimeAsync(6);
  }
  expect(batches).toEqual([]);
  await vi.advanceTimersByTimeAsync(2);
  expect(await Promise.all(found)).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});
