/** Looking at something slow on behalf of many: once at a time, and nobody waits for long. */
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Makes a look that is shared by whoever asks while it is under way, and for `freshMs` after. Whoever has waited
 * `patienceMs`, or asks while one that took as long is still under way, gets null, and so where it failed.
 */
export function createCachedProbe<T>(
  probe: () => Promise<T>,
  { freshMs, patienceMs }: { freshMs: number; patienceMs: number },
): () => Promise<T | null> {
  let latest: Promise<T | null> | null = null;
  const begin = (): Promise<T | null> => {
    const seen = probe().catch(() => null);
    void seen.then(async () => {
      await delay(freshMs, undefined, { ref: false });
      latest = null;
    });
    return Promise.race([seen, delay(patienceMs, null, { ref: false })]);
  };
  return () => (latest ??= begin());
}
