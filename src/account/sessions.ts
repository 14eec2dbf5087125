/** Operations on sessions, shared by JSON routes and pages: list them, end one or all others, log out. */
import type { Response } from 'express';
import type { SessionList } from '../contract/account.ts';
import type { StoredResponse } from '../idempotency/store.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { GameError } from '../kernel/errors.ts';
import { describeDevice } from './device.ts';
import type { AccountDeps } from './deps.ts';
import { deleteOtherSessions, deleteSession, selectSessions } from './queries.ts';

/** The viewer's unexpired sessions, newest first. */
export async function listSessions({ db, clock }: AccountDeps, viewer: Viewer): Promise<SessionList> {
  const rows = await selectSessions(db, viewer.userId, clock.now());
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      ip_address: row.ip_address,
      user_agent: row.user_agent,
      device: describeDevice(row.user_agent),
      current: row.id === viewer.sessionId,
    })),
  };
}

/** Records sessions that the viewer has ended. */
export function recordEnded(
  { security }: AccountDeps,
  response: Response,
  viewer: Viewer,
  sessionIds: readonly string[],
): void {
  if (sessionIds.length === 0) return;
  security.record('session_ended', response, viewer.userId, { sessionIds, by: viewer.sessionId });
}

/** Ends the session of the request, and clears the cookie. */
export async function logOut(deps: AccountDeps, viewer: Viewer, response: Response): Promise<void> {
  await deps.sessions.end(viewer.sessionToken);
  deps.sessions.clearCookie(response);
  recordEnded(deps, response, viewer, [viewer.sessionId]);
}

/**
 * Ends a session of the viewer and stores the response for its idempotency key. Throws NOT_FOUND, and FORBIDDEN for
 * a session of another user.
 */
export async function revokeSession(
  deps: AccountDeps,
  viewer: Viewer,
  sessionId: string,
  response: Response,
  storedResponse: StoredResponse | null = null,
): Promise<void> {
  const outcome = await deleteSession(deps.db, sessionId, viewer.userId, storedResponse);
  if (outcome === 'unknown') throw new GameError('NOT_FOUND');
  if (outcome === 'foreign') throw new GameError('FORBIDDEN');
  recordEnded(deps, response, viewer, [sessionId]);
}

/** Ends all sessions of the viewer but the present one, and stores the response for its idempotency key. */
export async function revokeOtherSessions(
  deps: AccountDeps,
  viewer: Viewer,
  response: Response,
  storedResponse: StoredResponse | null = null,
): Promise<void> {
  const { userId, sessionId } = viewer;
  const endedIds = await deleteOtherSessions(deps.db, userId, sessionId, storedResponse);
  recordEnded(deps, response, viewer, endedIds);
}
