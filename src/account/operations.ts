/** Registers, logs in and changes passwords, for JSON routes and pages. */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { ChangePasswordBody, LoginBody, profile, RegisterBody } from '../contract/account.ts';
import { nameKey } from '../contract/text.ts';
import { constraintOf } from '../db/constraints.ts';
import type { Db } from '../db/pool.ts';
import { transaction } from '../db/transaction.ts';
import { undoHits } from '../http/limits/rate-limit-store.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import { dayMs, secondMs } from '../kernel/time.ts';
import { changesOf, type AccountDeps } from './deps.ts';
import { readDevice } from './known-device.ts';
import { beginLogin, finishLogin, replacePassword, type Device, type LoginRow } from './login-queries.ts';
import { requireEntry, useInvite } from './invites.ts';
import { deleteSessions, insertUser } from './queries.ts';
import { recordEnded } from './sessions.ts';

/** E-mails are unique regardless of case. */
export function emailKey(email: string): string {
  return email.trim().toLowerCase();
}

/** An account whose password was right. */
type Account = Pick<LoginRow, 'database_ms' | 'deletion_at' | 'attempt_keys'> & {
  id: string;
  password_hash: string;
};

/**
 * The transaction that stores the account uses the invitation. Throws REGISTRATION_CLOSED; DUPLICATE_ACCOUNT if the
 * name or the e-mail is taken; BUSY.
 */
export async function register(deps: AccountDeps, body: RegisterBody): Promise<Account> {
  const { db, passwords, registration } = deps;
  const { username, email, invite = '' } = body;
  requireEntry(deps, invite);
  const { hash, salt } = await passwords.hash(body.password);
  const keys = { usernameKey: nameKey(username), emailKey: emailKey(email) };
  const store = async (writer: Db) => {
    const stored = await insertUser(writer, { username, email, ...keys, hash, salt });
    if (stored === null) throw new GameError('DUPLICATE_ACCOUNT');
    return stored;
  };
  const admit = (tx: Db) => useInvite(tx, deps, invite).then(() => store(tx));
  const inserted = registration === 'invite' ? await transaction(db, admit) : await store(db);
  return { ...inserted, password_hash: hash, deletion_at: null, attempt_keys: [] };
}

export const keptNotice = 'Your account stays: it will not be deleted.';

export interface Login {
  userId: string;
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  isDeletionCancelled: boolean;
}

/**
 * Always with exactly one key derivation, so that timing reveals nothing. After too many failed logins it waits first;
 * in a network, browser or session of an earlier login, those from elsewhere do not count. Throws `wrong` for an
 * unknown name, a wrong password and an inactive account alike; BUSY; RATE_LIMITED if too many wait.
 */
async function checkPassword(
  deps: AccountDeps,
  { username, password }: Pick<LoginBody, 'username' | 'password'>,
  response: Response,
  wrong: GameError,
): Promise<Account> {
  const { db, security, failedLogins } = deps;
  const row = await beginLogin(db, {
    usernameKey: nameKey(username),
    emailKey: emailKey(username),
    unknownKey: security.hash(nameKey(username)),
    addressHash: security.hashAddress(response.req),
    device: deviceOf(deps, response.req),
  });
  const { id, password_hash } = row;
  const fail = (reason: string): void => security.record('login_failed', response, id, { reason });
  const attempt = {
    name: row.name,
    keys: row.attempt_keys,
    count: row.attempts,
    countHere: row.attempts_here,
  };
  if (failedLogins > 0)
    await deps.logins.pass(attempt, failedLogins, response).catch((error: unknown) => {
      fail('too many waiting');
      throw error;
    });
  if (!(await isCorrectPassword(deps, password, row)) || id === null || password_hash === null) {
    fail('wrong credentials');
    throw wrong;
  }
  return { ...row, id, password_hash };
}

function deviceOf({ cookies, sessions }: AccountDeps, request: Request): Device | null {
  const viewer = sessions.viewerOf(request);
  const session = viewer?.tokenScope !== null ? null : { id: viewer.sessionId, userIds: [viewer.userId] };
  return readDevice(cookies, request) ?? session;
}

/** Throws INVALID_CREDENTIALS; RATE_LIMITED and BUSY, see `checkPassword`. */
export async function logIn(deps: AccountDeps, body: LoginBody, response: Response): Promise<Login> {
  const entrant = await checkPassword(deps, body, response, new GameError('INVALID_CREDENTIALS'));
  return openSession(deps, entrant, body.remember_me, response);
}

/**
 * Replaces the session of the request, and sets the cookie. `finishLogin` follows the storing of the session, so that a
 * change of the password meanwhile either ends it, or is noticed. Throws INVALID_CREDENTIALS.
 */
