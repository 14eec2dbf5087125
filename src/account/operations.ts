/** Account operations, shared by JSON routes and pages: register, log in, list and end sessions. */
import type { Request, Response } from 'express';
import type pg from 'pg';
import type { LoginBody, RegisterBody, SessionList } from '../contract/account.ts';
import { nameKey } from '../contract/text.ts';
import type { StoredResponse } from '../idempotency/store.ts';
import type { Sessions } from '../http/session.ts';
import type { Viewer } from '../http/viewer.ts';
import type { Clock } from '../kernel/clock.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import type { Passwords } from './passwords.ts';
import { deleteSession, insertSession, insertUser, selectLoginOptional, selectSessions } from './queries.ts';

export interface AccountDeps {
  db: pg.Pool;
  clock: Clock;
  sessions: Sessions;
  passwords: Passwords;
  /** Lifetime of a session from its login; nothing extends it. */
  sessionDays: number;
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

/**
 * Logs in with at most two round trips and always exactly one key derivation, so that timing reveals nothing. Commits
 * the session, ends the one that the request presented, and sets the cookie. Throws INVALID_CREDENTIALS for an
 * unknown name, a wrong password and an inactive account alike; BUSY.
 */
export async function logIn(
  deps: AccountDeps,
  body: LoginBody,
  request: Request,
  response: Response,
): Promise<Login> {
  const { db, clock, sessions, passwords } = deps;
  const account = await selectLoginOptional(db, nameKey(body.username), emailKey(body.username));
  const stored = account === null ? null : { hash: account.password_hash, salt: account.salt };
  const isCorrect = await passwords.verify(body.password, stored);
  if (!isCorrect || account?.is_active !== true) throw new GameError('INVALID_CREDENTIALS');

  const presented = sessions.viewerOf(request);
  const lifetimeMs = deps.sessionDays * dayMs;
  const createdAtMs = clock.at(account.database_ms);
  const expiresAtMs = createdAtMs + lifetimeMs;
  const session = sessions.prepare(request, account.id, body.remember_me ? lifetimeMs : null);
  const { token, data } = session;
  const presentedToken = presented?.sessionToken ?? null;
  const isInserted = await insertSession(db, {
    userId: account.id,
    token,
    data,
    createdAtMs,
    expiresAtMs,
    presentedToken,
  });
  if (!isInserted) throw new GameError('INVALID_CREDENTIALS');
  sessions.sendCookie(response, session);
  return { token, expiresAt: new Date(expiresAtMs).toISOString() };
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

/**
 * Ends a session of the viewer and stores the response for its idempotency key. Throws NOT_FOUND, and FORBIDDEN for
 * a session of another user.
 */
export async function revokeSession(
  { db }: AccountDeps,
  viewer: Viewer,
  sessionId: string,
  storedResponse: StoredResponse | null = null,
): Promise<void> {
  const outcome = await deleteSession(db, sessionId, viewer.userId, storedResponse);
  if (outcome === 'unknown') throw new GameError('NOT_FOUND');
  if (outcome === 'foreign') throw new GameError('FORBIDDEN');
}
