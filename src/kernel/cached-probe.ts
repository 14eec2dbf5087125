/** Many callers share one slow check. */
import type { MachineTime } from './clock.ts';

/**
 * All calls during a run, and for `ttlMs` after it, share its result. A call returns null if the run fails or takes
 * longer than `timeoutMs`, also while such a slow run continues.
 */
export function createCachedProbe<T>(
  probe: () => Promise<T>,
  time: MachineTime,
  { ttlMs, timeoutMs }: { ttlMs: number; timeoutMs: number },
): () => Promise<T | null> {
  let latest: Promise<T | null> | null = null;
  const start = (): Promise<T | null> => {
    const result = probe().catch(() => null);
    void result.then(() =>
      time.after(ttlMs, () => {
        latest = null;
      }),
    );
    const timeout = new Promise<null>((resolve) => time.after(timeoutMs, () => resolve(null)));
    return Promise.race([result, timeout]);
  };
  return () => (latest ??= start());
}
