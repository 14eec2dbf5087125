/**
 * Combines lookups that arrive at the same time, or while others run, into one statement. Under load this is several
 * times faster than one statement per lookup (a read takes 2.7 times the CPU time without it); a single lookup costs
 * nothing extra.
 */

import type { MachineTime } from '../kernel/clock.ts';

/** Concurrent batches. Lookups that arrive meanwhile share the next batch. */
const maxBatches = 2;
const maxBatchSize = 128;

/** The pause between batches of live connections, which come in crowds, for example after a restart. */
export const crowdPauseMs = 20;

/**
 * Creates a lookup that is combined with others.
 * @param loadAll returns the values in the order of the keys; null for a key without a value
 * @param pause the least time between the starts of two batches: a lookup soon after another one waits
 */
export function coalesce<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<(Value | null)[]>,
  pause: { ms: number; time: MachineTime } | null = null,
): (key: Key) => Promise<Value | null> {
  interface Waiting {
    key: Key;
    resolve: (value: Value | null) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let running = 0;

  const loadBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const values = await loadAll(batch.map(({ key }) => key));
      batch.forEach(({ resolve }, index) => {
        resolve(values[index] ?? null);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };

  let isStarting = false;
  let startedAt = -Infinity;
  /** Starts after all requests that have already arrived were read, so that their lookups share the first batch. */
  const startSoon = (): void => {
    if (isStarting || waiting.length === 0) return;
    isStarting = true;
    const waitMs = pause === null ? 0 : startedAt + pause.ms - performance.now();
    if (pause !== null && waitMs > 0) pause.time.after(waitMs, startBatches);
    else setImmediate(startBatches);
  };

  const startBatches = (): void => {
    isStarting = false;
    if (pause !== null) startedAt = performance.now();
    while (running < maxBatches && waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchSize);
      waiting = waiting.slice(maxBatchSize);
      running += 1;
      void loadBatch(batch).then(() => {
        running -= 1;
        startSoon();
      });
    }
  };

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      startSoon();
    });
}
