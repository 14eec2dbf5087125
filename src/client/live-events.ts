/** The events of a live connection: those of the server, and those of the connection itself. */
import type { ServerEvents } from '../contract/events.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Picture } from './picture.ts';

/** `code` is null after a call of `close`. */
export interface CloseReason {
  code: ErrorCode | null;
  message: string;
}

export interface LiveEvents extends Omit<ServerEvents, 'error'> {
  picture: Picture;
  connection: 'joined' | 'lost';
  closed: CloseReason;
}

/** Null if the connection ended first. */
export type Next<Name extends keyof LiveEvents> = LiveEvents[Name] | (Name extends 'closed' ? never : null);
