/** The transaction of a command about an account. */
import { transaction, type Tx } from '../../db/transaction.ts';
import { recordAuditEntry } from '../audit.ts';
import type { CommandContext } from '../command.ts';
import type { UserRow } from './queries.ts';

/** Changes an account and records the audit entry in one transaction. Returns the details of that entry. */
export function changeUser<Details extends object>(
  { pool, operator }: CommandContext,
  command: string,
  { id, username }: UserRow,
  change: (tx: Tx) => Promise<Details>,
): Promise<Details> {
  return transaction(pool, async (tx) => {
    const details = await change(tx);
    const target = `${username} (${id})`;
    return { value: details, writes: [recordAuditEntry(tx, { operator, command, target, details })] };
  });
}
