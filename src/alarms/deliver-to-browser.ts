/** Sends the new alarms of a player to one browser. */
import { alarmKinds } from '../contract/vocabulary.ts';
import type { Services } from '../world/services.ts';
import { unchangedResult, type Browser } from './channels.ts';
import type { SendPush } from './push.ts';
import { presentAlarms, type Alarm, type PlayerAlarms } from './selection.ts';
import type { Delivery, DeliveryTime } from './delivery.ts';
import { markRung } from './wakes.ts';
import { toText, toTextOfMany, type AlarmText, type TextSettings } from './texts.ts';

/** More alarms of a kind become one push. */
const maxSeparate = 3;

type Pushed = Pick<Delivery, 'sent' | 'end'> & { delivered: string[] };

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

/** Stops at the first failure. */
async function deliverPushes(
  sendPush: SendPush,
  browser: Browser,
  { alarms, settings }: { alarms: readonly Alarm[]; settings: TextSettings },
  { now, isLate }: DeliveryTime,
): Promise<Pushed> {
  const delivered: string[] = [];
  let sent = 0;
  const batches = toBatches(alarms, settings);
  for (const { alarms: batch, text } of browser.is_test_wanted ? [test, ...batches] : batches) {
    if (isLate()) return { delivered, sent, end: { outcome: 'late' } };
    const contactAt = Math.max(...batch.map(({ contact_at }) => contact_at ?? Infinity));
    const push = {
      topic: topicOf(text.tag),
      isUrgent: batch.every(({ kind }) => kind === 'attack' || kind === 'threat'),
      uselessInMs: Number.isFinite(contactAt) ? contactAt - now : null,
    };
    let end = await sendPush(browser, { ...push, payload: text });
    if (end.outcome === 'too large')
      end = await sendPush(browser, { ...push, payload: { ...text, text: '' } });
    if (end.outcome === 'failed' || end.outcome === 'gone') return { delivered, sent, end };
    sent += 1;
    delivered.push(...batch.map(({ key }) => key));
  }
  return { delivered, sent, end: { outcome: 'sent' } };
}

/** Sends the requested test, then what it has not had yet. */
export async function deliverToBrowser(
  { sendPush, readEmpire, pool }: { sendPush: SendPush } & Pick<Services, 'readEmpire' | 'pool'>,
  browser: Browser,
  player: PlayerAlarms,
  time: DeliveryTime,
): Promise<Delivery> {
  const { alarms, nextAt } = await presentAlarms(player, (id) => readEmpire('empire', id));
  if (player.wake?.rang_at === null && alarms.some(({ kind }) => kind === 'ready'))
    await markRung(pool, player.wake.id, time.now);
  const fresh = alarms.filter(({ key }) => !browser.delivered.includes(key));
  const { delivered, sent, end } = await deliverPushes(
    sendPush,
    browser,
    { alarms: fresh, settings: player },
    time,
  );
  const all = [...browser.delivered, ...delivered];
  const present = alarms.flatMap(({ key }) => (all.includes(key) ? [key] : []));
  return {
    result: { ...unchangedResult(browser), delivered: present, next_at: nextAt },
    ...{ sent, end },
    givenUp: null,
  };
}
