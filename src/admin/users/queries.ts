import { z } from 'zod';
import { deleteSessions } from '../../account/queries.ts';
import { emailKey } from '../../account/operations.ts';
import { nameKey } from '../../contract/text.ts';
import { role } from '../../contract/roles.ts';
import { count, moment, uuid, timestamp } from '../../db/columns.ts';
import { systemUserId } from '../../db/names.ts';
import { defineQuery, selectOptional, statement, type Db } from '../../db/pool.ts';
import { commandsAbout, Refusal } from '../command.ts';
import { asId } from '../options.ts';

const userRow = z.strictObject({
  id: uuid,
  username: z.string(),
  email: z.string(),
  created_at: timestamp,
  last_login: timestamp.nullable(),
  is_active: z.boolean(),
  /** Of a deactivated account: when it may log in again; may have passed. */
  inactive_until: moment.nullable(),
  is_bot: z.boolean(),
  role,
  /** The end of the mute; may have passed. */
  muted_until: moment.nullable(),
  deletion_at: timestamp.nullable(),
  empire_id: uuid.nullable(),
  empire_name: z.string().nullable(),
  /** Unexpired ones. */
  sessions: count,
});

export type UserRow = z.infer<typeof userRow>;

export const targetOf = ({ username, id }: UserRow): string => `${username} (${id})`;

const userColumns = `u.id, u.username, u.email, u.created_at, u.last_login, u.is_active, u.inactive_until, u.is_bot, u.role, u.deletion_at, u.muted_until, u.empire_id,
     e.name AS empire_name,
     (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND s.expire > clock_timestamp()) AS sessions`;

/** Without the system account and the owners that replace deleted accounts. */
const isPerson = `u.id <> '${systemUserId}' AND u.deleted_at IS NULL`;

/**
 * $1 search, $2 only inactive, $3 only bots, $4 only names after this one, $5 limit, $6 only those due for deletion.
 */
export const selectUsers = statement('selectUsers', {
  sql: `SELECT ${userColumns} FROM users u LEFT JOIN empires e ON e.id = u.empire_id
   WHERE ($1::text IS NULL OR position($1 IN u.username_key) > 0 OR position($1 IN u.email_key) > 0)
     AND (NOT $2 OR NOT u.is_active) AND (NOT $3 OR u.is_bot) AND (NOT $6 OR u.deletion_at IS NOT NULL)
     AND ($4::text IS NULL OR u.username_key COLLATE "C" > $4) AND ${isPerson}
   ORDER BY u.username_key COLLATE "C" LIMIT $5`,
  row: userRow,
});

const selectUser = statement('selectUser', {
  sql: `SELECT ${userColumns} FROM users u LEFT JOIN empires e ON e.id = u.empire_id
   WHERE (u.id = $1::uuid OR ($1 IS NULL AND (u.username_key = $2 OR u.email_key = $3))) AND ${isPerson}`,
  row: userRow,
});

/** See `findEmpire`. @param isByEmail false: for a reader who must not learn whose an e-mail is */
export async function findUser(db: Db, text: string, isByEmail = true): Promise<UserRow> {
  const values = [asId(text), nameKey(text), isByEmail ? emailKey(text) : null];
  const user = await selectOptional(db, selectUser, values);
  if (user === null)
    throw new Refusal(`There is no account with the name${isByEmail ? ', e-mail' : ''} or id "${text}".`);
  return user;
}

export const defineUserCommand = commandsAbout(
  (db, text) => findUser(db, text),
  (user) => user,
);

const deleteOneSession = defineQuery('deleteOneSession', {
  sql: 'DELETE FROM sessions WHERE user_id = $1 AND id = $2',
  values: (userId: string, sessionId: string) => [userId, sessionId],
}).rowCount;

/** One session, or all (null); a trigger closes the sockets. Returns the number of sessions. */
export async function deleteSessionsOfUser(
  db: Db,
  userId: string,
  sessionId: string | null = null,
): Promise<number> {
  if (sessionId !== null) return deleteOneSession(db, userId, sessionId);
  return (await deleteSessions(db, userId, null)).length;
}
