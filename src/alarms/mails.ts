/** The mails of alarms. They name no other player: mail programs make links of some names. */
import { writeMail, type Recipient } from '../account/mail-texts.ts';
import type { Mail } from '../account/mailer.ts';
import { fillPath } from '../kernel/fill-path.ts';
import type { Alarm, PlayerAlarms } from './selection.ts';
import { toText, toTextOfMany } from './texts.ts';

export const unsubscribePath = '/unsubscribe/:mailbox_id';

/** Alarms that a mail lists. */
const maxListed = 10;

interface Sender {
  baseUrl: string;
  /** The id of the mailbox. */
  id: string;
}

const recipientOf = ({ username, email }: PlayerAlarms): Recipient => ({
  username,
  to: email,
  isConfirmed: true,
});

const ending =
  'You chose these mails in your account. Change that there, or with the unsubscribe button of your mail program.';

const withUnsubscribe = (mail: Mail, { baseUrl, id }: Sender): Mail => ({
  ...mail,
  unsubscribe: `${baseUrl}${fillPath(unsubscribePath, { mailbox_id: id })}`,
});

export function writeAlarms(player: PlayerAlarms, alarms: readonly Alarm[], sender: Sender): Mail {
  const texts = alarms.map((alarm) => toText(alarm, { shows_names: false }));
  const [first = 'attack', ...others] = new Set(alarms.map(({ kind }) => kind));
  const several =
    others.length === 0
      ? toTextOfMany(first, texts.length)
      : { title: `${texts.length} alarms`, path: '/dashboard' };
  const { title, path } = (texts.length === 1 ? texts[0] : undefined) ?? several;
  const lines = texts.slice(0, maxListed).map((text) => `${text.title}. ${text.text}`);
  const more = texts.length - lines.length;
  const facts = more > 0 ? [...lines, `And ${more} more.`] : lines;
  const mail = writeMail(recipientOf(player), title, [facts.join('\n'), `${sender.baseUrl}${path}`, ending]);
  return withUnsubscribe(mail, sender);
}
