/** The alarm settings of players: the stored ones, and the defaults. */
import { z } from 'zod';
import type { AlarmSettingsBody } from '../contract/alarms.ts';
import { alarmKinds } from '../contract/vocabulary.ts';
import { integer } from '../db/columns.ts';
import { defineQuery, execute, statement, type Db } from '../db/pool.ts';
import { deviceColumns, deviceRow } from './devices.ts';
import { minutesOf, timeOf, type Quiet } from './local-time.ts';

export const settingsShape = {
  kinds: z.array(z.enum(alarmKinds)),
  shows_names: z.boolean(),
  quiet_from: integer.nullable(),
  quiet_to: integer.nullable(),
  time_zone: z.string(),
};

const settingsRow = z.strictObject(settingsShape);
export type SettingsRow = z.infer<typeof settingsRow>;
const settingsWithChannels = settingsRow.extend({
  devices: z.array(deviceRow),
  is_email_confirmed: z.boolean(),
  mail: z.strictObject({ attacks: z.boolean(), summary: z.boolean() }).nullable(),
});

/** SQL: the settings of the user `u`, with `stored` as its row of `alarm_settings` or none. */
export const settingsSql = `
  coalesce(stored.kinds, '{attack,battle,message,threat}') AS kinds, coalesce(stored.shows_names, false) AS shows_names,
  stored.quiet_from, stored.quiet_to, coalesce(stored.time_zone, 'UTC') AS time_zone`;

/** The settings of a player with the mailbox, and the browsers, the latest first. */
export const selectAlarmSettings = defineQuery('selectAlarmSettings', {
  sql: `SELECT ${settingsSql}, (
     SELECT coalesce(json_agg(device ORDER BY created_at DESC, id), '[]')
     FROM (SELECT ${deviceColumns} FROM alarm_channels WHERE user_id = u.id AND medium = 'push') AS device
   ) AS devices, u.is_email_confirmed, (
     SELECT json_build_object('attacks', wants_attacks, 'summary', summary_at IS NOT NULL)
     FROM alarm_channels WHERE user_id = u.id AND medium = 'mail'
   ) AS mail
   FROM users u LEFT JOIN alarm_settings stored ON stored.user_id = u.id WHERE u.id = $1`,
  row: settingsWithChannels,
  values: (userId: string) => [userId],
}).oneRow;

/** The quiet hours of a player; null: none. */
export const quietOf = ({
  quiet_from: from,
  quiet_to: to,
  time_zone: timeZone,
}: SettingsRow): Quiet | null => (from === null || to === null ? null : { from, to, timeZone });

export function toSettingsBody(
  row: SettingsRow & Pick<z.infer<typeof settingsWithChannels>, 'mail'>,
): AlarmSettingsBody {
  const { kinds, shows_names, time_zone } = row;
  const quiet = quietOf(row);
  return {
    ...{ kinds, shows_names, time_zone },
    mail: row.mail ?? { attacks: false, summary: false },
    quiet: quiet === null ? null : { from: timeOf(quiet.from), to: timeOf(quiet.to) },
  };
}

const storeAlarmSettings = statement('storeAlarmSettings', {
  sql: `INSERT INTO alarm_settings
     (user_id, kinds, shows_names, quiet_from, quiet_to, time_zone)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (user_id) DO UPDATE SET kinds = excluded.kinds, shows_names = excluded.shows_names,
     quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, time_zone = excluded.time_zone`,
});

export async function insertSettings(db: Db, userId: string, body: AlarmSettingsBody): Promise<void> {
  const { shows_names, quiet, time_zone } = body;
  // In the order of the vocabulary, once each.
  const kinds = alarmKinds.filter((kind) => body.kinds.includes(kind));
  const [from, to] = quiet === null ? [null, null] : [minutesOf(quiet.from), minutesOf(quiet.to)];
  await execute(db, storeAlarmSettings, [userId, kinds, shows_names, from, to, time_zone]);
}
