/**
 * Deletion of accounts, seven days after the request unless a login cancels it. The empire stays: its new owner is an
 * inactive row of `users` without personal data.
 */
import { z } from 'zod';
import { runRegularly, type CleaningDeps } from '../db/cleaning.ts';
import { timestamp, uuid } from '../db/columns.ts';
import { defineQuery, execute, select, statement } from '../db/pool.ts';
import { isRefusal, transaction, type Tx, type Writer } from '../db/transaction.ts';
import { abandonEmpire } from '../alliance/abandon-empire.ts';
import type { SecurityLog } from '../http/security/security-log.ts';
import { dayMs, minuteMs } from '../kernel/time.ts';
import { requireAnotherOperator } from './operators.ts';
import type { WorldDeps } from '../world/deps.ts';

export const deletionDelayMs = 7 * dayMs;
/** No player can register this name: names have no brackets. */
export const deletedName = '[deleted player]';

/**
 * A trigger ends the sessions. Returns the time of the deletion: an earlier mark keeps its own. Null if the account is
 * inactive or its password has changed.
 */
export const markForDeletion = defineQuery('markForDeletion', {
  sql: `UPDATE users SET deletion_at = coalesce(deletion_at, to_timestamp($3::double precision / 1000))
   WHERE id = $1 AND is_active AND password_hash = $2
   RETURNING deletion_at, is_email_confirmed`,
  row: z.strictObject({ deletion_at: timestamp, is_email_confirmed: z.boolean() }),
  values: (userId: string, passwordHash: string, deletionAtMs: number) => [
    userId,
    passwordHash,
    deletionAtMs,
  ],
}).optionalRow;

const accountRow = z.strictObject({ id: uuid, empire_id: uuid.nullable() });

type Account = z.infer<typeof accountRow>;

const selectDueAccounts = statement('selectDueAccounts', {
  sql: `SELECT id, empire_id FROM users WHERE deletion_at <= to_timestamp($1::double precision / 1000) ORDER BY deletion_at`,
  row: accountRow,
});

// $3: when it is due, or null. NO KEY, because a command that holds the alliance may refer to the account.
const lockAccount = statement('lockAccount', {
  sql: `SELECT FROM users WHERE id = $1 AND empire_id IS NOT DISTINCT FROM $2::uuid
     AND ($3::double precision IS NULL OR deletion_at <= to_timestamp($3::double precision / 1000))
   FOR NO KEY UPDATE SKIP LOCKED`,
});

const deleteUser = statement('deleteUser', { sql: 'DELETE FROM users WHERE id = $1' });

const insertSuccessor = statement('insertSuccessor', {
  sql: `INSERT INTO users (id, username, username_key, email, email_key, password_hash, salt, is_active, deleted_at)
   VALUES ($1, '${deletedName}', 'deleted:' || $1::uuid, '', 'deleted:' || $1::uuid || '@', '', '', false, now())`,
});

const linkSuccessor = statement('linkSuccessor', { sql: 'UPDATE users SET empire_id = $2 WHERE id = $1' });

/**
 * With `dueBy` only if it is due by then. Its empire leaves its alliance and gets a new owner. False if the account is
 * locked or has changed. Throws BUSY if the empire stays locked, and LAST_OPERATOR.
 * @param record a further write of the transaction
 */
export async function deleteAccount(
  deps: WorldDeps,
  { id, empire_id: empireId }: Account,
  { dueBy = null, record }: { dueBy?: number | null; record?: (tx: Writer) => void } = {},
): Promise<boolean> {
  const lock = async (tx: Tx): Promise<boolean> => {
    // A deletion that is due was checked when it was requested.
    if (dueBy === null) await requireAnotherOperator(tx, id);
    return (await execute(tx, lockAccount, [id, empireId, dueBy])) > 0;
  };
  if (empireId === null)
    return transaction(deps.pool, async (tx) => {
      const isLocked = await lock(tx);
      if (isLocked) tx.write(deleteUser, [id]);
      if (isLocked) record?.(tx);
      return isLocked;
    });
  const successorId = deps.random.uuid();
  return abandonEmpire(deps, {
    empireId,
    // Before the save of the empire, which refers to it.
    lock: async (tx) => (await lock(tx)) && (await execute(tx, insertSuccessor, [successorId])) > 0,
    finish: ({ empire }, tx) => {
      empire.ownerId = successorId;
      tx.write(deleteUser, [id]);
      record?.(tx);
      tx.write(linkSuccessor, [successorId, empireId]);
    },
  });
}

type CleanerDeps = CleaningDeps & WorldDeps & { security: SecurityLog };

/** Each in a transaction of its own. Skips locked accounts, and those whose deletion fails. */
export async function deleteDueAccounts(deps: CleanerDeps, now: number): Promise<void> {
  for (const account of await select(deps.pool, selectDueAccounts, [now])) {
    const accountId = account.id;
    try {
      if (await deleteAccount(deps, account, { dueBy: now }))
        deps.security.record('account_deleted', null, accountId, {});
    } catch (error) {
      if (!isRefusal(error)) throw error;
      deps.log.warn({ err: error, accountId }, 'deletion of an account failed, retrying later');
    }
  }
}

/** Deletes due accounts within a minute. Returns a function that stops it. */
export function cleanAccounts(deps: CleanerDeps): () => void {
  return runRegularly(deps, 'deleteAccounts', (now) => deleteDueAccounts(deps, now), minuteMs / 2);
}
