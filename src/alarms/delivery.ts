/** What became of the alarms of a claimed channel. */
import type { MailOutcome } from '../account/mailer.ts';
import type { ChannelResult } from './channels.ts';
import type { PushOutcome } from './push.ts';

export interface Delivery {
  /** With what was sent as delivered. */
  result: ChannelResult;
  /** Number of pushes or mails. */
  sent: number;
  /** Of the last one; `late`: the time was over before it. */
  end: PushOutcome | MailOutcome;
  /** The channel if this was the last attempt; null: it is removed. */
  givenUp: ChannelResult | null;
}

export interface DeliveryTime {
  now: number;
  /** Whether the claim is about to end. */
  isLate: () => boolean;
}
