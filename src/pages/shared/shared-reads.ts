/** Shares reads of pages that strangers open often. */
import type { Services } from '../../world/services.ts';

/**
 * Reads at most once per period and world. A failed read is not cached.
 * @param lastsMs by the game's clock
 */
export function shareReads<T>(lastsMs: number, read: (services: Services, now: number) => Promise<T>) {
  const latest = new WeakMap<Services['pool'], { at: number; value: Promise<T> }>();
  return (services: Services): Promise<T> => {
    const { pool, clock } = services;
    const now = clock.now();
    const cached = latest.get(pool);
    if (cached !== undefined && now - cached.at < lastsMs) return cached.value;
    const reading = { at: now, value: read(services, now) };
    latest.set(pool, reading);
    reading.value.catch(() => {
      if (latest.get(pool) === reading) latest.delete(pool);
    });
    return reading.value;
  };
}
