/** Reads that all requests of some time share, for pages that strangers open often. */
import type { Services } from '../../world/services.ts';

/**
 * A read that runs at most once per period and world. A failed one is not cached.
 * @param lastsMs how long a value is reused, of the game's clock
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
