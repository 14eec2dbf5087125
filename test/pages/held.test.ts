/** What the landing page holds for a while, so that visits cost no statements. */
import { describe, expect, it } from 'vitest';
import { TimedCache } from '../../src/pages/home/timed-cache.ts';

function countReadings(): { read: () => Promise<number> } {
  let readings = 0;
  return { read: () => Promise.resolve((readings += 1)) };
}

describe('a held value', () => {
  it('is read once until its time is over', async () => {
    const held = new TimedCache<number>(30_000);
    const { read } = countReadings();
    const values = [await held.get(0, read), await held.get(29_999, read), await held.get(30_000, read)];
    expect(values).toEqual([1, 1, 2]);
  });

  it('is read once by all who ask at the same time', async () => {
    const held = new TimedCache<number>(30_000);
    const { read } = countReadings();
    expect(await Promise.all([held.get(0, read), held.get(0, read)])).toEqual([1, 1]);
  });

  it('is read again after a reading that failed', async () => {
    const held = new TimedCache<number>(30_000);
    await expect(held.get(0, () => Promise.reject(new Error('no database')))).rejects.toThrow();
    expect(await held.get(1, () => Promise.resolve(7))).toBe(7);
  });
});
