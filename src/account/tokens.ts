/**
 * SQL of the links in mails. The database stores the SHA-256 of their tokens. A change of the password or the e-mail
 * voids all tokens of the account, so each works once.
 */
import { hash as digest } from 'node:crypto';
import { type Random } from '../kernel/random.ts';
import { z } from 'zod';
import { timestamp, uuid } from '../db/columns.ts';
import { defineQuery, selectOptional, statement, type Db } from '../db/pool.ts';
import { createToken } from '../http/sessions/sessions.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';
import { mayEnterSql } from './queries.ts';
import { rememberAddressSql } from './login-queries.ts';
import type { Recipient } from './mail-texts.ts';
import type { StoredPassword } from './passwords.ts';

export const linkLifetimeMs = { password: 30 * minuteMs, email: dayMs };

export type Purpose = keyof typeof linkLifetimeMs;

/** Compared under the lock of the user `u`. */
const credentials = `encode(sha256(convert_to(u.password_hash || E'\\n' || u.email_key, 'UTF8')), 'hex')`;
/** Joins the user `u` with the valid token `t`. */
const isValid = `t.user_id = u.id AND t.credentials = ${credentials} AND ${mayEnterSql('u')}`;

const recipient = z.strictObject({ username: z.string(), to: z.string(), isConfirmed: z.boolean() });

const insertToken = statement('insertToken', {
  sql: `WITH account AS MATERIALIZED (
     SELECT u.id, u.username, u.email, u.is_email_confirmed, ${credentials} AS credentials FROM users u
     WHERE u.id = $1 AND ${mayEnterSql('u')} AND ($7::text IS NULL OR u.password_hash = $7)
   ), issued AS (
     INSERT INTO account_tokens (user_id, purpose, token_hash, credentials, email, email_key, expires_at)
     SELECT id, $2, $3, credentials, $4, $5, to_timestamp($6::double precision / 1000) FROM account
     ON CONFLICT (user_id, purpose) DO UPDATE SET token_hash = excluded.token_hash,
       credentials = excluded.credentials, email = excluded.email, email_key = excluded.email_key,
       expires_at = excluded.expires_at
   )
   SELECT username, email AS to, is_email_confirmed AS "isConfirmed" FROM account`,
  row: recipient,
});

interface TokenToIssue {
  expiresAtMs: number;
  email?: string;
  emailKey?: string;
  /** The compared hash; absent if the request needs no password. */
  passwordHash?: string;
}

/** Voids an earlier token of this purpose. Null if the account is inactive, or has another password by now. */
export async function issueToken(
  db: Db,
  random: Random,
  purpose: Purpose,
  userId: string,
  { expiresAtMs, email, emailKey, passwordHash }: TokenToIssue,
): Promise<{ token: string; owner: Recipient } | null> {
  const token = createToken(random);
  const address = [email ?? null, emailKey ?? null];
  const values = [userId, purpose, digest('sha256', token), ...address, expiresAtMs, passwordHash ?? null];
  const account = await selectOptional(db, insertToken, values);
  return account === null ? null : { token, owner: account };
}

const replaceForgottenPassword = statement('replaceForgottenPassword', {
  sql: `WITH owner AS (
     UPDATE users u SET password_hash = $3, salt = $4 FROM account_tokens t
     WHERE t.token_hash = $1 AND t.purpose = 'password' AND t.expires_at > to_timestamp($2::double precision / 1000)
       AND ${isValid}
     RETURNING u.id
   ), used AS (
     DELETE FROM account_tokens WHERE user_id = (SELECT id FROM owner)
   ), known AS (
     ${rememberAddressSql('$5')}
   )
   SELECT id FROM owner`,
  row: z.strictObject({ id: uuid }),
});

/**
 * Attempts from elsewhere then do not delay a login from this address. Returns the id of the account; null for an
 * invalid token.
 */
export async function usePasswordToken(
  db: Db,
  token: string,
  { hash, salt }: StoredPassword,
  { now, addressHash }: { now: number; addressHash: string },
): Promise<string | null> {
  const values = [digest('sha256', token), now, hash, salt, addressHash];
  return (await selectOptional(db, replaceForgottenPassword, values))?.id ?? null;
}

const changed = z.strictObject({
  id: uuid,
  email: z.string(),
  before: recipient,
});

// `before` reads the row as it was before the update.
const confirmSql = (token: string): string => `WITH owner AS (
     UPDATE users u SET email = t.email, email_key = t.email_key, is_email_confirmed = true
     FROM account_tokens t JOIN users before ON before.id = t.user_id
     WHERE ${token} AND t.purpose = 'email'
       AND t.expires_at > to_timestamp($2::double precision / 1000) AND ${isValid}
     RETURNING u.id, u.email,
       json_build_object('username', u.username, 'to', before.email, 'isConfirmed', before.is_email_confirmed) AS before
   ), used AS (
     DELETE FROM account_tokens WHERE user_id = (SELECT id FROM owner)
   )
   SELECT * FROM owner`;

/** Null for an invalid token; throws the violated constraint if the e-mail is taken. */
export const useEmailToken = defineQuery('useEmailToken', {
  sql: confirmSql('t.token_hash = $1'),
  row: changed,
  values: (token: string, now: number) => [digest('sha256', token), now],
}).optionalRow;

/** Null without a pending e-mail; throws the violated constraint. */
export const confirmPendingEmail = defineQuery('confirmPendingEmail', {
  sql: confirmSql('t.user_id = $1'),
  row: changed,
  values: (userId: string, now: number) => [userId, now],
}).optionalRow;

export const selectPendingEmail = defineQuery('selectPendingEmail', {
  sql: `SELECT t.email, t.expires_at FROM users u JOIN account_tokens t ON ${isValid}
   WHERE u.id = $1 AND t.purpose = 'email' AND t.expires_at > to_timestamp($2::double precision / 1000)`,
  row: z.strictObject({ email: z.string(), expires_at: timestamp }),
  values: (userId: string, now: number) => [userId, now],
}).optionalRow;
