import { z } from 'zod';
import { count } from '../../db/columns.ts';
import { worldChannel } from '../../db/names.ts';
import { statement } from '../../db/pool.ts';
import type { Writer } from '../../db/transaction.ts';
import { dayMs } from '../../kernel/time.ts';
import type { NewLogEntry } from './event-log.ts';
import type { Notification } from './notifications.ts';
import { isResult, maxUnread } from './results.ts';

const sendNotificationsStatement = statement('sendNotifications', {
  sql: `SELECT count(pg_notify('${worldChannel}', payload)) AS sent FROM json_array_elements_text($1::json) AS event (payload)`,
  row: z.strictObject({ sent: count }),
});

// Empires without a player keep no event log. Repeated attacks that are called off are counted, so that a reader can
// show them as one; the latest 200 entries are enough for that. In the order of the ids in event_logs: two transactions
// that append to the same event logs must not deadlock. `ordinal` counts the new entries of an empire: their numbers
// are `ordinal` + the last number before.
const appendLogEntriesStatement = statement('appendLogEntries', {
  sql: `WITH
    entries AS (
      SELECT row_number() OVER (PARTITION BY empire_id ORDER BY position) AS ordinal, is_result, empire_id, at, type,
        CASE
          WHEN opponent_id IS NULL THEN data
          ELSE data || (
            SELECT jsonb_strip_nulls(jsonb_build_object('opponent_name', name, 'opponent_tag', alliance_tag))
            FROM empires WHERE id = opponent_id
          ) || CASE
            WHEN type = 'battle_called_off' AND data ->> 'role' = 'defender' THEN jsonb_build_object('count', 1 + (
              SELECT count(*) FROM (
                SELECT * FROM event_log_entries seen WHERE seen.empire_id = entry.empire_id ORDER BY number DESC LIMIT 200
              ) AS latest
              WHERE latest.type = 'battle_called_off' AND latest.at > entry.at - ${dayMs}
                AND latest.data ->> 'role' = 'defender' AND latest.data ->> 'opponent_id' = entry.data ->> 'opponent_id'
            ))
            ELSE '{}'
          END
        END AS data
      FROM json_to_recordset($1::json) AS entry
        (position integer, is_result boolean, empire_id uuid, at bigint, type text, opponent_id uuid, data jsonb)
      WHERE (SELECT kind FROM empires WHERE id = entry.empire_id) = 'player'
    ),
    numbered AS (
      INSERT INTO event_logs (empire_id, last, unread)
      SELECT empire_id, count(*), coalesce(array_agg(ordinal ORDER BY ordinal) FILTER (WHERE is_result), '{}')
      FROM entries GROUP BY empire_id ORDER BY empire_id
      ON CONFLICT (empire_id) DO UPDATE SET last = event_logs.last + excluded.last, unread = ARRAY(
        SELECT number FROM (
          SELECT unnest(event_logs.unread) AS number
          UNION ALL SELECT event_logs.last + unnest(excluded.unread)
          ORDER BY number DESC LIMIT ${maxUnread}
        ) AS latest ORDER BY number
      )
      RETURNING empire_id, last
    ),
    appended AS (
      INSERT INTO event_log_entries (empire_id, number, at, type, data)
      SELECT empire_id, last + ordinal - count(*) OVER (PARTITION BY empire_id), at, type, data
      FROM entries JOIN numbered USING (empire_id)
      RETURNING empire_id, number, at, type, data
    )
  SELECT count(pg_notify('${worldChannel}', payload)) AS sent FROM (
    SELECT json_build_object('event', 'entry_appended', 'to', json_build_array(empire_id),
      'data', json_build_object('number', number, 'at', at, 'type', type, 'data', data))::text AS payload
    FROM appended ORDER BY number
  ) AS ordered`,
  row: z.strictObject({ sent: count }),
});

/** In this order. Results become unread. */
export function appendLogEntries(tx: Writer, entries: readonly NewLogEntry[]): void {
  const rows = entries.map((entry, position) => ({
    ...entry,
    position,
    is_result: isResult(entry),
    opponent_id: 'opponent_id' in entry.data ? entry.data.opponent_id : null,
  }));
  if (rows.length > 0) tx.write(appendLogEntriesStatement, [JSON.stringify(rows)]);
}

/** In this order, at the commit. */
export function sendNotifications(tx: Writer, events: readonly Notification[]): void {
  if (events.length === 0) return;
  tx.write(sendNotificationsStatement, [JSON.stringify(events.map((event) => JSON.stringify(event)))]);
}