export async function openSession(
  deps: AccountDeps,
  login: Account,
  isRemembered: boolean,
  response: Response,
): Promise<Login> {
  const { db, clock, sessions, security } = deps;
  const { req: request } = response;
  const refusal = new GameError('INVALID_CREDENTIALS');
  const lifetimeMs = deps.sessionDays * dayMs;
  const createdAtMs = clock.at(login.database_ms);
  // The store rounds the end up to a second.
  const expiresAt = new Date(Math.ceil((createdAtMs + lifetimeMs) / secondMs) * secondMs);
  const present = sessions.viewerOf(request);
  const presented = present?.tokenScope === null ? present : null;
  const token = await sessions
    .start(request, { userId: login.id, createdAtMs, expiresAt })
    .catch((error: unknown) => {
      // The account was deleted meanwhile.
      throw constraintOf(error) === 'sessions_user' ? refusal : error;
    });
  let finished: Awaited<ReturnType<typeof finishLogin>> = null;
  try {
    finished = await finishLogin(db, {
      userId: login.id,
      token,
      loggedInMs: createdAtMs,
      attemptKeys: login.attempt_keys,
      addressHash: security.hashAddress(request),
      passwordHash: login.password_hash,
    });
  } finally {
    // No client has its token.
    if (finished === null) await sessions.endToken(token);
  }
  if (finished === null) {
    security.record('login_failed', response, login.id, { reason: 'account changed' });
    throw refusal;
  }
  deps.logins.forgive(login.attempt_keys);
  const endedIds = [...(presented === null ? [] : [presented.sessionId]), ...finished.ended_ids];
  security.record('login_succeeded', response, login.id, { sessionId: finished.id, endedIds });
  sessions.sendCookie(response, token, isRemembered ? expiresAt : null);
  const isDeletionCancelled = login.deletion_at !== null;
  if (isDeletionCancelled) security.record('deletion_cancelled', response, login.id, {});
  return { userId: login.id, token, expiresAt: expiresAt.toISOString(), isDeletionCancelled };
}

export const wrongPassword = (): GameError => new GameError('FORBIDDEN', 'the password is wrong');

/**
 * Returns the compared hash. Throws `wrong` for a wrong password, which counts as a failed login; RATE_LIMITED and
 * BUSY, see `checkPassword`.
 */
export async function confirmPassword(
  deps: AccountDeps,
  { username }: Viewer,
  password: string,
  response: Response,
  wrong = wrongPassword(),
): Promise<string> {
  const checked = await checkPassword(deps, { username, password }, response, wrong);
  await undoHits(deps.db, checked.attempt_keys);
  deps.logins.forgive(checked.attempt_keys);
  return checked.password_hash;
}

/**
 * Ends all other sessions and all API tokens, too. Throws FORBIDDEN for a wrong current password; RATE_LIMITED and
 * BUSY, see `checkPassword`.
 */
export async function changePassword(
  deps: AccountDeps,
  viewer: Viewer,
  body: ChangePasswordBody,
  response: Response,
): Promise<void> {
  const { userId, sessionId } = viewer;
  const refusal = new GameError('FORBIDDEN', 'the current password is wrong');
  const oldHash = await confirmPassword(deps, viewer, body.current_password, response, refusal);
  const stored = await deps.passwords.hash(body.new_password);
  // A second statement also sees a session or token that was made while the first one waited for the user.
  const endedIds = await changeOnce(changesOf(deps, viewer), async (tx) =>
    (await replacePassword(tx, userId, oldHash, stored)) ? deleteSessions(tx, userId, sessionId) : null,
  );
  if (endedIds === null) throw refusal;
  deps.security.record('password_changed', response, userId, {});
  recordEnded(deps, response, viewer, endedIds);
}

async function isCorrectPassword(
  { db, passwords }: AccountDeps,
  password: string,
  { password_hash: hash, salt, is_active: isActive, attempt_keys: attemptKeys }: LoginRow,
): Promise<boolean> {
  try {
    return (
      (await passwords.verify(password, hash === null || salt === null ? null : { hash, salt })) &&
      isActive === true
    );
  } catch (error) {
    // No password was checked.
    await undoHits(db, attemptKeys);
    throw error;
  }
}

export function toProfile(viewer: Viewer): z.output<typeof profile> {
  return {
    id: viewer.userId,
    username: viewer.username,
    email: viewer.email,
    created_at: new Date(viewer.createdAt).toISOString(),
    last_login: viewer.lastLogin === null ? null : new Date(viewer.lastLogin).toISOString(),
    // Inactive accounts have no session.
    is_active: true,
    empire_id: viewer.empireId,
  };
}
