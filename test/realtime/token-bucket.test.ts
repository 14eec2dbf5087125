/** The rate limits of a connection. */
import { expect, it } from 'vitest';
import { TokenBucket } from '../../src/realtime/token-bucket.ts';

function countTaken(bucket: TokenBucket, nowMs: number): number {
  let taken = 0;
  while (bucket.take(nowMs)) taken += 1;
  return taken;
}

it('starts with 20 tokens', () => {
  expect(countTaken(new TokenBucket(10, 0), 0)).toBe(20);
});

it('gains 10 tokens per second', () => {
  const bucket = new TokenBucket(10, 0);
  countTaken(bucket, 0);
  expect(countTaken(bucket, 1_000)).toBe(10);
});

it('gains the configured number of tokens per second', () => {
  const bucket = new TokenBucket(1, 0);
  countTaken(bucket, 0);
  expect(countTaken(bucket, 5_000)).toBe(5);
});

it('never exceeds 20 tokens', () => {
  const bucket = new TokenBucket(10, 0);
  countTaken(bucket, 0);
  expect(countTaken(bucket, 3_600_000)).toBe(20);
});

it('neither gains nor loses tokens when time runs back', () => {
  const bucket = new TokenBucket(10, 3_600_000);
  bucket.take(3_600_000);
  expect(countTaken(bucket, 0)).toBe(19);
});
