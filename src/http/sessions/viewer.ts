/** The user of a valid session, as loaded by the session lookup of a request. */
import { hasRole, type Role, type StaffRole } from '../../contract/roles.ts';
import type { TokenScope } from '../../contract/tokens.ts';
import type { EmpireVersion } from '../../db/empire-version.ts';
import { GameError } from '../../kernel/errors.ts';

export interface Viewer {
  userId: string;
  username: string;
  email: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  role: Role;
  /** Milliseconds since 1970. */
  lastLogin: number | null;
  empireId: string | null;
  /** Until when the player gives no text to others: milliseconds since 1970. Null: never muted. */
  mutedUntil: number | null;
  /** For reads of this request only. Null without an empire, and if the row does not tell the version. */
  empireVersion: EmpireVersion | null;
  sessionId: string;
  sessionToken: string;
  /** What the API token of the request may do; null for a login. */
  tokenScope: TokenScope | null;
  /** When the session began, and when it ends: milliseconds since 1970. */
  loggedInAt: number;
  expiresAt: number;
  /** When the session was read, by the database clock: milliseconds since 1970, with fraction. */
  seenAt: number;
}

/** Throws TOKEN_SCOPE if an API token made the request, which needs a login. */
export function requireLogin(viewer: Viewer | null): void {
  if (viewer !== null && viewer.tokenScope !== null)
    throw new GameError(
      'TOKEN_SCOPE',
      'tokens work for the game below /api only: log in for pages and for changes of the account',
    );
}

/** Throws FORBIDDEN for a viewer without the role. */
export function requireRole(viewer: Viewer, role: StaffRole): void {
  if (!hasRole(viewer.role, role)) throw new GameError('FORBIDDEN', `only ${role}s may do this`);
}
