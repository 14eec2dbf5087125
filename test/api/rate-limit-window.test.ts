/**
 * The counters of rate limits without a server: concurrent hits, and a clock that was set back a day, which ends the
 * window of before. Postgres: login-delays.test.ts.
 */
import type { Options, Store } from 'express-rate-limit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RedisLink } from '../../src/db/redis.ts';
import { MemoryCounters } from '../../src/http/limits/rate-limit.ts';
import { RedisCounters } from '../../src/http/limits/redis-counters.ts';
import { dayMs, minuteMs } from '../../src/kernel/time.ts';
import { machineTime } from '../../src/kernel/clock.ts';

const windowMs = minuteMs;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A Redis with one counter, which expires by its own clock. */
function createRedis(): RedisLink {
  let counter = { hits: 0, expiresAt: 0 };
  const send = (command: string): Promise<unknown> => {
    if (command === 'SCRIPT') return Promise.resolve('sha');
    if (command === 'DEL') counter = { hits: 0, expiresAt: 0 };
    else if (counter.expiresAt <= Date.now()) counter = { hits: 1, expiresAt: Date.now() + windowMs };
    else counter.hits += 1;
    return Promise.resolve([counter.hits, counter.expiresAt - Date.now()]);
  };
  return { time: machineTime, send, use: (inRedis: () => unknown) => inRedis() } as unknown as RedisLink;
}

it.each<[string, () => Store]>([
  ['memory', () => new MemoryCounters(machineTime)],
  ['Redis', () => new RedisCounters(createRedis(), 'test', new MemoryCounters(machineTime))],
])('a window in %s ends at most a minute from now', async (_where, createCounters) => {
  const counters = createCounters();
  void counters.init?.({ windowMs } as Options);
  for (let hit = 1; hit <= 3; hit++) expect((await counters.increment('ann')).totalHits).toBe(hit);
  vi.setSystemTime(Date.now() - dayMs);
  const { totalHits, resetTime } = await counters.increment('ann');
  expect(totalHits).toBe(1);
  expect(resetTime?.getTime()).toBeLessThanOrEqual(Date.now() + windowMs);
  expect((await counters.increment('ann')).totalHits).toBe(2);
});

it('a window of the substitute ends by its own clock', async () => {
  let hits = 0;
  const substitute: Store = {
    increment: () => ({ totalHits: ++hits, resetTime: new Date(Date.now() + dayMs) }),
    decrement: () => undefined,
    resetKey: () => {
      hits = 0;
    },
  };
  const link = { time: machineTime, use: (_inRedis: unknown, fallback: () => unknown) => fallback() };
  const counters = new RedisCounters(link as unknown as RedisLink, 'test', substitute);
  for (let hit = 1; hit <= 3; hit++) expect((await counters.increment('ann')).totalHits).toBe(hit);
});

it('concurrent hits in memory are counted separately', async () => {
  const counters = new MemoryCounters(machineTime);
  counters.init({ windowMs } as Options);
  const counted = await Promise.all(Array.from({ length: 40 }, () => counters.increment('somebody')));
  expect(counted.map(({ totalHits }) => totalHits)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});
