/** For whom a request is carried out. */

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
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** Null: the response is not stored. */
  idempotencyKey: IdempotencyKey | null;
}

/** The public, bots and due work need no check. */
export const callerOf = (
  viewer: Pick<Caller, 'sessionId' | 'expiresAt'> | null,
  idempotencyKey: IdempotencyKey | null = null,
): Caller | null =>
  viewer === null ? null : { sessionId: viewer.sessionId, expiresAt: viewer.expiresAt, idempotencyKey };
