/** The events of a live connection: those of the server, and those of the connection itself. */
import type { ServerEvents } from './contract.js';
import type { ErrorCode } from './contract.js';
import type { Picture } from './picture.js';
/** Why a connection has ended. `code` is null after a call of `close`. */
export interface CloseReason {
    code: ErrorCode | null;
    message: string;
}
export interface LiveEvents extends Omit<ServerEvents, 'error'> {
    /** The new picture after a change. */
    picture: Picture;
    connection: 'joined' | 'lost';
    /** The connection has ended permanently. */
    closed: CloseReason;
}
/** The data of the next event, or null if the connection ended first. */
export type Next<Name extends keyof LiveEvents> = LiveEvents[Name] | (Name extends 'closed' ? never : null);
