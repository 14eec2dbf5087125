/** A cached probe: many callers share one slow check, and each call times out. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Creates a probe that runs once at a time. All calls during a run, and for `freshMs` after it, share its result.
 * A call returns null if the run fails or takes longer than `patienceMs`, also while such a slow run continues.
 */
export function createCachedProbe<T>(
  probe: () => Promise<T>,
  { freshMs, patienceMs }: { freshMs: number; patienceMs: number },
): () => Promise<T | null> {
  let latest: Promise<T | null> | null = null;
  const start = (): Promise<T | null> => {
    const result = probe().catch(() => null);
    void result.then(async () => {
      await delay(freshMs, undefined, { ref: false });
      latest = null;
    });
    return Promise.race([result, delay(patienceMs, null, { ref: false })]);
  };
  return () => (latest ??= start());
}
