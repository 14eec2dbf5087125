/** The user of a valid session, as loaded by the session lookup of a request. */

export interface Viewer {
  userId: string;
  username: string;
  email: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970. */
  lastLogin: number | null;
  empireId: string | null;
  sessionId: string;
  sessionToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** When the session was read, by the database clock: milliseconds since 1970, with fraction. */
  seenAt: number;
}
