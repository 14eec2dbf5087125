/** SQL of accounts: users and their sessions, one function per statement. */
import { z } from 'zod';
import { uuid, moment, timestamp } from '../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../db/pool.ts';
import type { StoredResponse } from '../idempotency/store.ts';

const loginRow = z.strictObject({
  id: uuid,
  password_hash: z.string(),
  salt: z.string(),
  is_active: z.boolean(),
  database_ms: moment,
});

type LoginRow = z.infer<typeof loginRow>;

const selectLogin = statement(
  'selectLogin',
  `SELECT id, password_hash, salt, is_active,
          floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS database_ms
   FROM users
   WHERE username_key = $1 OR email_key = $2`,
  loginRow,
);

/** The account with this name or e-mail. At most one matches: names contain no `@`. */
export function selectLoginOptional(db: Db, usernameKey: string, emailKey: string): Promise<LoginRow | null> {
  return selectOptional(db, selectLogin, [usernameKey, emailKey]);
}

const insertUserStatement = statement(
  'insertUser',
  `INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT DO NOTHING`,
);

export interface NewUser {
  username: string;
  usernameKey: string;
  email: string;
  emailKey: string;
  passwordHash: string;
  salt: string;
}

/** Returns false if the name or the e-mail is taken; the unique constraints decide. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const { username, usernameKey, email, emailKey, passwordHash, salt } = user;
  const values = [username, usernameKey, email, emailKey, passwordHash, salt];
  return (await execute(db, insertUserStatement, values)) === 1;
}

const insertSessionStatement = statement(
  'insertSession',
  `WITH moment AS (
     SELECT to_timestamp($4::double precision / 1000) AS logged_in, to_timestamp($5::double precision / 1000) AS ends
   ), owner AS (
     UPDATE users SET last_login = moment.logged_in FROM moment WHERE id = $1 AND is_active RETURNING id
   ), presented AS (
     DELETE FROM sessions WHERE session_token = $6
   )
   INSERT INTO sessions (session_token, data, created_at, expires_at)
   SELECT $2, $3, moment.logged_in, moment.ends FROM owner, moment`,
);

export interface SessionToInsert {
  userId: string;
  token: string;
  data: object;
  createdAtMs: number;
  expiresAtMs: number;
  /** The session that the login request presented, to be ended; null for none. */
  presentedToken: string | null;
}

/** Inserts a session, ends the presented one and updates last_login. Returns false if the account is no longer active. */
export async function insertSession(db: Db, session: SessionToInsert): Promise<boolean> {
  const { userId, token, data, createdAtMs, expiresAtMs, presentedToken } = session;
  const values = [userId, token, JSON.stringify(data), createdAtMs, expiresAtMs, presentedToken];
  return (await execute(db, insertSessionStatement, values)) === 1;
}

const sessionRow = z.strictObject({
  id: uuid,
  created_at: timestamp,
  expires_at: timestamp,
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

type SessionRow = z.infer<typeof sessionRow>;

const selectSessionsStatement = statement(
  'selectSessions',
  `SELECT id, created_at, expires_at, host(ip_address) AS ip_address, user_agent
   FROM sessions
   WHERE user_id = $1 AND expires_at > to_timestamp($2::double precision / 1000)
   ORDER BY created_at DESC, id`,
  sessionRow,
);

/** The unexpired sessions of a user, newest first. */
export function selectSessions(db: Db, userId: string, nowMs: number): Promise<SessionRow[]> {
  return select(db, selectSessionsStatement, [userId, nowMs]);
}

const deleteSessionStatement = statement(
  'deleteSession',
  `WITH gone AS (DELETE FROM sessions WHERE id = $1 AND user_id = $2 RETURNING id),
   kept AS (
     INSERT INTO idempotency_keys (user_id, route, key, body_digest, answer, created_at)
     SELECT user_id, route, key, body_digest, answer, created_at
     FROM json_populate_record(NULL::idempotency_keys, $3::json)
     WHERE key IS NOT NULL AND EXISTS (SELECT FROM gone)
   )
   SELECT EXISTS (SELECT FROM gone) AS deleted, EXISTS (SELECT FROM sessions WHERE id = $1) AS existed`,
  z.strictObject({ deleted: z.boolean(), existed: z.boolean() }),
);

/** Deletes a session of this user and stores the response. `foreign` is another user's session, `unknown` none. */
export async function deleteSession(
  db: Db,
  sessionId: string,
  userId: string,
  storedResponse: StoredResponse | null,
): Promise<'deleted' | 'foreign' | 'unknown'> {
  const row = await selectOptional(db, deleteSessionStatement, [
    sessionId,
    userId,
    JSON.stringify(storedResponse ?? {}),
  ]);
  if (row?.deleted === true) return 'deleted';
  return row?.existed === true ? 'foreign' : 'unknown';
}
