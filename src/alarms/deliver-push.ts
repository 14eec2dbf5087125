/** Sends the new alarms of a player to one browser. */
import { alarmKinds } from '../contract/vocabulary.ts';
import type { Channel } from './channels.ts';
import type { PushOutcome, SendPush } from './push.ts';
import type { Alarm } from './selection.ts';
import { toText, toTextOfMany, type AlarmText, type TextSettings } from './texts.ts';

/** More new alarms of a kind, for example after quiet hours, become one push. */
const maxSeparate = 3;

/** What has become of the new alarms of a channel. */
export interface Delivered {
  /** The keys that were announced. */
  announced: string[];
  /** The number of pushes. */
  sent: number;
  /** The end: of the last push, or `late` if the time was over before the last one. */
  end: PushOutcome | { outcome: 'late' };
}

interface Batch {
  alarms: readonly Alarm[];
  text: AlarmText;
}

function toBatches(alarms: readonly Alarm[], settings: TextSettings): Batch[] {
  return alarmKinds.flatMap((kind): Batch[] => {
    const ofKind = alarms.filter((alarm) => alarm.kind === kind);
    if (ofKind.length > maxSeparate) return [{ alarms: ofKind, text: toTextOfMany(kind, ofKind.length) }];
    return ofKind.map((alarm) => ({ alarms: [alarm], text: toText(alarm, settings) }));
  });
}

const test: Batch = {
  alarms: [],
  text: {
    title: 'Hegemon',
    text: 'Your alarms arrive in this browser.',
    tag: 'test',
    path: '/account#alarms',
  },
};

/** At most 32 characters of base64url, the same for the same tag. */
const topicOf = (tag: string): string => tag.replace(/[^\w]/g, '').slice(-32);

/**
 * Sends the alarms one after the other, until one fails.
 * @param isLate whether no further one may be sent
 */
export async function deliverPushes(
  sendPush: SendPush,
  channel: Channel,
  { alarms, settings }: { alarms: readonly Alarm[]; settings: TextSettings },
  { now, isLate }: { now: number; isLate: () => boolean },
): Promise<Delivered> {
  const announced: string[] = [];
  let sent = 0;
  const batches = toBatches(alarms, settings);
  for (const { alarms: batch, text } of channel.is_test_wanted ? [test, ...batches] : batches) {
    if (isLate()) return { announced, sent, end: { outcome: 'late' } };
    const contactAt = Math.max(...batch.map((alarm) => alarm.contactAt ?? Infinity));
    const push = {
      topic: topicOf(text.tag),
      isUrgent: batch.every(({ kind }) => kind === 'attack' || kind === 'threat'),
      uselessInMs: Number.isFinite(contactAt) ? contactAt - now : null,
    };
    let end = await sendPush(channel, { ...push, payload: text });
    if (end.outcome === 'too large')
      end = await sendPush(channel, { ...push, payload: { ...text, text: '' } });
    if (end.outcome === 'failed' || end.outcome === 'gone') return { announced, sent, end };
    sent += 1;
    announced.push(...batch.map(({ key }) => key));
  }
  return { announced, sent, end: { outcome: 'sent' } };
}
