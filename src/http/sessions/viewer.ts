/** The user of a valid session, as loaded by the session lookup of a request. */
import type { EmpireVersion } from '../../db/empire-version.ts';

export interface Viewer {
  userId: string;
  username: string;
  email: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970. */
  lastLogin: number | null;
  empireId: string | null;
  /** Until when the player gives no text to others: milliseconds since 1970. Null: never muted. */
  mutedUntil: number | null;
  /** For reads of this request only. Null without an empire, and if the row does not tell the version. */
  empireVersion: EmpireVersion | null;
  sessionId: string;
  sessionToken: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** When the session was read, by the database clock: milliseconds since 1970, with fraction. */
  seenAt: number;
}
