/** A cached probe: many callers share one slow check, and each call times out. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Creates a probe that runs once at a time. All calls during a run, and for `ttlMs` after it, share its result.
 * A call returns null if the run fails or takes longer than `timeoutMs`, also while such a slow run continues.
 */
export function createCachedProbe<T>(
  probe: () => Promise<T>,
  { ttlMs, timeoutMs }: { ttlMs: number; timeoutMs: number },
): () => Promise<T | null> {
  let latest: Promise<T | null> | null = null;
  const start = (): Promise<T | null> => {
    const result = probe().catch(() => null);
    void result.then(async () => {
      await delay(ttlMs, undefined, { ref: false });
      latest = null;
    });
    return Promise.race([result, delay(timeoutMs, null, { ref: false })]);
  };
  return () => (latest ??= start());
}
