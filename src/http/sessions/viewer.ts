/** The user of a valid session. */
import { z } from 'zod';
import { hasRole, role, type StaffRole } from '../../contract/roles.ts';
import { tokenScope } from '../../contract/tokens.ts';
import { databaseMoment, moment, uuid } from '../../db/columns.ts';
import { GameError } from '../../kernel/errors.ts';

/** Moments are milliseconds since 1970. */
export const viewerRow = z.strictObject({
  userId: uuid,
  username: z.string(),
  email: z.string(),
  createdAt: moment,
  role,
  lastLogin: moment.nullable(),
  empireId: uuid.nullable(),
  /** Null: never muted. */
  mutedUntil: moment.nullable(),
  sessionId: uuid,
  sessionToken: z.string(),
  /** Null for a login. */
  tokenScope: tokenScope.nullable(),
  loggedInAt: moment,
  expiresAt: moment,
  /** By the database clock. */
  seenAt: databaseMoment,
});

export type Viewer = z.infer<typeof viewerRow>;

/** Throws TOKEN_SCOPE if an API token made the request. */
export function requireLogin(viewer: Viewer | null): void {
  if (viewer !== null && viewer.tokenScope !== null)
    throw new GameError(
      'TOKEN_SCOPE',
      'tokens work for the game below /api only: log in for pages and for changes of the account',
    );
}

/** Throws FORBIDDEN for a viewer without the role. */
export function requireRole(viewer: Viewer, needed: StaffRole): void {
  if (!hasRole(viewer.role, needed)) throw new GameError('FORBIDDEN', `only ${needed}s may do this`);
}
