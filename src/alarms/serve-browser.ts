/** Sends the new alarms of a player to one browser. */
import { alarmKinds } from '../contract/vocabulary.ts';
import type { Services } from '../world/services.ts';
import { unchangedResult, type Browser } from './channels.ts';
import type { SendPush } from './push.ts';
import { presentAlarms, type Alarm, type PlayerAlarms } from './selection.ts';
import type { Served, ServingTime } from './served.ts';
import { markRung } from './wakes.ts';
import { toText, toTextOfMany, type AlarmText, type TextSettings } from './texts.ts';

/** More alarms of a kind become one push. */
const maxSeparate = 3;

/** The announced keys, and the outcome. */
type Delivered = Pick<Served, 'sent' | 'end'> & { announced: string[] };

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
  { now, isLate }: ServingTime,
): Promise<Delivered> {
  const announced: string[] = [];
  let sent = 0;
  const batches = toBatches(alarms, settings);
  for (const { alarms: batch, text } of browser.is_test_wanted ? [test, ...batches] : batches) {
    if (isLate()) return { announced, sent, end: { outcome: 'late' } };
    const contactAt = Math.max(...batch.map(({ contact_at }) => contact_at ?? Infinity));
    const push = {
      topic: topicOf(text.tag),
      isUrgent: batch.every(({ kind }) => kind === 'attack' || kind === 'threat'),
      uselessInMs: Number.isFinite(contactAt) ? contactAt - now : null,
    };
    let end = await sendPush(browser, { ...push, payload: text });
    if (end.outcome === 'too large')
      end = await sendPush(browser, { ...push, payload: { ...text, text: '' } });
    if (end.outcome === 'failed' || end.outcome === 'gone') return { announced, sent, end };
    sent += 1;
    announced.push(...batch.map(({ key }) => key));
  }
  return { announced, sent, end: { outcome: 'sent' } };
}

/** Sends the requested test, then what the browser has not announced yet. */
export async function serveBrowser(
  { sendPush, readEmpire, pool }: { sendPush: SendPush } & Pick<Services, 'readEmpire' | 'pool'>,
  browser: Browser,
  player: PlayerAlarms,
  time: ServingTime,
): Promise<Served> {
  const { alarms, nextAt } = await presentAlarms(player, (id) => readEmpire('empire', id));
  if (player.wake?.rang_at === null && alarms.some(({ kind }) => kind === 'ready'))
    await markRung(pool, player.wake.id, time.now);
  const fresh = alarms.filter(({ key }) => !browser.announced.includes(key));
  const { announced, sent, end } = await deliverPushes(
    sendPush,
    browser,
    { alarms: fresh, settings: player },
    time,
  );
  const all = [...browser.announced, ...announced];
  const present = alarms.flatMap(({ key }) => (all.includes(key) ? [key] : []));
  return {
    result: { ...unchangedResult(browser), announced: present, next_at: nextAt },
    ...{ sent, end },
    givenUp: null,
  };
}
