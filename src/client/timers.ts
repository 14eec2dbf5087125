/** The client's time, which tests replace by one that is moved by hand. */

export interface Timers {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Runs something at a moment; what it returns cancels it. */
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

/** Resolves after so many milliseconds, or as soon as the signal is aborted. */
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
