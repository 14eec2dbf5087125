import { z } from 'zod';
import { moment, uuid, timestamp } from '../db/columns.ts';
import { defineQuery, execute, select, selectOne, selectOptional, statement, type Db } from '../db/pool.ts';

/** It is active, or the end of its deactivation has come. @param user the row of the account */
export const mayEnterSql = (user: string): string =>
  `(${user}.is_active OR coalesce(${user}.inactive_until <= extract(epoch FROM clock_timestamp()) * 1000, false))`;

/** Null if the name or the e-mail is taken, which the unique constraints decide. */
export const insertUser = defineQuery('insertUser', {
  sql: `INSERT INTO users (username, username_key, email, email_key, password_hash, salt)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT DO NOTHING
   RETURNING id, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS database_ms`,
  row: z.strictObject({ id: uuid, database_ms: moment }),
  values: (user: Record<'username' | 'usernameKey' | 'email' | 'emailKey' | 'hash' | 'salt', string>) => {
    const { username, usernameKey, email, emailKey, hash, salt } = user;
    return [username, usernameKey, email, emailKey, hash, salt];
  },
}).optionalRow;

/** Unexpired, without API tokens, newest first. */
export const selectSessions = defineQuery('selectSessions', {
  sql: `SELECT id, created_at, expire AS expires_at, host(ip_address) AS ip_address, user_agent
   FROM sessions
   WHERE user_id = $1 AND scope IS NULL AND expire > to_timestamp($2::double precision / 1000)
   ORDER BY created_at DESC, id`,
  row: z.strictObject({
    id: uuid,
    created_at: timestamp,
    expires_at: timestamp,
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
  }),
  values: (userId: string, nowMs: number) => [userId, nowMs],
}).rows;

/** In browsers with an expired session. A trigger ends those of deleted ones. $1 user */
const deleteExpiredAlarms = `expired_alarms AS (
     DELETE FROM alarm_channels WHERE user_id = $1 AND medium = 'push'
       AND NOT EXISTS (SELECT FROM sessions alive WHERE alive.id = alarm_channels.session_id AND alive.expire > now())
   )`;

const deleteSessionsStatement = statement('deleteSessions', {
  sql: `WITH ${deleteExpiredAlarms}, ended AS (
     DELETE FROM sessions
     WHERE user_id = $1 AND id IS DISTINCT FROM $2::uuid AND ($3 OR scope IS NULL) RETURNING id
   )
   SELECT id FROM ended`,
  row: z.strictObject({ id: uuid }),
});

/** With `withTokens`, API tokens, too. Returns the ids. */
export async function deleteSessions(
  db: Db,
  userId: string,
  keptSessionId: string | null,
  withTokens = true,
): Promise<string[]> {
  const rows = await select(db, deleteSessionsStatement, [userId, keptSessionId, withTokens]);
  return rows.map(({ id }) => id);
}

/** Null if there is no such account, or it cannot get mails. */
export const selectMailbox = defineQuery('selectMailbox', {
  sql: `SELECT id, email AS to, is_email_confirmed AS "isConfirmed" FROM users
   WHERE (username_key = $1 OR email_key = $2) AND ${mayEnterSql('users')} AND NOT is_bot`,
  row: z.strictObject({ id: uuid, to: z.string(), isConfirmed: z.boolean() }),
  values: (usernameKey: string, emailKey: string) => [usernameKey, emailKey],
}).optionalRow;

const selectNameTaken = statement('selectNameTaken', {
  sql: 'SELECT EXISTS (SELECT FROM users WHERE username_key = $1) AS is_taken',
  row: z.strictObject({ is_taken: z.boolean() }),
});

export async function isNameTaken(db: Db, usernameKey: string): Promise<boolean> {
  return (await selectOne(db, selectNameTaken, [usernameKey])).is_taken;
}

const updateEmailStatement = statement('updateEmail', {
  sql: 'UPDATE users SET email = $3, email_key = $4, is_email_confirmed = false WHERE id = $1 AND password_hash = $2',
});

/** False if the password has changed meanwhile; throws the violated constraint if the e-mail is taken. */
export async function updateEmail(
  db: Db,
  change: { userId: string; passwordHash: string; email: string; emailKey: string },
): Promise<boolean> {
  const { userId, passwordHash, email, emailKey } = change;
  return (await execute(db, updateEmailStatement, [userId, passwordHash, email, emailKey])) === 1;
}

const deleteSessionStatement = statement('deleteSession', {
  sql: `WITH gone AS (DELETE FROM sessions WHERE id = $1 AND user_id = $2 AND (scope IS NOT NULL) = $3 RETURNING id)
   SELECT EXISTS (SELECT FROM gone) AS deleted,
     EXISTS (SELECT FROM sessions WHERE id = $1 AND (scope IS NOT NULL) = $3) AS existed`,
  row: z.strictObject({ deleted: z.boolean(), existed: z.boolean() }),
});

/** `foreign`: it is another user's; `unknown`: there is none. */
export async function deleteSession(
  db: Db,
  sessionId: string,
  userId: string,
  isToken = false,
): Promise<'deleted' | 'foreign' | 'unknown'> {
  const { deleted, existed } = await selectOne(db, deleteSessionStatement, [sessionId, userId, isToken]);
  if (deleted) return 'deleted';
  return existed ? 'foreign' : 'unknown';
}

const selectEmpireOfUser = statement('selectEmpireOfUser', {
  sql: 'SELECT empire_id FROM users WHERE id = $1',
  row: z.strictObject({ empire_id: uuid.nullable() }),
});

export async function selectOwnEmpireId(db: Db, userId: string): Promise<string | null> {
  return (await selectOptional(db, selectEmpireOfUser, [userId]))?.empire_id ?? null;
}
