/** For whom a request is carried out. */
import type { IdempotencyKey } from './key.ts';

export interface Caller {
  sessionId: string;
  /** The end of the session, in milliseconds since 1970. */
  expiresAt: number;
  /** The key under which the response is stored; null: it is not stored. */
  idempotencyKey: IdempotencyKey | null;
}

/** Null without a session: the public, bots and due work of the server need no check. */
export const callerOf = (
  viewer: Pick<Caller, 'sessionId' | 'expiresAt'> | null,
  idempotencyKey: IdempotencyKey | null = null,
): Caller | null =>
  viewer === null ? null : { sessionId: viewer.sessionId, expiresAt: viewer.expiresAt, idempotencyKey };
