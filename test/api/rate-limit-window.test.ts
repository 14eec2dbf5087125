/**
 * The counters of rate limits in memory: concurrent hits, and a clock that was set back a day, which ends the
 * window of before. Postgres: login-delays.test.ts.
 */
import type { Options } from 'express-rate-limit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryCounters } from '../../src/http/limits/rate-limit.ts';
import { dayMs, minuteMs } from '../../src/kernel/time.ts';
import { machineTime } from '../../src/kernel/clock.ts';

const windowMs = minuteMs;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('a window ends at most a minute from now', async () => {
  const counters = new MemoryCounters(machineTime);
  counters.init({ windowMs } as Options);
  for (let hit = 1; hit <= 3; hit++) expect((await counters.increment('ann')).totalHits).toBe(hit);
  vi.setSystemTime(Date.now() - dayMs);
  const { totalHits, resetTime } = await counters.increment('ann');
  expect(totalHits).toBe(1);
  expect(resetTime?.getTime()).toBeLessThanOrEqual(Date.now() + windowMs);
  expect((await counters.increment('ann')).totalHits).toBe(2);
});

it('concurrent hits are counted separately', async () => {
  const counters = new MemoryCounters(machineTime);
  counters.init({ windowMs } as Options);
  const counted = await Promise.all(Array.from({ length: 40 }, () => counters.increment('somebody')));
  expect(counted.map(({ totalHits }) => totalHits)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});
