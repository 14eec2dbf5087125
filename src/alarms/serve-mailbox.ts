/** Sends mails to the confirmed address of a player: attacks, at most once an hour, and the summary of a day. */
import type { Mail, Mailer } from '../account/mailer.ts';
import { dayMs, hourMs } from '../kernel/time.ts';
import { unchangedResult, type ChannelResult, type Mailbox } from './channels.ts';
import { nextSummaryAt, summaryBegin } from './mailbox.ts';
import { writeAttacks, writeSummary } from './mails.ts';
import type { PlayerAlarms } from './selection.ts';
import type { Served, ServingTime } from './served.ts';

/** The pause between two mails that tell of attacks. */
const pauseMs = hourMs;
/** A summary that could not be sent for so long is left out. */
const summaryLimitMs = dayMs;

export interface MailMeans {
  mailer: Mailer;
  /** Links in mails begin with it. */
  baseUrl: string;
  /** Tells what happened in an empire after `from` until `to`, in sentences; none if nothing did. */
  tellPeriod: (empireId: string, period: { from: number; to: number }) => Promise<readonly string[]>;
}

/** A mail, and what changes when it has left. */
interface Step {
  mail: Mail;
  after: Partial<ChannelResult>;
}

/** The summary that is due, in sentences; none if nothing happened. */
async function readSummary(
  { tellPeriod }: MailMeans,
  { empire_id: empireId, time_zone: timeZone }: PlayerAlarms,
  summaryAt: number | null,
  now: number,
): Promise<readonly string[]> {
  if (empireId === null || summaryAt === null || summaryAt > now || summaryAt < now - summaryLimitMs)
    return [];
  return tellPeriod(empireId, { from: summaryBegin(summaryAt, timeZone), to: summaryAt });
}

/** Sends what a mailbox has not announced yet. Without a confirmed address, everything passes as if it was sent. */
export async function serveMailbox(
  means: MailMeans,
  mailbox: Mailbox,
  player: PlayerAlarms,
  { now, isLate }: ServingTime,
): Promise<Served> {
  const { mailer, baseUrl } = means;
  const sender = { baseUrl, id: mailbox.id };
  const { summary_at: summaryAt, mailed_at: mailedAt } = mailbox;
  const isDue = summaryAt !== null && summaryAt <= now;
  const following = isDue ? nextSummaryAt(now, player.time_zone) : summaryAt;
  const attacks = player.alarms.filter(({ kind }) => kind === 'attack');
  const keys = attacks.map(({ key }) => key);
  const known = keys.filter((key) => mailbox.announced.includes(key));
  const fresh = attacks.filter(({ key }) => !known.includes(key));
  const done = { announced: keys, summary_at: following, next_at: following ?? Infinity };
  const old = attacks.filter(({ key, at }) => known.includes(key) || at <= (mailbox.failing_since ?? now));
  const givenUp: ChannelResult = {
    ...unchangedResult(mailbox),
    ...{ ...done, failures: 0, failing_since: null },
    // Later attacks are tried again.
    announced: old.map(({ key }) => key),
    next_at: old.length < attacks.length ? now : done.next_at,
  };
  const canReach = player.is_email_confirmed && player.is_active;
  const sentences = canReach ? await readSummary(means, player, summaryAt, now) : [];
  const mayTellAt = mailedAt === null ? now : mailedAt + pauseMs;
  const wantsAttacks = canReach && mailbox.wants_attacks && fresh.length > 0;
  const isHeld = wantsAttacks && mayTellAt > now;
  const end = isHeld ? { ...done, announced: known, next_at: Math.min(done.next_at, mayTellAt) } : done;
  const steps: Step[] = [
    ...(wantsAttacks && !isHeld
      ? [{ mail: writeAttacks(player, fresh, sender), after: { announced: keys, mailed_at: now } }]
      : []),
    ...(sentences.length > 0 ? [{ mail: writeSummary(player, sentences, sender), after: {} }] : []),
  ];
  let result: ChannelResult = { ...unchangedResult(mailbox), announced: known };
  for (const [sent, { mail, after }] of steps.entries()) {
    const delivered = await mailer.deliver(mail, isLate);
    if (delivered.outcome !== 'sent') return { result, sent, end: delivered, givenUp };
    result = { ...result, ...after };
  }
  return { result: { ...result, ...end }, sent: steps.length, end: { outcome: 'sent' }, givenUp };
}
