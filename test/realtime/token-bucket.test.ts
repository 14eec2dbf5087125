/** The rate limits of a connection. */
import { expect, it } from 'vitest';
import { TokenBucket } from '../../src/realtime/game-socket.ts';

function countTaken(bucket: TokenBucket, nowMs: number): number {
  let taken = 0;
  while (bucket.take(nowMs)) taken += 1;
  return taken;
}

it('starts with 20 tokens', () => {
  expect(countTaken(new TokenBucket(10, 0), 0)).toBe(20);
});

it.each([
  [10, 1_000, 10],
  [1, 5_000, 5],
  [10, 3_600_000, 20],
])('gains %i tokens per second: after %i ms %i, never more than 20', (perSecond, ms, tokens) => {
  const bucket = new TokenBucket(perSecond, 0);
  countTaken(bucket, 0);
  expect(countTaken(bucket, ms)).toBe(tokens);
});

it('neither gains nor loses tokens when time runs back', () => {
  const bucket = new TokenBucket(10, 3_600_000);
  bucket.take(3_600_000);
  expect(countTaken(bucket, 0)).toBe(19);
});
