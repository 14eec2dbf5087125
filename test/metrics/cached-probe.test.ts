/** A look that many share: at most one under way, and nobody waits longer than is borne. */
import { expect, it } from 'vitest';
import { createCachedProbe } from '../../src/kernel/cached-probe.ts';

const soon = { freshMs: 60_000, patienceMs: 20 };

it('is shared by whoever asks while it is under way', async () => {
  let looks = 0;
  const probe = createCachedProbe(() => Promise.resolve((looks += 1)), soon);
  expect([await Promise.all([probe(), probe(), probe()]), looks]).toEqual([[1, 1, 1], 1]);
});

it('is kept for a while', async () => {
  let looks = 0;
  const probe = createCachedProbe(() => Promise.resolve((looks += 1)), soon);
  await probe();
  expect(await probe()).toBe(1);
});

it('is made anew when what was seen is old', async () => {
  let looks = 0;
  const probe = createCachedProbe(() => Promise.resolve((looks += 1)), { ...soon, freshMs: 1 });
  await probe();
  await expect.poll(probe).toBe(2);
});

it('is null where it fails', async () => {
  const probe = createCachedProbe(() => Promise.reject(new Error('no')), soon);
  expect(await probe()).toBeNull();
});

it('is null for all who ask while one hangs, which stays the only one', async () => {
  let looks = 0;
  const hang = (): Promise<number> => {
    looks += 1;
    return new Promise(() => undefined);
  };
  const probe = createCachedProbe(hang, soon);
  expect([await probe(), await probe(), looks]).toEqual([null, null, 1]);
});
