import { describeDevice } from '../account/device.ts';
import type {
  addDeviceBody,
  AlarmSettingsBody,
  AlarmSettingsView,
  AlarmsQuery,
  AlarmView,
  wake as wakeView,
} from '../contract/alarms.ts';
import { alarmKinds } from '../contract/vocabulary.ts';
import type { Db } from '../db/pool.ts';
import type { Viewer } from '../http/sessions/viewer.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';
import type { z } from 'zod';
import { lockUser } from '../messages/send.ts';
import type { Amounts } from '../game/types.ts';
import type { Services } from '../world/services.ts';
import { deleteChannel } from './channels.ts';
import { setMailbox } from './mailbox.ts';
import { insertDevice, requestAlarmTest, requireOwnDevice, toDevice, wakeAlarmChannels } from './devices.ts';
import { requireAllowed } from './push.ts';
import { presentAlarms, selectPlayers } from './selection.ts';
import { insertSettings, selectAlarmSettings } from './settings.ts';
import { toText } from './texts.ts';
import { deleteWake, insertWake, type Wake } from './wakes.ts';

export interface AlarmMeans {
  hasMail: boolean;
  /** VAPID. */
  pushKey: string;
  /** Origins besides those of the browsers. */
  pushServices: readonly string[];
}

/** The alarms of the wanted kinds are in the order of the contract. */
async function readPlayer({ pool, clock, readEmpire }: Services, viewer: Viewer) {
  const player = (await selectPlayers(pool, [viewer.userId], clock.now())).get(viewer.userId);
  if (player === undefined) throw new GameError('AUTH_REQUIRED');
  const { alarms } = await presentAlarms(player, (id) => readEmpire('empire', id));
  return { ...player, alarms: alarms.sort((a, b) => compare(a.key, b.key)) };
}

const kindIndex = (key: string): number => alarmKinds.findIndex((kind) => key.startsWith(`${kind} `));

function compare(a: string, b: string): number {
  if (kindIndex(a) !== kindIndex(b)) return kindIndex(a) - kindIndex(b);
  return a < b ? -1 : a > b ? 1 : 0;
}

export async function readAlarms(
  services: Services,
  viewer: Viewer,
  { after, limit }: AlarmsQuery,
): Promise<{ alarms: AlarmView[]; next: string | null }> {
  const player = await readPlayer(services, viewer);
  const rest = player.alarms.filter(({ key }) => after === undefined || compare(key, after) > 0);
  const shown = rest.slice(0, limit);
  return {
    alarms: shown.map((alarm) => ({
      id: alarm.key,
      kind: alarm.kind,
      at: isoOf(alarm.at),
      ...toText(alarm, player),
      city: alarm.city,
      city_id: alarm.city_id,
      opponent: alarm.opponent,
      opponent_id: alarm.opponent_id,
      battle_id: alarm.first_id === null ? null : alarm.about_id,
      thread_id: alarm.kind === 'message' ? alarm.about_id : null,
      resource: alarm.resource,
      contact_at: alarm.contact_at === null ? null : isoOf(alarm.contact_at),
    })),
    next: rest.length > limit ? (shown.at(-1)?.key ?? null) : null,
  };
}

export function toWakeView(wake: Wake | null): z.infer<typeof wakeView> {
  if (wake === null) return null;
  const { gold, food, materials, rang_at: rangAt } = wake;
  return { gold, food, materials, rang_at: rangAt === null ? null : isoOf(rangAt) };
}

export async function readAlarmSettings(
  db: Db,
  { pushKey, hasMail }: AlarmMeans,
  userId: string,
): Promise<AlarmSettingsView> {
  const {
    devices,
    is_email_confirmed: isConfirmed,
    wake,
    ...settings
  } = await selectAlarmSettings(db, userId);
  return {
    ...settings,
    mail_state: !hasMail ? 'unavailable' : isConfirmed ? 'ready' : 'unconfirmed',
    wake: toWakeView(wake),
    push_key: pushKey,
    devices: devices.map(toDevice),
  };
}

export function setAlarmSettings(
  services: Services,
  means: AlarmMeans,
  viewer: Viewer,
  body: AlarmSettingsBody,
) {
  return changeOnce(services, async (tx) => {
    const now = services.clock.now();
    await insertSettings(tx, viewer.userId, body);
    await setMailbox(tx, viewer.userId, body.mail.attacks, { id: services.random.uuid(), now });
    await wakeAlarmChannels(tx, viewer.userId, now);
    return { success: true as const, settings: await readAlarmSettings(tx, means, viewer.userId) };
  });
}

export function setWake(services: Services, userId: string, cost: Amounts) {
  return changeOnce(services, async (tx) => {
    await insertWake(tx, userId, services.random.uuid(), cost);
    await wakeAlarmChannels(tx, userId, services.clock.now());
    const { wake } = await selectAlarmSettings(tx, userId);
    return { success: true as const, wake: toWakeView(wake) };
  });
}

export function endWake(services: Services, userId: string) {
  return changeOnce(services, async (tx) => {
    await deleteWake(tx, userId);
    return { success: true as const, message: 'You will not be told' };
  });
}

/**
 * Present alarms are not sent to the browser, because the player sees them. Throws VALIDATION_ERROR for an address of
 * no push service.
 */
export async function addDevice(
  services: Services,
  { pushServices }: AlarmMeans,
  viewer: Viewer,
  { endpoint, keys, name, replaces }: z.output<typeof addDeviceBody>,
  userAgent: string | null,
) {
  requireAllowed(endpoint, pushServices);
  const { random, clock } = services;
  const { alarms } = await readPlayer(services, viewer);
  return changeOnce(services, async (tx) => {
    await lockUser(tx, viewer.userId);
    const device = await insertDevice(tx, {
      id: random.uuid(),
      userId: viewer.userId,
      name: name === '' ? describeDevice(userAgent) : name,
      sessionId: viewer.sessionId,
      ...{ endpoint, keys, replaces },
      now: clock.now(),
      delivered: alarms.map(({ key }) => key),
    });
    return { success: true as const, device };
  });
}

/** Throws NOT_FOUND, and FORBIDDEN for a browser of another user. */
export function removeDevice(services: Services, userId: string, deviceId: string) {
  return changeOnce(services, async (tx) => {
    await requireOwnDevice(tx, userId, deviceId);
    await deleteChannel(tx, deviceId);
    return { success: true as const, message: 'The browser was removed' };
  });
}

/** The sender sends the test. Throws NOT_FOUND, and FORBIDDEN for a browser of another user. */
export function testDevice(services: Services, userId: string, deviceId: string) {
  return changeOnce(services, async (tx) => {
    await requireOwnDevice(tx, userId, deviceId);
    await requestAlarmTest(tx, deviceId, services.clock.now());
    return { success: true as const, message: 'A test is on its way' };
  });
}
