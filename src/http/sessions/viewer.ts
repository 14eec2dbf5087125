/** The user of a valid session, as loaded by the session lookup of a request. */

export interface Viewer {
  userId: string;
  username: string;
  email: string;
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  lastLogin: string | null;
  empireId: string | null;
  sessionId: string;
  sessionToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** When the session was read, by the database clock: milliseconds since 1970, with fraction. */
  seenAt: number;
}
