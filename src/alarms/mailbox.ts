import { execute, statement, type Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';

const storeMailbox = statement('storeMailbox', {
  sql: `INSERT INTO alarm_channels (id, user_id, medium, wants_attacks, created_at, delivered, due_at)
   VALUES ($1, $2, 'mail', true, $3, '{}', $3)
   ON CONFLICT (user_id) WHERE medium = 'mail' DO UPDATE SET wants_attacks = true`,
});

const endMailsSql = (column: 'id' | 'user_id'): string =>
  `UPDATE alarm_channels SET wants_attacks = false WHERE ${column} = $1 AND medium = 'mail'`;
const endMailsOfUser = statement('endMailsOfUser', { sql: endMailsSql('user_id') });

/** @param id of a new mailbox */
export async function setMailbox(
  tx: Tx,
  userId: string,
  wantsAttacks: boolean,
  { id, now }: { id: string; now: number },
): Promise<void> {
  if (wantsAttacks) await execute(tx, storeMailbox, [id, userId, now]);
  else await execute(tx, endMailsOfUser, [userId]);
}

const endMailsStatement = statement('endMails', { sql: endMailsSql('id') });

/** The mailbox stays, so that links in earlier mails still work. */
export const endMails = (db: Db, id: string): Promise<number> => execute(db, endMailsStatement, [id]);
