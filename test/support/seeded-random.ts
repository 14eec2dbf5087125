/** Chance that repeats: the same seed gives the same ids and bytes. */
import { createHash } from 'node:crypto';
import type { Random } from '../../src/kernel/random.ts';

export function createSeededRandom(seed: number): Random {
  let calls = 0;
  const bytes = (count: number): Buffer => {
    const call = (calls += 1);
    const blocks = Array.from({ length: Math.ceil(count / 32) }, (_, block) =>
      createHash('sha256').update(`${seed}:${call}:${block}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, count);
  };
  const uuid = (): string =>
    bytes(16)
      .toString('hex')
      .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
  return { bytes, uuid };
}
