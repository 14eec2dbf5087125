/** Operators: a world that has one keeps one. */
import { z } from 'zod';
import { execute, selectOptional, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';

const lockOperatorsStatement = statement('lockOperators', {
  sql: 'LOCK TABLE operator_links IN EXCLUSIVE MODE',
});

/** Take this lock before that of an account. */
export function lockOperators(tx: Tx): Promise<number> {
  return execute(tx, lockOperatorsStatement, []);
}

// An operator whose deletion is due does not count as another one.
const selectLastOperator = statement('selectLastOperator', {
  sql: `SELECT FROM users last WHERE id = $1 AND role = 'operator' AND is_active AND NOT EXISTS (
     SELECT FROM users WHERE role = 'operator' AND is_active AND deletion_at IS NULL AND id <> last.id
   )`,
  row: z.object({}),
});

/** Throws LAST_OPERATOR for the only operator. Call it in the transaction that ends its role or the account. */
export async function requireAnotherOperator(tx: Tx, userId: string): Promise<void> {
  const [, last] = await Promise.all([lockOperators(tx), selectOptional(tx, selectLastOperator, [userId])]);
  if (last !== null) throw new GameError('LAST_OPERATOR', 'give another account this role first');
}
