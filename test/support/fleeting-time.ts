/** Timers for a client in which every wait ends at once. They record the length of each wait. */
import type { Timers } from '../../src/client/client.ts';

export interface FleetingTime extends Timers {
  /** Milliseconds, in order. */
  waits: number[];
}

/** A timeout for the attempts of clients that never fires. */
export const noTimeoutMs = 3_600_000;

/** @param onWait runs during each wait */
export function createFleetingTime(onWait: () => unknown = () => undefined): FleetingTime {
  const waits: number[] = [];
  let nowMs = 0;
  return {
    waits,
    now: () => nowMs,
    schedule: (atMs, run) => {
      if (atMs - nowMs < noTimeoutMs) {
        waits.push(atMs - nowMs);
        nowMs = atMs;
        void Promise.resolve(onWait()).then(run);
      }
      return () => undefined;
    },
  };
}
