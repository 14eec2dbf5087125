/** SQL of the mailbox of a player, and the moments of its summaries. */
import type { AlarmSettingsBody } from '../contract/alarms.ts';
import { execute, statement, type Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { hourMs } from '../kernel/time.ts';
import { minutesOf, nextLocalTime } from './local-time.ts';

/** The local time at which summaries leave. */
const summaryTime = minutesOf('08:00');

/** When the next summary is due. */
export const nextSummaryAt = (now: number, timeZone: string): number =>
  nextLocalTime(now, summaryTime, timeZone);

/** Where the day begins that the summary of a moment tells of. It has 23 to 25 hours, because clocks may be set in it. */
export const summaryBegin = (summaryAt: number, timeZone: string): number =>
  nextSummaryAt(summaryAt - 26 * hourMs, timeZone);

const storeMailbox = statement(
  'storeMailbox',
  `INSERT INTO alarm_channels (id, user_id, medium, wants_attacks, summary_at, created_at, announced, due_at)
   VALUES ($1, $2, 'mail', $3, $4, $5, '{}', $5)
   ON CONFLICT (user_id) WHERE medium = 'mail' DO UPDATE SET wants_attacks = excluded.wants_attacks,
     summary_at = excluded.summary_at, due_at = excluded.due_at`,
);

const deleteMailboxOf = statement(
  'deleteMailboxOf',
  `DELETE FROM alarm_channels WHERE user_id = $1 AND medium = 'mail'`,
);

/** Gives a player the mailbox that the settings ask for, or none. @param id of a new mailbox */
export async function setMailbox(
  tx: Tx,
  userId: string,
  { mail: { attacks, summary }, time_zone: timeZone }: AlarmSettingsBody,
  { id, now }: { id: string; now: number },
): Promise<void> {
  if (attacks || summary) {
    const summaryAt = summary ? nextSummaryAt(now, timeZone) : null;
    await execute(tx, storeMailbox, [id, userId, attacks, summaryAt, now]);
  } else await execute(tx, deleteMailboxOf, [userId]);
}

const deleteMailboxStatement = statement(
  'deleteMailbox',
  `DELETE FROM alarm_channels WHERE id = $1 AND medium = 'mail'`,
);

export const deleteMailbox = (db: Db, id: string): Promise<number> =>
  execute(db, deleteMailboxStatement, [id]);
