/** What is heard on a live connection beside what the server says. */
import type { ServerEvents } from '../contract/events.ts';
import type { ErrorCode } from '../kernel/errors.ts';
import type { Picture } from './picture.ts';

/** Why a connection has ended; code null: `close` was called. */
export interface CloseReason {
  code: ErrorCode | null;
  message: string;
}

/** What can be listened to: the server's events, and what becomes of the connection itself. */
export interface LiveEvents extends Omit<ServerEvents, 'error'> {
  /** There is a new picture. */
  picture: Picture;
  connection: 'joined' | 'lost';
  /** It has ended for good. */
  closed: CloseReason;
}

/** What waiting for the next event comes to: null when the connection has ended before. */
export type Next<Name extends keyof LiveEvents> = LiveEvents[Name] | (Name extends 'closed' ? never : null);
