import { z } from 'zod';
import { alarmLimits, type AlarmDeviceView } from '../contract/alarms.ts';
import { moment, uuid } from '../db/columns.ts';
import { defineQuery, selectOptional, statement, type Db } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { GameError } from '../kernel/errors.ts';
import { isoOf } from '../kernel/time.ts';

export const deviceRow = z.strictObject({
  id: uuid,
  name: z.string(),
  created_at: moment,
  last_success_at: moment.nullable(),
  failing_since: moment.nullable(),
});

const isoOrNull = (at: number | null): string | null => (at === null ? null : isoOf(at));

export const toDevice = (row: z.infer<typeof deviceRow>): AlarmDeviceView => ({
  id: row.id,
  name: row.name,
  created_at: isoOf(row.created_at),
  last_success_at: isoOrNull(row.last_success_at),
  failing_since: isoOrNull(row.failing_since),
});

/** SQL of `deviceRow`. */
export const deviceColumns = 'id, name, created_at, last_success_at, failing_since';

// $1 id, $2 user, $3 name, $4 session, $5 endpoint, $6 and $7 keys, $8 now, $9 present alarms, $10 the endpoint before
// or NULL. A browser belongs to the account that added it last. The lock keeps the session until the commit, because
// its end deletes the browser.
const insertAlarmDevice = statement('insertAlarmDevice', {
  sql: `WITH removed AS (
     DELETE FROM alarm_channels WHERE user_id = $2 AND endpoint <> $5 AND (endpoint = $10 OR id IN (
       SELECT id FROM alarm_channels WHERE user_id = $2 AND medium = 'push' AND endpoint NOT IN ($5, coalesce($10, ''))
       ORDER BY coalesce(last_success_at, created_at) DESC, id OFFSET ${alarmLimits.devices - 1}
     ))
   )
   INSERT INTO alarm_channels
     (id, user_id, medium, name, session_id, endpoint, p256dh, auth, created_at, delivered, due_at)
   SELECT $1, $2, 'push', $3, id, $5, $6, $7, $8, $9, $8 FROM sessions WHERE id = $4 FOR KEY SHARE
   ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, name = excluded.name,
     session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, due_at = excluded.due_at,
     failures = 0, failing_since = NULL,
     delivered = CASE WHEN alarm_channels.user_id = excluded.user_id THEN alarm_channels.delivered ELSE excluded.delivered END
   RETURNING ${deviceColumns}`,
  row: deviceRow,
});

export interface NewDevice {
  id: string;
  userId: string;
  name: string;
  sessionId: string;
  endpoint: string;
  keys: { p256dh: string; auth: string };
  replaces: string | null;
  now: number;
  /** Keys of the present alarms, which the player sees on the page. */
  delivered: readonly string[];
}

/** The row of the user must be locked, for the limit. Throws AUTH_REQUIRED if the session was ended. */
export async function insertDevice(tx: Tx, device: NewDevice): Promise<AlarmDeviceView> {
  const { id, userId, name, sessionId, endpoint, keys, replaces, now, delivered } = device;
  const row = await selectOptional(tx, insertAlarmDevice, [
    id,
    userId,
    name,
    sessionId,
    endpoint,
    keys.p256dh,
    keys.auth,
    now,
    delivered,
    replaces,
  ]);
  if (row === null) throw new GameError('AUTH_REQUIRED');
  return toDevice(row);
}

const selectAlarmDeviceOwner = statement('selectAlarmDeviceOwner', {
  sql: `SELECT user_id FROM alarm_channels WHERE id = $1 AND medium = 'push'`,
  row: z.strictObject({ user_id: uuid }),
});

/** Throws NOT_FOUND for an unknown browser, and FORBIDDEN for that of another user. */
export async function requireOwnDevice(db: Db, userId: string, deviceId: string): Promise<void> {
  const row = await selectOptional(db, selectAlarmDeviceOwner, [deviceId]);
  if (row === null) throw new GameError('NOT_FOUND');
  if (row.user_id !== userId) throw new GameError('FORBIDDEN');
}

/** Requests a test, after what is being sent. */
export const requestAlarmTest = defineQuery('requestAlarmTest', {
  sql: `UPDATE alarm_channels SET is_test_wanted = true, due_at = $2, held_until = claimed_until WHERE id = $1`,
  values: (id: string, now: number) => [id, now],
}).rowCount;

/** Call it when other alarms may be wanted. */
export const wakeAlarmChannels = defineQuery('wakeAlarmChannels', {
  sql: 'UPDATE alarm_channels SET due_at = $2 WHERE user_id = $1',
  values: (userId: string, now: number) => [userId, now],
}).rowCount;
