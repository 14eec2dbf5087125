/** The rate limit of a connection: 10 events per second, with a burst of 20. */

const perSecond = 10;
const burst = 20;

/** Returns a function that takes a token and returns whether one was left. A clock that runs back adds no tokens. */
export function createBucket(startMs: number): (nowMs: number) => boolean {
  let tokens = burst;
  let filledAt = startMs;
  return (nowMs) => {
    tokens = Math.min(burst, tokens + (Math.max(nowMs - filledAt, 0) / 1000) * perSecond);
    filledAt = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
