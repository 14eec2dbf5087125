/** Contract of alarms, and of what receives them. */
import { z } from 'zod';
import * as shared from './members.ts';
import { alarmKind, resource } from './kinds.ts';
import { alarmKinds } from './vocabulary.ts';
import { amounts, named } from './shapes.ts';
import { reserve } from './wishes.ts';
import { invisibleIssue, name, queryLimit, refusing, timestamp, uuid } from './text.ts';

export const alarmLimits = { devices: 10 } as const;

export const alarm = named(
  'Alarm',
  'Something that holds at present and that you may want to know at once.',
  {
    id: z.string().describe('The same for as long as the alarm holds.'),
    kind: alarmKind,
    at: timestamp.describe('When it began; for `storage`, `wish` and `ready` the time of this response.'),
    tag: z.string().describe('Shared by alarms of which a later one replaces an earlier one.'),
    title: z.string().describe('The alarm in a few words.'),
    text: z
      .string()
      .describe('A sentence, with times in UTC, that names others only if you chose so; may be empty.'),
    city: z.string().nullable().describe('Your city that it concerns, if there is one.'),
    city_id: uuid.nullable().describe('Its id.'),
    opponent: z.string().nullable().describe('The other empire or player, if there is one.'),
    opponent_id: uuid.nullable().describe('The id of that empire; for a message, of the player.'),
    battle_id: uuid.nullable().describe('For an attack, a battle or a threat.'),
    thread_id: uuid.nullable().describe('For a message.'),
    resource: resource.nullable().describe('The one whose storage is full.'),
    contact_at: timestamp.nullable().describe('For an attack or a threat, when the army arrives.'),
    path: z.string().describe('The page to open.'),
  },
);

export const alarmsQuery = z.object({
  after: z
    .string()
    .regex(new RegExp(`^(${alarmKinds.join('|')}) [\\w -]{1,60}$`), 'must be `next` of the page before')
    .optional()
    .describe('`next` of the page before; when absent, start at the first.'),
  limit: queryLimit(50, 100),
});
export type AlarmsQuery = z.output<typeof alarmsQuery>;

export const alarms = z.object({
  alarms: z
    .array(alarm)
    .describe('By kind and id: attacks, battles, messages, threats, wishes, storages, the wake, reports.'),
  next: z.string().nullable().describe('For `after` of the next page; null after the last one.'),
});

const mail = z
  .object({
    attacks: z
      .boolean()
      .describe('Whether a mail tells of attacks, and moderators of reports, at most one an hour.'),
  })
  .describe('Mails to your confirmed e-mail. They name no other player.');

export const alarmSettingsBody = z.object({
  kinds: z.array(alarmKind).max(alarmKind.options.length).describe('The kinds that you want.'),
  shows_names: z
    .boolean()
    .describe('Whether alarms name other players. Otherwise they have a kind, your city and a time.'),
  mail,
});

export const alarmDevice = named('AlarmDevice', 'A browser that receives your alarms.', {
  id: shared.id,
  name: shared.name,
  created_at: shared.createdAt,
  last_success_at: timestamp.nullable().describe('When the push service last accepted an alarm.'),
  failing_since: timestamp.nullable().describe('After 24 hours of failures, the browser is removed.'),
});

export const wakeBody = reserve;

export const wake = amounts
  .extend({
    rang_at: timestamp.nullable().describe('When the alarm began; null before.'),
  })
  .nullable()
  .describe('What the stock must cover for the alarm that you asked for; null if you asked for none.');

export const setWakeResponse = z.object({ success: shared.success, wake });

export const alarmSettings = named('AlarmSettings', 'Which alarms you want, and where they go.', {
  ...alarmSettingsBody.shape,
  mail_state: z
    .enum(['ready', 'unconfirmed', 'unavailable'])
    .describe(
      'Whether mails reach you: not before you confirm your e-mail, and not if the server sends none.',
    ),
  wake,
  push_key: z.string().describe('The `applicationServerKey` for `pushManager.subscribe`, as base64url.'),
  devices: z
    .array(alarmDevice)
    .describe(
      'The latest first; at most 10: a further one replaces the one that was reached least recently.',
    ),
});

export const setAlarmsResponse = z.object({ success: shared.success, settings: alarmSettings });

/** As browsers encode it: 65 bytes of a point, or 16 of a secret. */
const key = (length: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`), 'must be base64url');

export const addDeviceBody = z.object({
  endpoint: z
    .url()
    .max(1000)
    .superRefine(refusing((text) => invisibleIssue(text)))
    .describe('An address at the push service of a browser; others are refused.'),
  keys: z
    .object({
      p256dh: key(87).describe('The public key of the browser.'),
      auth: key(22).describe('The secret that it shares with the sender.'),
    })
    .describe('As in `PushSubscription.toJSON()`.'),
  name: name(0, 60).default('').describe('Empty: browser and system.'),
  replaces: z
    .string()
    .max(1000)
    .superRefine(refusing((text) => invisibleIssue(text)))
    .nullable()
    .default(null)
    .describe('The endpoint before, if it changed.'),
});

export const addDeviceResponse = z.object({ success: shared.success, device: alarmDevice });

export type AlarmView = z.infer<typeof alarm>;
export type AlarmSettingsBody = z.output<typeof alarmSettingsBody>;
export type AlarmSettingsView = z.infer<typeof alarmSettings>;
export type AlarmDeviceView = z.infer<typeof alarmDevice>;
