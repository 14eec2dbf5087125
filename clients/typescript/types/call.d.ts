/**
 * One call over HTTP, with retries. A 429 waits for `Retry-After`; lost connections and an unavailable database back
 * off. All attempts of a call that changes something carry one Idempotency-Key, so that a retry after a lost response
 * cannot act twice.
 */
import { type Answer } from './answer.js';
import { type Timers } from './timers.js';
export interface CallOptions {
    /** Ends the call with ABORTED, also between attempts. */
    signal?: AbortSignal;
    /** Timeout of one attempt; 10 s by default. */
    timeoutMs?: number;
    /** No attempt begins later than this after the call; 75 s by default. 0: one attempt. */
    patienceMs?: number;
    /** To repeat an earlier call, also after a restart, pass the same key. By default each call creates its own. */
    idempotencyKey?: string;
}
/** The connection settings that all calls of a client share. */
export interface Wire {
    /** Scheme, host and port. */
    origin: string;
    token: string | null;
    timeoutMs: number;
    patienceMs: number;
    timers: Timers;
}
export interface CallInput {
    method: string;
    /** Includes the query string. */
    path: string;
    /** `undefined`: no body. */
    body: unknown;
}
/**
 * Retries until the call succeeds, is refused permanently, or `patienceMs` is over; then returns the last refusal.
 * Rejects only if the input cannot form a request.
 */
export declare function call(wire: Wire, input: CallInput, options?: CallOptions): Promise<Answer<unknown>>;
