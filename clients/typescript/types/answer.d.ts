/**
 * The result of a call: data, or a refusal as a value with its code. Network and server failures are never thrown;
 * `unwrap` converts a refusal to an exception.
 */
import type { ErrorCode } from './contract.js';
/** UNREACHABLE: no response of the game. ABORTED: the caller's signal. All other codes come from the server. */
export type RefusalCode = ErrorCode | 'UNREACHABLE' | 'ABORTED';
export interface Refusal {
    code: RefusalCode;
    /** A sentence to show to people. */
    message: string;
    /** The exact problem, if the server names it. */
    details: string | null;
    /** The HTTP status; null without a response. */
    status: number | null;
}
export type Answer<Data> = {
    ok: true;
    data: Data;
} | {
    ok: false;
    error: Refusal;
};
/** Returns the data of an answer. Throws an Error whose `cause` is the Refusal if there is none. */
export declare function unwrap<Data>(answer: Answer<Data>): Data;
/** Builds a refusal. */
export declare function refuse(code: RefusalCode, message: string, details?: string | null, status?: number | null): {
    ok: false;
    error: Refusal;
};
/** Parses a response. Anything that is not a response of the game, such as an HTML page, becomes UNREACHABLE. */
export declare function readAnswer(response: Response, text: string): Answer<unknown>;
