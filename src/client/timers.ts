/** The client's clock and timers. Tests replace them to control time. */

export interface Timers {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns a function that cancels the call. */
  schedule: (atMs: number, run: () => void) => () => void;
}

export const realTimers: Timers = {
  now: Date.now,
  schedule: (atMs, run) => {
    const timer = setTimeout(run, Math.max(0, atMs - Date.now()));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** Resolves after `ms`, or as soon as the signal is aborted. */
export function wait(timers: Timers, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = timers.schedule(timers.now() + ms, finish);
    if (signal?.aborted === true) finish();
    else signal?.addEventListener('abort', finish);
  });
}
