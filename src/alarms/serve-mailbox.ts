/** Sends mails to the confirmed address of a player: attacks, at most once an hour, and the summary of a day. */
import type { Mailer } from '../account/mailer.ts';
import { hourMs } from '../kernel/time.ts';
import { unchangedResult, type ChannelResult, type Mailbox } from './channels.ts';
import { nextSummaryAt, summaryBegin } from './mailbox.ts';
import { writeAttacks, writeSummary } from './mails.ts';
import type { PlayerAlarms } from './selection.ts';
import type { Served, ServingTime } from './served.ts';

/** The pause between two mails that tell of attacks. */
const pauseMs = hourMs;

export interface MailMeans {
  mailer: Mailer;
  /** Links in mails begin with it. */
  baseUrl: string;
  /** Tells what happened in an empire after `from` until `to`, in sentences; none if nothing did. */
  tellPeriod: (empireId: string, period: { from: number; to: number }) => Promise<readonly string[]>;
}

/** Sends what a mailbox has not announced yet. Without a confirmed address, everything passes as if it was sent. */
export async function serveMailbox(
  { mailer, baseUrl, tellPeriod }: MailMeans,
  mailbox: Mailbox,
  player: PlayerAlarms,
  { now, isLate }: ServingTime,
): Promise<Served> {
  const { summary_at: summaryAt, mailed_at: mailedAt } = mailbox;
  const keys = player.alarms.flatMap(({ kind, key }) => (kind === 'attack' ? [key] : []));
  const isDue = summaryAt !== null && summaryAt <= now;
  const following = isDue ? nextSummaryAt(now, player.time_zone) : summaryAt;
  const all: ChannelResult = {
    ...unchangedResult(mailbox),
    announced: keys,
    summaryAt: following,
    nextAt: following ?? Infinity,
  };
  const served = (result: ChannelResult, sent: number, end: Served['end']): Served => ({
    result,
    sent,
    end,
    givenUp: { ...all, failures: 0, failingSince: null },
  });
  if (!player.is_email_confirmed) return served(all, 0, { outcome: 'sent' });

  let [sent, result] = [0, all];
  const fresh = player.alarms.filter(({ key }) => keys.includes(key) && !mailbox.announced.includes(key));
  if (mailbox.wants_attacks && fresh.length > 0) {
    const before = { ...all, announced: keys.filter((key) => mailbox.announced.includes(key)), summaryAt };
    const mayTellAt = mailedAt === null ? now : mailedAt + pauseMs;
    if (mayTellAt > now)
      result = { ...all, announced: before.announced, nextAt: Math.min(all.nextAt, mayTellAt) };
    else {
      const end = await mailer.deliver(writeAttacks(player, fresh, { baseUrl, id: mailbox.id }), isLate);
      if (end.outcome !== 'sent') return served(before, sent, end);
      sent += 1;
      result = { ...all, mailedAt: now };
    }
  }
  if (isDue) {
    const period = { from: summaryBegin(summaryAt, player.time_zone), to: summaryAt };
    const sentences = player.empire_id === null ? [] : await tellPeriod(player.empire_id, period);
    if (sentences.length > 0) {
      const end = await mailer.deliver(writeSummary(player, sentences, { baseUrl, id: mailbox.id }), isLate);
      if (end.outcome !== 'sent') return served({ ...result, summaryAt }, sent, end);
      sent += 1;
    }
  }
  return served(result, sent, { outcome: 'sent' });
}
