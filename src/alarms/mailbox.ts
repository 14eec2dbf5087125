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

const storeMailbox = statement('storeMailbox', {
  sql: `INSERT INTO alarm_channels (id, user_id, medium, wants_attacks, summary_at, created_at, announced, due_at)
   VALUES ($1, $2, 'mail', $3, $4, $5, '{}', $5)
   ON CONFLICT (user_id) WHERE medium = 'mail' DO UPDATE SET wants_attacks = excluded.wants_attacks,
     summary_at = CASE WHEN excluded.summary_at IS NOT NULL THEN coalesce(alarm_channels.summary_at, excluded.summary_at) END`,
});

const endMailsSql = (column: 'id' | 'user_id'): string =>
  `UPDATE alarm_channels SET wants_attacks = false, summary_at = NULL WHERE ${column} = $1 AND medium = 'mail'`;
const endMailsOfUser = statement('endMailsOfUser', { sql: endMailsSql('user_id') });

/**
 * Stores which mails a player wants. A summary that is due, or was, comes at its moment: a new time zone counts from the one
 * after that.
 * @param id of a new mailbox
 */
export async function setMailbox(
  tx: Tx,
  userId: string,
  { mail: { attacks, summary }, time_zone: timeZone }: AlarmSettingsBody,
  { id, now }: { id: string; now: number },
): Promise<void> {
  const summaryAt = summary ? nextSummaryAt(now, timeZone) : null;
  if (attacks || summary) await execute(tx, storeMailbox, [id, userId, attacks, summaryAt, now]);
  else await execute(tx, endMailsOfUser, [userId]);
}

const endMailsStatement = statement('endMails', { sql: endMailsSql('id') });

/** Ends the mails of a mailbox. It stays, so that the addresses in its earlier mails keep their meaning: repeating it changes nothing. */
export const endMails = (db: Db, id: string): Promise<number> => execute(db, endMailsStatement, [id]);
