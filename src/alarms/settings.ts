/** The alarm settings of players, with defaults. */
import { z } from 'zod';
import type { AlarmSettingsBody } from '../contract/alarms.ts';
import { alarmKinds } from '../contract/vocabulary.ts';
import { defineQuery, execute, statement, type Db } from '../db/pool.ts';
import { deviceColumns, deviceRow } from './devices.ts';
import { wakeRow, wakeSql } from './wakes.ts';

export const settingsShape = {
  kinds: z.array(z.enum(alarmKinds)),
  shows_names: z.boolean(),
};

const settingsWithChannels = z.strictObject({
  ...settingsShape,
  devices: z.array(deviceRow),
  is_email_confirmed: z.boolean(),
  mail: z.strictObject({ attacks: z.boolean() }),
  wake: wakeRow.nullable(),
});

/** SQL. `stored` is the row of `alarm_settings` or none. */
export const settingsSql = `
  coalesce(stored.kinds, '{attack,battle,message,threat,ready,report}') AS kinds, coalesce(stored.shows_names, false) AS shows_names`;

/** Browsers latest first. */
export const selectAlarmSettings = defineQuery('selectAlarmSettings', {
  sql: `SELECT ${settingsSql}, (
     SELECT coalesce(json_agg(device ORDER BY created_at DESC, id), '[]')
     FROM (SELECT ${deviceColumns} FROM alarm_channels WHERE user_id = u.id AND medium = 'push') AS device
   ) AS devices, u.is_email_confirmed, json_build_object('attacks', EXISTS (
     SELECT FROM alarm_channels WHERE user_id = u.id AND medium = 'mail' AND wants_attacks
   )) AS mail, ${wakeSql('u.id')} AS wake
   FROM users u LEFT JOIN alarm_settings stored ON stored.user_id = u.id WHERE u.id = $1`,
  row: settingsWithChannels,
  values: (userId: string) => [userId],
}).oneRow;

const storeAlarmSettings = statement('storeAlarmSettings', {
  sql: `INSERT INTO alarm_settings (user_id, kinds, shows_names) VALUES ($1, $2, $3)
   ON CONFLICT (user_id) DO UPDATE SET kinds = excluded.kinds, shows_names = excluded.shows_names`,
});

export async function insertSettings(
  db: Db,
  userId: string,
  { kinds, shows_names }: AlarmSettingsBody,
): Promise<void> {
  // In the order of the vocabulary, once each.
  const wanted = alarmKinds.filter((kind) => kinds.includes(kind));
  await execute(db, storeAlarmSettings, [userId, wanted, shows_names]);
}
