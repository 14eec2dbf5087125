import type { Wire } from './call.js';
import type { CloseReason, LiveEvents, Next } from './live-events.js';
import { type Picture } from './picture.js';
export interface LiveOptions {
    /** Number of the last known entry of the event log. Without it, only new entries are delivered. */
    after?: number;
    /** First and maximum delay of reconnecting; 0.5 s and 5 s by default. */
    reconnectMs?: {
        first: number;
        most: number;
    };
}
export declare class Live {
    #private;
    readonly empireId: string;
    /** Connects at once. */
    constructor(wire: Wire, empireId: string, { after, reconnectMs }?: LiveOptions);
    /** Number of the last delivered entry of the event log; null: none is known. */
    get last(): number | null;
    /** The last known state of the empire; null before the first view. */
    get picture(): Picture | null;
    /** Why the connection has ended; null while it has not. */
    get closed(): CloseReason | null;
    /**
     * Returns a function that removes the listener. Events are not stored for later listeners: to miss none, add
     * listeners before the first `await`.
     */
    on<Name extends keyof LiveEvents>(name: Name, listener: (data: LiveEvents[Name]) => void): () => void;
    /** Resolves to the next event of this name, or to null if the connection ends first. */
    next<Name extends keyof LiveEvents>(name: Name): Promise<Next<Name>>;
    /** Requests a full view; it arrives as a `picture` event. */
    refresh(): void;
    /** Ends the connection permanently. */
    close(): void;
}
