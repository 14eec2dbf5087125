/** The rate limit of a connection. */
import { expect, it } from 'vitest';
import { createBucket } from '../../src/realtime/token-bucket.ts';

function countTaken(take: (nowMs: number) => boolean, nowMs: number): number {
  let taken = 0;
  while (take(nowMs)) taken += 1;
  return taken;
}

it('starts with 20 tokens', () => {
  expect(countTaken(createBucket(0), 0)).toBe(20);
});

it('gains 10 tokens per second', () => {
  const take = createBucket(0);
  countTaken(take, 0);
  expect(countTaken(take, 1_000)).toBe(10);
});

it('never exceeds 20 tokens', () => {
  const take = createBucket(0);
  countTaken(take, 0);
  expect(countTaken(take, 3_600_000)).toBe(20);
});

it('neither gains nor loses tokens when time runs back', () => {
  const take = createBucket(3_600_000);
  take(3_600_000);
  expect(countTaken(take, 0)).toBe(19);
});
