/** Who is asking: the user behind a valid session, as the one statement of a request brings it. */

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
  /** When the session was read, by the database's clock: milliseconds since 1970, with their fraction. */
  seenAt: number;
}
