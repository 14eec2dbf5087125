/**
 * Deleting accounts. A player asks for it, and a login within seven days takes it back. Then the row of an account
 * without an empire is deleted. Any other stays as the owner of its empire, without personal data.
 */
import type pg from 'pg';
import { z } from 'zod';
import { runRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { timestamp, uuid } from '../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../db/pool.ts';
import { transaction, type Tx } from '../db/transaction.ts';
import { takeBackSql } from '../http/rate-limit-store.ts';
import type { SecurityLog } from '../http/security-log.ts';
import { dayMs } from '../kernel/time.ts';

/** The time in which a login takes a deletion back. */
export const deletionDelayMs = 7 * dayMs;
/** The name that pages and API show for the owner. No player can register it. */
export const deletedName = '[deleted player]';
const deletedAtOnce = 100;

const markForDeletion = statement(
  'markForDeletion',
  `WITH owner AS (
     UPDATE users SET deletion_at = coalesce(deletion_at, to_timestamp($3::double precision / 1000))
     WHERE id = $1 AND is_active AND password_hash = $2 RETURNING deletion_at
   ), forgiven AS (
     ${takeBackSql('$4')} AND EXISTS (SELECT FROM owner)
   )
   SELECT deletion_at FROM owner`,
  z.strictObject({ deletion_at: timestamp }),
);

interface Leaving {
  userId: string;
  /** The hash with which the password was compared. */
  passwordHash: string;
  /** Milliseconds since 1970. */
  deletionAtMs: number;
  /** The counted attempt, which is forgiven. */
  attemptKey: string;
}

/**
 * Marks an account for its deletion; a trigger ends its sessions. Returns the moment, which an earlier mark keeps; null
 * if the account is not active, or has another password by now.
 */
export async function markAccount(db: Db, leaving: Leaving): Promise<Date | null> {
  const { userId, passwordHash, deletionAtMs, attemptKey } = leaving;
  const values = [userId, passwordHash, deletionAtMs, attemptKey];
  return (await selectOptional(db, markForDeletion, values))?.deletion_at ?? null;
}

const lockDueAccounts = statement(
  'lockDueAccounts',
  `SELECT id FROM users WHERE deletion_at <= to_timestamp($1::double precision / 1000)
   ORDER BY deletion_at LIMIT ${deletedAtOnce} FOR UPDATE SKIP LOCKED`,
  z.strictObject({ id: uuid }),
);

const lockAccount = statement(
  'lockAccount',
  'SELECT id FROM users WHERE id = $1 FOR UPDATE',
  z.strictObject({ id: uuid }),
);

// Foreign keys delete the rows that belong to a deleted row; a trigger ends the sessions of the others.
const deleteAccountsStatement = statement(
  'deleteAccounts',
  `WITH gone AS (
     DELETE FROM users WHERE id = ANY ($1::uuid[]) AND empire_id IS NULL
   ), erased AS (
     UPDATE users SET username = '${deletedName}', username_key = 'deleted:' || id,
       email = '', email_key = 'deleted:' || id || '@', password_hash = '', salt = '',
       is_active = false, last_login = NULL, deletion_at = NULL, deleted_at = now()
     WHERE id = ANY ($1::uuid[]) AND empire_id IS NOT NULL AND deleted_at IS NULL RETURNING id
   ), addresses AS (
     DELETE FROM login_addresses WHERE user_id IN (SELECT id FROM erased)
   ), responses AS (
     DELETE FROM idempotency_keys WHERE user_id IN (SELECT id FROM erased)
   ), connections AS (
     DELETE FROM presences WHERE user_id IN (SELECT id FROM erased)
   )
   DELETE FROM account_tokens WHERE user_id IN (SELECT id FROM erased)`,
);

/** Deletes an account with everything that is personal. Its empire stays. */
export async function deleteAccount(tx: Tx, userId: string): Promise<void> {
  await select(tx, lockAccount, [userId]);
  await execute(tx, deleteAccountsStatement, [[userId]]);
}

/**
 * Deletes up to 100 accounts whose time has come. Skips those that a login or another instance has locked. Returns their
 * ids.
 */
export function deleteDueAccounts(pool: pg.Pool, now: number): Promise<string[]> {
  return transaction(pool, async (tx) => {
    const ids = (await select(tx, lockDueAccounts, [now])).map(({ id }) => id);
    return { value: ids, writes: ids.length === 0 ? null : [execute(tx, deleteAccountsStatement, [ids])] };
  });
}

/** Regularly deletes the accounts whose time has come. Returns a function that stops it. */
export function cleanAccounts(deps: CleaningDeps & { security: SecurityLog }): () => void {
  return runRegularly(deps, 'deleteAccounts', async (now) => {
    for (let count = deletedAtOnce; count === deletedAtOnce;) {
      const ids = await deleteDueAccounts(deps.pool, now);
      for (const id of ids) deps.security.record('account_deleted', null, id, {});
      count = ids.length;
    }
  });
}
