/** Time for a client in which every wait is over at once; how long each was is written down. */
import type { Timers } from '../../src/client/client.ts';

export interface FleetingTime extends Timers {
  /** Milliseconds, in order. */
  waits: number[];
}

/** For clients: an attempt's answer is waited for this long, and it never ends. */
export const noTimeoutMs = 3_600_000;

/** @param onWait what happens in the world meanwhile */
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
