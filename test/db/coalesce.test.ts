/** Lookups of a crowd share batches. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { coalesce } from '../../src/db/coalesce.ts';
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
  const lookup = coalesce(
    (keys: readonly number[]) => {
      batches.push(keys);
      return Promise.resolve(keys.map((key) => 2 * key));
    },
    pauseMs === undefined ? null : { ms: pauseMs, time: machineTime },
  );
  return { batches, lookup };
}

it('starts a batch in the turn of its first lookup', async () => {
  const { batches, lookup } = createLookup();
  for (const key of [1, 2]) {
    const found = lookup(key);
    await vi.advanceTimersByTimeAsync(0);
    expect(await found).toBe(2 * key);
  }
  expect(batches).toEqual([[1], [2]]);
});

it('lets lookups soon after another one wait for each other', async () => {
  const { batches, lookup } = createLookup(20);
  const found = [lookup(1)];
  await vi.advanceTimersByTimeAsync(0);
  expect(batches).toEqual([[1]]);
  for (const key of [2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(5);
    found.push(lookup(key));
  }
  await vi.advanceTimersByTimeAsync(4);
  expect(batches).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(batches).toEqual([[1], [2, 3, 4]]);
  expect(await Promise.all(found)).toEqual([2, 4, 6, 8]);
});

it('lets a lookup that comes later than the pause wait for nothing', async () => {
  const { batches, lookup } = createLookup(20);
  for (const key of [1, 2]) {
    const found = lookup(key);
    await vi.advanceTimersByTimeAsync(0);
    expect(await found).toBe(2 * key);
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(batches).toEqual([[1], [2]]);
});
