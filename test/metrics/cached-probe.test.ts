/** Cached probes: one run at a time, shared results, and a timeout for every call. */
import { expect, it } from 'vitest';
import { createCachedProbe } from '../../src/kernel/cached-probe.ts';
import { machineTime } from '../../src/kernel/clock.ts';

const options = { ttlMs: 60_000, timeoutMs: 20 };

it('shares a run with all calls during it', async () => {
  let runs = 0;
  const probe = createCachedProbe(() => Promise.resolve((runs += 1)), machineTime, options);
  expect([await Promise.all([probe(), probe(), probe()]), runs]).toEqual([[1, 1, 1], 1]);
});

it('caches the result for ttlMs', async () => {
  let runs = 0;
  const probe = createCachedProbe(() => Promise.resolve((runs += 1)), machineTime, options);
  await probe();
  expect(await probe()).toBe(1);
});

it('runs again after ttlMs', async () => {
  let runs = 0;
  const probe = createCachedProbe(() => Promise.resolve((runs += 1)), machineTime, { ...options, ttlMs: 1 });
  await probe();
  await expect.poll(probe).toBe(2);
});

it('returns null if the run fails', async () => {
  const probe = createCachedProbe(() => Promise.reject(new Error('no')), machineTime, options);
  expect(await probe()).toBeNull();
});

it('returns null to all calls during a hanging run, and starts no second run', async () => {
  let runs = 0;
  const hang = (): Promise<number> => {
    runs += 1;
    return new Promise(() => undefined);
  };
  const probe = createCachedProbe(hang, machineTime, options);
  expect([await probe(), await probe(), runs]).toEqual([null, null, 1]);
});
