/**
 * Deletion of accounts. A login within seven days of the request cancels it; a later one is refused. After that, the
 * user's row is deleted, and its foreign keys delete or clear everything that refers to it. The empire stays. Its new
 * owner is a new, inactive row of `users` without personal data.
 */
import type pg from 'pg';
import type { Random } from '../kernel/random.ts';
import { z } from 'zod';
import { runRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { timestamp, uuid } from '../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../db/pool.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { leaveAlliances } from '../alliance/writes.ts';
import { takeBackSql } from '../http/limits/rate-limit-store.ts';
import type { SecurityLog } from '../http/security/security-log.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';

/** The time in which a login cancels a deletion. */
export const deletionDelayMs = 7 * dayMs;
/** The name of the new owner of the empire. No player can register it: names have no brackets. */
export const deletedName = '[deleted player]';
/** Few, because the transaction locks their empires. */
const deletedAtOnce = 20;

const markForDeletion = statement(
  'markForDeletion',
  `WITH owner AS (
     UPDATE users SET deletion_at = coalesce(deletion_at, to_timestamp($3::double precision / 1000))
     WHERE id = $1 AND is_active AND password_hash = $2 RETURNING deletion_at, is_email_confirmed
   ), forgiven AS (
     ${takeBackSql('$4::text[]')} AND EXISTS (SELECT FROM owner)
   )
   SELECT deletion_at, is_email_confirmed FROM owner`,
  z.strictObject({ deletion_at: timestamp, is_email_confirmed: z.boolean() }),
);

interface Leaving {
  userId: string;
  /** The hash with which the password was compared. */
  passwordHash: string;
  /** Milliseconds since 1970. */
  deletionAtMs: number;
  /** The counters of the attempt, which is forgiven. */
  attemptKeys: readonly string[];
}

/**
 * Marks an account for deletion; a trigger ends its sessions. Returns the time of the deletion: an earlier mark keeps
 * its own. Null if the account is not active, or has another password by now.
 */
export const markAccount = (db: Db, { userId, passwordHash, deletionAtMs, attemptKeys }: Leaving) =>
  selectOptional(db, markForDeletion, [userId, passwordHash, deletionAtMs, attemptKeys]);

const lockedRow = z.strictObject({ id: uuid, empire_id: uuid.nullable() });

type LockedAccount = z.infer<typeof lockedRow>;

const lockDueAccounts = statement(
  'lockDueAccounts',
  `SELECT id, empire_id FROM users WHERE deletion_at <= to_timestamp($1::double precision / 1000)
   ORDER BY deletion_at LIMIT ${deletedAtOnce} FOR UPDATE SKIP LOCKED`,
  lockedRow,
);

const lockAccount = statement(
  'lockAccount',
  'SELECT id, empire_id FROM users WHERE id = $1 FOR UPDATE',
  lockedRow,
);

// The days that the player spent in an alliance end with the account: due work from before the deletion that is applied
// later finds no membership, and would not count them.
const replaceOwners = statement(
  'replaceOwners',
  `WITH successors AS (
     INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, is_active, deleted_at)
     SELECT id, '${deletedName}', 'deleted:' || id, '', 'deleted:' || id || '@', '', '', false, now()
     FROM unnest($1::uuid[]) AS id
   )
   UPDATE empires SET owner_id = successor_id, deeds = deeds - 'comrade'
   FROM unnest($1::uuid[], $2::uuid[]) AS pair (successor_id, empire_id) WHERE id = pair.empire_id`,
);

const linkSuccessors = statement(
  'linkSuccessors',
  `UPDATE users SET empire_id = pair.empire_id
   FROM unnest($1::uuid[], $2::uuid[]) AS pair (successor_id, empire_id) WHERE id = successor_id`,
);

const deleteAccountsStatement = statement('deleteAccounts', 'DELETE FROM users WHERE id = ANY ($1::uuid[])');

/** Deletes locked accounts; their empires leave their alliances and get new owners. Returns pipelined, unawaited writes. */
function deleteLocked(tx: Tx, random: Random, accounts: readonly LockedAccount[]): Promise<unknown>[] {
  const empireIds = accounts.flatMap(({ empire_id }) => (empire_id === null ? [] : [empire_id]));
  const pairs = [empireIds.map(() => random.uuid()), empireIds];
  return [
    leaveAlliances(tx, empireIds),
    execute(tx, replaceOwners, pairs),
    execute(tx, deleteAccountsStatement, [accounts.map(({ id }) => id)]),
    execute(tx, linkSuccessors, pairs),
  ];
}

/** Deletes an account. Its empire stays. Returns pipelined, unawaited writes. */
export async function deleteAccount(tx: Tx, random: Random, userId: string): Promise<Promise<unknown>[]> {
  return deleteLocked(tx, random, await select(tx, lockAccount, [userId]));
}

/**
 * Deletes up to 20 accounts that are due. Skips accounts that a login or another instance has locked. Returns the
 * deleted ids.
 */
export function deleteDueAccounts(pool: pg.Pool, random: Random, now: number): Promise<string[]> {
  return transaction(pool, async (tx) => {
    const due = await select(tx, lockDueAccounts, [now]);
    return {
      value: due.map(({ id }) => id),
      writes: due.length === 0 ? null : deleteLocked(tx, random, due),
    };
  });
}

/** Deletes the accounts that are due, within a minute of their moment. Returns a function that stops it. */
export function cleanAccounts(deps: CleaningDeps & { random: Random; security: SecurityLog }): () => void {
  const deleteAllDue = async (now: number): Promise<void> => {
    for (let count = deletedAtOnce; count === deletedAtOnce;) {
      const ids = await deleteDueAccounts(deps.pool, deps.random, now);
      for (const id of ids) deps.security.record('account_deleted', null, id, {});
      count = ids.length;
    }
  };
  return runRegularly(deps, 'deleteAccounts', deleteAllDue, minuteMs / 2);
}
