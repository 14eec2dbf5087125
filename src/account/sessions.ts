import type { Response } from 'express';
import type { SessionList } from '../contract/account.ts';
import type { Tx } from '../db/transaction.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import type { IdempotencyKey } from '../world/idempotency/caller.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { GameError } from '../kernel/errors.ts';
import { describeDevice } from './device.ts';
import { changesOf, type AccountDeps } from './deps.ts';
import { deleteSession, deleteSessions, selectSessions } from './queries.ts';

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

export function recordEnded(
  { security }: AccountDeps,
  response: Response,
  viewer: Viewer,
  sessionIds: readonly string[],
): void {
  if (sessionIds.length === 0) return;
  security.record('session_ended', response, viewer.userId, { sessionIds, by: viewer.sessionId });
}

export async function logOut(deps: AccountDeps, viewer: Viewer, response: Response): Promise<void> {
  await deps.sessions.end(response.req);
  deps.sessions.clearCookie(response);
  recordEnded(deps, response, viewer, [viewer.sessionId]);
}

const sessionEnded = { success: true as const, message: 'The session was ended' };
const tokenRevoked = { success: true as const, message: 'The token was revoked' };
const othersEnded = { success: true as const, message: 'All other sessions were ended' };

/** Throws NOT_FOUND, and FORBIDDEN for a session or token of another user. */
export async function revokeSession(
  deps: AccountDeps,
  viewer: Viewer,
  sessionId: string,
  response: Response,
  idempotencyKey: IdempotencyKey | null = null,
  isToken = false,
): Promise<typeof sessionEnded | typeof tokenRevoked> {
  const revoke = async (tx: Tx) => {
    const outcome = await deleteSession(tx, sessionId, viewer.userId, isToken);
    if (outcome === 'unknown') throw new GameError('NOT_FOUND');
    if (outcome === 'foreign') throw new GameError('FORBIDDEN');
    return isToken ? tokenRevoked : sessionEnded;
  };
  const endsSession = sessionId === viewer.sessionId;
  const value = await changeOnce(changesOf(deps, viewer, idempotencyKey), revoke, { endsSession });
  recordEnded(deps, response, viewer, [sessionId]);
  return value;
}

export async function revokeOtherSessions(
  deps: AccountDeps,
  viewer: Viewer,
  response: Response,
  idempotencyKey: IdempotencyKey | null = null,
): Promise<typeof othersEnded> {
  let endedIds: string[] = [];
  const value = await changeOnce(changesOf(deps, viewer, idempotencyKey), async (tx) => {
    endedIds = await deleteSessions(tx, viewer.userId, viewer.sessionId, false);
    return othersEnded;
  });
  recordEnded(deps, response, viewer, endedIds);
  return value;
}
