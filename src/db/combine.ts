/** Combines lookups into one. */
import DataLoader from 'dataloader';
import type { MachineTime } from '../kernel/clock.ts';

const maxBatchSize = 128;

/** Live connections come in crowds, for example after a restart. */
export const crowdPauseMs = 20;

/**
 * With others of the same turn of the event loop.
 * @param loadAll returns the values in the order of the keys; null for a key without a value
 * @param pause how long the first lookup waits for others instead
 */
export function combine<Key, Value>(
  loadAll: (keys: readonly Key[]) => Promise<(Value | null)[]>,
  pause: { ms: number; time: MachineTime } | null = null,
): (key: Key) => Promise<Value | null> {
  const loader = new DataLoader<Key, Value | null>(loadAll, {
    cache: false,
    maxBatchSize,
    batchScheduleFn: (load) => {
      if (pause === null) setImmediate(load);
      else pause.time.after(pause.ms, load);
    },
  });
  return (key) => loader.load(key);
}
