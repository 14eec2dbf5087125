/** The client's clock and timers. Tests replace them to control time. */
export interface Timers {
    /** Milliseconds since 1970. */
    now: () => number;
    /** Calls `run` at that time. Returns a function that cancels it. */
    schedule: (atMs: number, run: () => void) => () => void;
}
export declare const realTimers: Timers;
/** Resolves after `ms`, or as soon as the signal is aborted. */
export declare function wait(timers: Timers, ms: number, signal: AbortSignal | undefined): Promise<void>;
