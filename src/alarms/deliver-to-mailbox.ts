/** Mails attacks, and to moderators reports, to the confirmed address of a player: of each at most one mail an hour. */
import type { Mailer } from '../account/mailer.ts';
import { hourMs } from '../kernel/time.ts';
import { unchangedResult, type ChannelResult, type Mailbox } from './channels.ts';
import { writeAlarms } from './mails.ts';
import type { Alarm, PlayerAlarms } from './selection.ts';
import type { Delivery, DeliveryTime } from './delivery.ts';

const pauseMs = hourMs;

export interface MailDeps {
  mailer: Mailer;
  baseUrl: string;
}

/** When the last mail told of them, by kind. */
const lastMail = { attack: 'mailed_at', report: 'report_mailed_at' } as const;
type MailedAlarm = Alarm & { kind: keyof typeof lastMail };

/** Sends what is new. Without a confirmed address, they count as delivered. */
export async function deliverToMailbox(
  { mailer, baseUrl }: MailDeps,
  mailbox: Mailbox,
  player: PlayerAlarms,
  { now, isLate }: DeliveryTime,
): Promise<Delivery> {
  const news = player.alarms.filter(
    (alarm): alarm is MailedAlarm =>
      alarm.kind === 'attack' || (alarm.kind === 'report' && player.kinds.includes(alarm.kind)),
  );
  const keys = news.map(({ key }) => key);
  const known = keys.filter((key) => mailbox.delivered.includes(key));
  const fresh = news.filter(({ key }) => !known.includes(key));
  const old = news.filter(({ key, at }) => known.includes(key) || at <= (mailbox.failing_since ?? now));
  const unchanged = unchangedResult(mailbox);
  const givenUp: ChannelResult = {
    ...unchanged,
    ...{ failures: 0, failing_since: null },
    // Later ones are tried again.
    delivered: old.map(({ key }) => key),
    next_at: old.length < news.length ? now : Infinity,
  };
  const nothing = { sent: 0, end: { outcome: 'sent' }, givenUp } as const;
  const canReach = player.is_email_confirmed && player.is_active;
  if (!canReach || !mailbox.wants_attacks || fresh.length === 0)
    return { result: { ...unchanged, delivered: keys }, ...nothing };
  const mayTellAt = ({ kind }: MailedAlarm): number => (mailbox[lastMail[kind]] ?? -Infinity) + pauseMs;
  const waiting = fresh.filter((alarm) => mayTellAt(alarm) > now);
  const told = fresh.filter((alarm) => !waiting.includes(alarm));
  const next = { next_at: Math.min(...waiting.map(mayTellAt)) };
  if (told.length === 0) return { result: { ...unchanged, delivered: known, ...next }, ...nothing };
  const end = await mailer.deliver(writeAlarms(player, told, { baseUrl, id: mailbox.id }), isLate);
  if (end.outcome !== 'sent') return { result: { ...unchanged, delivered: known }, sent: 0, end, givenUp };
  const result: ChannelResult = {
    ...unchanged,
    ...next,
    delivered: [...known, ...told.map(({ key }) => key)],
  };
  for (const { kind } of told) result[lastMail[kind]] = now;
  return { result, sent: 1, end, givenUp };
}
