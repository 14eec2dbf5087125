/** For whom a request is carried out. */

/** Identifies the stored response of a request. */
export interface IdempotencyKey {
  userId: string;
  /** 66 bits of the SHA-256 of method, path and key, as base64url: unique among a user's keys of a day. */
  digest: string;
  /** 4 bytes of the SHA-256 of the parsed body, as hex: enough to notice that a client has mixed up its keys. */
  bodyDigest: string;
  /** False: a repetition only learns that the request was carried out. */
  storesResponse: boolean;
}

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
