import { z } from 'zod';
import { count, moment, timestamp, uuid } from '../db/columns.ts';
import { defineQuery, execute, selectOne, selectOptional, statement, type Db } from '../db/pool.ts';
import { countHitsSql, undoHitsSql } from '../http/limits/rate-limit-store.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';
import { mayEnterSql } from './queries.ts';
import type { StoredPassword } from './passwords.ts';

const failureWindowMs = 15 * minuteMs;
/** After the last login from it. */
export const knownAddressMs = 30 * dayMs;
/** A further login ends the oldest session. */
const maxSessions = 20;

const loginRow = z.strictObject({
  id: uuid.nullable(),
  password_hash: z.string().nullable(),
  salt: z.string().nullable(),
  is_active: z.boolean().nullable(),
  deletion_at: timestamp.nullable(),
  database_ms: moment,
  name: z.string(),
  attempt_keys: z.array(z.string()),
  attempts: count,
  attempts_here: count,
});

export type LoginRow = z.infer<typeof loginRow>;

// Counts the attempt before the password is checked, so that simultaneous attempts cannot exceed the limit. Only
// attempts from elsewhere count for the name as a whole and are delayed.
const selectLogin = statement('selectLogin', {
  sql: `WITH account AS MATERIALIZED (
     SELECT id, password_hash, salt, ${mayEnterSql('users')} AS is_active, deletion_at FROM users WHERE username_key = $1 OR email_key = $2
   ), origin AS MATERIALIZED (
     SELECT 'login:' || coalesce(id::text, $3) AS name, coalesce(id = ANY ($6::uuid[]), false) AS is_known_device,
       EXISTS (
         SELECT FROM login_addresses
         WHERE user_id = account.id AND address_hash = $4 AND last_login > now() - interval '${knownAddressMs} ms'
       ) AS is_known_address
     FROM (VALUES (1)) AS one LEFT JOIN account ON true
   ), counted AS MATERIALIZED (
     SELECT name, name || ' ' || CASE WHEN is_known_device THEN $5 ELSE $4 END AS key_here,
       is_known_device OR is_known_address AS is_known
     FROM origin
   ), attempt AS (
     ${countHitsSql(
       '(SELECT CASE WHEN is_known THEN ARRAY[key_here] ELSE ARRAY[name, key_here] END FROM counted)',
       `interval '${failureWindowMs} ms'`,
     )}
   )
   SELECT account.*, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS database_ms, name,
     ARRAY(SELECT key FROM attempt) AS attempt_keys, (SELECT max(hits) FROM attempt) AS attempts,
     (SELECT hits FROM attempt WHERE key = key_here) AS attempts_here
   FROM counted LEFT JOIN account ON true`,
  row: loginRow,
});

/** A browser or session of earlier logins. */
export interface Device {
  id: string;
  /** Accounts that have logged in there. */
  userIds: readonly string[];
}

export interface LoginOrigin {
  usernameKey: string;
  emailKey: string;
  /** Names the counter of an unknown account. */
  unknownKey: string;
  addressHash: string;
  device: Device | null;
}

/** Counts an attempt. At most one account matches: names contain no `@`. */
export function beginLogin(db: Db, origin: LoginOrigin): Promise<LoginRow> {
  const { usernameKey, emailKey, unknownKey, addressHash, device } = origin;
  const values = [usernameKey, emailKey, unknownKey, addressHash, device?.id ?? '', device?.userIds ?? []];
  return selectOne(db, selectLogin, values);
}

/** For a login of `owner`. @param addressHash SQL */
export const rememberAddressSql = (addressHash: string): string => `
  INSERT INTO login_addresses AS known (user_id, address_hash, last_login)
  SELECT owner.id, ${addressHash}, now() FROM owner
  ON CONFLICT (user_id, address_hash) DO UPDATE SET last_login = excluded.last_login
    WHERE known.last_login < excluded.last_login - interval '1 day'`;

const finishLoginStatement = statement('finishLogin', {
  sql: `WITH owner AS (
     UPDATE users SET last_login = to_timestamp($3::double precision / 1000), deletion_at = NULL,
       is_active = true, inactive_until = NULL
     WHERE id = $1 AND ${mayEnterSql('users')} AND password_hash = $6
       AND (deletion_at IS NULL OR deletion_at > to_timestamp($3::double precision / 1000))
       AND EXISTS (SELECT FROM sessions WHERE sid = $2)
     RETURNING id
   ), ended AS (
     DELETE FROM sessions WHERE id = ANY (ARRAY(
       SELECT id FROM sessions WHERE user_id = (SELECT id FROM owner) AND sid <> $2 AND scope IS NULL
       ORDER BY created_at DESC, id OFFSET ${maxSessions - 1}
     )) RETURNING id
   ), forgiven AS (
     ${undoHitsSql('$4::text[]')} AND EXISTS (SELECT FROM owner)
   ), known AS (
     ${rememberAddressSql('$5')}
   )
   SELECT s.id, ARRAY(SELECT id FROM ended) AS ended_ids FROM owner JOIN sessions s ON s.sid = $2`,
  row: z.strictObject({ id: uuid, ended_ids: z.array(uuid) }),
});

interface FinishedLogin {
  userId: string;
  token: string;
  loggedInMs: number;
  attemptKeys: readonly string[];
  addressHash: string;
  /** The compared hash. */
  passwordHash: string;
}

/**
 * Ends sessions beyond the newest 20, forgives the attempt, remembers the address and updates last_login, which also
 * cancels a deletion. Returns the ids of the sessions; null if the session has ended, or the account is inactive, due
 * to be deleted, or has another password by now.
 */
export const finishLogin = (db: Db, login: FinishedLogin) => {
  const { userId, token, loggedInMs, attemptKeys, addressHash, passwordHash } = login;
  const values = [userId, token, loggedInMs, attemptKeys, addressHash, passwordHash];
  return selectOptional(db, finishLoginStatement, values);
};

const replacePasswordStatement = statement('replacePassword', {
  sql: 'UPDATE users SET password_hash = $3, salt = $4 WHERE id = $1 AND password_hash = $2',
});

/** False if the password has changed meanwhile. */
export async function replacePassword(
  db: Db,
  userId: string,
  oldHash: string,
  { hash, salt }: StoredPassword,
): Promise<boolean> {
  return (await execute(db, replacePasswordStatement, [userId, oldHash, hash, salt])) === 1;
}

/** Keyed hashes of addresses, latest login first. */
export const selectLoginAddresses = defineQuery('selectLoginAddresses', {
  sql: 'SELECT address_hash, last_login FROM login_addresses WHERE user_id = $1 ORDER BY last_login DESC, address_hash',
  row: z.strictObject({ address_hash: z.string(), last_login: timestamp }),
  values: (userId: string) => [userId],
}).rows;
