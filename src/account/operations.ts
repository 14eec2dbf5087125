/** Account operations, shared by JSON routes and pages: register, log in, change the password, list and end sessions. */
import type { Response } from 'express';
import type pg from 'pg';
import type { ChangePasswordBody, LoginBody, RegisterBody, SessionList } from '../contract/account.ts';
import { nameKey } from '../contract/text.ts';
import type { StoredResponse } from '../idempotency/store.ts';
import { takeBack } from '../http/rate-limit-store.ts';
import type { SecurityLog } from '../http/security-log.ts';
import type { Sessions } from '../http/session.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';
import type { Passwords } from './passwords.ts';
import { beginLogin, insertSession, replacePassword, type LoginRow } from './login-queries.ts';
import { deleteOtherSessions, deleteSession, insertUser, selectSessions } from './queries.ts';

export interface AccountDeps {
  db: pg.Pool;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  /** Lifetime of a session from its login; nothing extends it. */
  sessionDays: number;
  /** Failed logins of an account in 15 minutes; 0: no limit. */
  failedLogins: number;
  security: SecurityLog;
}

/** The key under which e-mails are unique, regardless of case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** Creates an account. Throws DUPLICATE_ACCOUNT if the name or the e-mail is taken; BUSY. */
export async function register({ db, passwords }: AccountDeps, body: RegisterBody): Promise<void> {
  const { hash, salt } = await passwords.hash(body.password);
  const { username, email } = body;
  const isInserted = await insertUser(db, {
    username,
    usernameKey: nameKey(username),
    email,
    emailKey: emailKey(email),
    passwordHash: hash,
    salt,
  });
  if (!isInserted) throw new GameError('DUPLICATE_ACCOUNT');
}

export interface Login {
  token: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** The account of a checked password, and its counted attempt. */
type Checked = LoginRow & { id: string; password_hash: string };

/**
 * Counts an attempt and checks a password, with one round trip and always exactly one key derivation, so that timing
 * reveals nothing. Throws `wrong` for an unknown name, a wrong password and an inactive account alike; BUSY. Throws
 * RATE_LIMITED, without a derivation, after too many failed logins of the account (of an unknown name, too), except
 * from an address from which it has logged in.
 */
async function checkPassword(
  deps: AccountDeps,
  { username, password }: Pick<LoginBody, 'username' | 'password'>,
  response: Response,
  wrong: GameError,
): Promise<Checked> {
  const { db, security } = deps;
  const row = await beginLogin(db, {
    usernameKey: nameKey(username),
    emailKey: emailKey(username),
    unknownKey: security.hash(nameKey(username)),
    addressHash: security.hashAddress(response.req),
  });
  const { id, password_hash } = row;
  if (deps.failedLogins > 0 && row.attempts > deps.failedLogins && !row.is_known_address) {
    security.record('login_failed', response, id, { reason: 'too many failures' });
    throw refuseLogin(row.retry_at.getTime() - row.database_ms, response);
  }
  if (!(await isCorrectPassword(deps, password, row)) || id === null || password_hash === null) {
    security.record('login_failed', response, id, { reason: 'wrong credentials' });
    throw wrong;
  }
  return { ...row, id, password_hash };
}

/**
 * Logs in with at most two round trips. Commits the session, ends the one that the request presented, and sets the
 * cookie. Throws INVALID_CREDENTIALS; RATE_LIMITED and BUSY, see `checkPassword`.
 */
export async function logIn(deps: AccountDeps, body: LoginBody, response: Response): Promise<Login> {
  const { db, clock, sessions, security } = deps;
  const { req: request } = response;
  const refusal = new GameError('INVALID_CREDENTIALS');
  const login = await checkPassword(deps, body, response, refusal);
  const lifetimeMs = deps.sessionDays * dayMs;
  const createdAtMs = clock.at(login.database_ms);
  const expiresAtMs = createdAtMs + lifetimeMs;
  const session = sessions.prepare(request, login.id, body.remember_me ? lifetimeMs : null);
  const inserted = await insertSession(db, {
    userId: login.id,
    token: session.token,
    data: session.data,
    createdAtMs,
    expiresAtMs,
    presentedToken: sessions.viewerOf(request)?.sessionToken ?? null,
    attemptKey: login.attempt_key,
    addressHash: security.hashAddress(request),
    passwordHash: login.password_hash,
  });
  if (inserted === null) {
    security.record('login_failed', response, login.id, { reason: 'account changed' });
    throw refusal;
  }
  const { id: sessionId, endedIds } = inserted;
  security.record('login_succeeded', response, login.id, { sessionId, endedIds });
  sessions.sendCookie(response, session);
  return { token: session.token, expiresAt: new Date(expiresAtMs).toISOString() };
}

/**
 * Changes the viewer's password and ends all sessions but the present one. Throws FORBIDDEN for a wrong current
 * password, which counts as a failed login; RATE_LIMITED and BUSY, see `checkPassword`.
 */
export async function changePassword(
  deps: AccountDeps,
  viewer: Viewer,
  body: ChangePasswordBody,
  response: Response,
): Promise<void> {
  const { userId, username, sessionId } = viewer;
  const refusal = new GameError('FORBIDDEN', 'the current password is wrong');
  const credentials = { username, password: body.current_password };
  const checked = await checkPassword(deps, credentials, response, refusal);
  const { hash, salt } = await deps.passwords.hash(body.new_password);
  const endedIds = await replacePassword(deps.db, {
    ...{ userId, sessionId, hash, salt },
    oldHash: checked.password_hash,
    attemptKey: checked.attempt_key,
  });
  if (endedIds === null) throw refusal;
  deps.security.record('password_changed', response, userId, {});
  recordEnded(deps, response, viewer, endedIds);
}

async function isCorrectPassword(
  { db, passwords }: AccountDeps,
  password: string,
  { password_hash: hash, salt, is_active: isActive, attempt_key: attemptKey }: LoginRow,
): Promise<boolean> {
  try {
    return (
      (await passwords.verify(password, hash === null || salt === null ? null : { hash, salt })) &&
      isActive === true
    );
  } catch (error) {
    // No password was checked.
    await takeBack(db, attemptKey);
    throw error;
  }
}

/** The refusal of a login without a try of the password; also sends the header Retry-After. */
function refuseLogin(waitMs: number, response: Response): GameError {
  response.set('Retry-After', String(Math.max(1, Math.ceil(waitMs / 1000))));
  const minutes = Math.max(1, Math.ceil(waitMs / minuteMs));
  return new GameError(
    'RATE_LIMITED',
    `too many failed logins for this account; try again in ${minutes} min, or from a device where you were logged in`,
  );
}

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
      current: row.id === viewer.sessionId,
    })),
  };
}

function recordEnded(
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
  await deps.sessions.end(viewer, response);
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
