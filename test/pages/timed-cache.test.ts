/** The cache of the landing page, which saves statements. */
import { describe, expect, it } from 'vitest';
import { TimedCache } from '../../src/pages/shared/timed-cache.ts';

function countReads(): { read: () => Promise<number> } {
  let reads = 0;
  return { read: () => Promise.resolve((reads += 1)) };
}

const key = {};

describe('a cached value', () => {
  it('is read once until it expires', async () => {
    const cache = new TimedCache<number>(30_000);
    const { read } = countReads();
    const values = [
      await cache.get(key, 0, read),
      await cache.get(key, 29_999, read),
      await cache.get(key, 30_000, read),
    ];
    expect(values).toEqual([1, 1, 2]);
  });

  it('is read once for simultaneous requests', async () => {
    const cache = new TimedCache<number>(30_000);
    const { read } = countReads();
    expect(await Promise.all([cache.get(key, 0, read), cache.get(key, 0, read)])).toEqual([1, 1]);
  });

  it('is read for each key', async () => {
    const cache = new TimedCache<number>(30_000);
    const { read } = countReads();
    expect([await cache.get(key, 0, read), await cache.get({}, 0, read)]).toEqual([1, 2]);
  });

  it('is read again after a failed read', async () => {
    const cache = new TimedCache<number>(30_000);
    await expect(cache.get(key, 0, () => Promise.reject(new Error('no database')))).rejects.toThrow();
    expect(await cache.get(key, 1, () => Promise.resolve(7))).toBe(7);
  });

  it('stays when an older read fails late', async () => {
    const cache = new TimedCache<number>(30_000);
    let fail = (): void => undefined;
    const failing = new Promise<number>((_resolve, reject) => {
      fail = () => {
        reject(new Error('no database'));
      };
    });
    const older = cache.get(key, 0, () => failing);
    await cache.get(key, 30_000, () => Promise.resolve(7));
    fail();
    await expect(older).rejects.toThrow();
    expect(await cache.get(key, 30_001, () => Promise.resolve(8))).toBe(7);
  });
});
