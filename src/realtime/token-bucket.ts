/** How many events a connection may send: ten a second, with a burst of twenty. */

const perSecond = 10;
const burst = 20;

/** A token bucket: the function takes one token and says whether there was one. Time that runs back gives none. */
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
