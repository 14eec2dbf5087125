/** The reads that requests for the landing page share, which saves statements. */
import { describe, expect, it } from 'vitest';
import { shareReads } from '../../src/pages/shared/shared-reads.ts';
import type { Services } from '../../src/world/services.ts';
import { the } from '../support/worlds.ts';

const pool = {};
const at = (now: number, world: object = pool): Services =>
  ({ pool: world, clock: { now: () => now } }) as Services;

/** A shared read of 30 seconds that counts its runs. */
function countReads(): (services: Services) => Promise<number> {
  let reads = 0;
  return shareReads(30_000, () => Promise.resolve((reads += 1)));
}

describe('a shared read', () => {
  it('runs once until its value expires', async () => {
    const read = countReads();
    expect([await read(at(0)), await read(at(29_999)), await read(at(30_000))]).toEqual([1, 1, 2]);
  });

  it('runs once for simultaneous requests', async () => {
    const read = countReads();
    expect(await Promise.all([read(at(0)), read(at(0))])).toEqual([1, 1]);
  });

  it('runs for each world', async () => {
    const read = countReads();
    expect([await read(at(0)), await read(at(0, {}))]).toEqual([1, 2]);
  });

  it('runs again after a failure', async () => {
    const results = [() => Promise.reject(new Error('no database')), () => Promise.resolve(7)];
    const read = shareReads(30_000, () => the(results.shift())());
    await expect(read(at(0))).rejects.toThrow('no database');
    expect(await read(at(1))).toBe(7);
  });

  it('keeps its value when an older run fails late', async () => {
    let fail = (): void => undefined;
    const failing = new Promise<number>((_resolve, reject) => {
      fail = () => reject(new Error('no database'));
    });
    const results = [failing, Promise.resolve(7), Promise.resolve(8)];
    const read = shareReads(30_000, () => the(results.shift()));
    const older = read(at(0));
    await read(at(30_000));
    fail();
    await expect(older).rejects.toThrow();
    expect(await read(at(30_001))).toBe(7);
  });
});
