/** What serving a claimed channel has come to. */
import type { MailOutcome } from '../account/mailer.ts';
import type { ChannelResult } from './channels.ts';
import type { PushOutcome } from './push.ts';

export interface Served {
  /** The channel, with what was sent as announced. */
  result: ChannelResult;
  /** The number of pushes or mails. */
  sent: number;
  /** The outcome of the last one; `late`: the time was over before it. */
  end: PushOutcome | MailOutcome;
  /** What becomes of the channel if this was the last attempt; null: it is removed. */
  givenUp: ChannelResult | null;
}

/** The moment of a claim. */
export interface ServingTime {
  now: number;
  /** Whether nothing more may be sent under this claim. */
  isLate: () => boolean;
}
