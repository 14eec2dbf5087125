/** Tables and columns of a world export. */
import type pg from 'pg';

/** Rows have a fixed order: the same world gives the same file. */
export interface WorldTable {
  name: string;
  order: string;
  /** Absent: all rows. */
  where?: string;
}

const settingsWithoutSecret: WorldTable = {
  name: 'settings',
  order: 'key COLLATE "C"',
  // Browsers accept alarms with the keys that they know.
  where: `key NOT IN ('session_secret', 'push_keys')`,
};

/** Ordered so that rows refer only to earlier tables. The exception, users to empires, is checked at the end. */
const lasting: readonly WorldTable[] = [
  { name: 'users', order: 'id' },
  { name: 'alliances', order: 'id' },
  { name: 'empires', order: 'id' },
  { name: 'alliance_candidates', order: 'alliance_id, empire_id' },
  { name: 'due_empires', order: 'at, empire_id' },
  { name: 'cities', order: 'id' },
  { name: 'armies', order: 'id' },
  { name: 'seats', order: 'number' },
  { name: 'seat_changes', order: 'seat_id, at' },
  { name: 'battles', order: 'number' },
  { name: 'battle_ends', order: 'battle_id' },
  { name: 'battle_shares', order: 'battle_id, user_id' },
  { name: 'reign_crowns', order: 'reign, empire_id' },
  { name: 'reign_alliance_crowns', order: 'reign, empire_id, alliance_id' },
  { name: 'reigns', order: 'number' },
  { name: 'event_logs', order: 'empire_id' },
  { name: 'event_log_entries', order: 'empire_id, number' },
  { name: 'ledger_entries', order: 'empire_id, number' },
  { name: 'alarm_settings', order: 'user_id' },
  { name: 'blocks', order: 'blocker_id, blocked_id' },
  { name: 'idempotency_keys', order: 'user_id, key COLLATE "C"' },
];

const messages: readonly WorldTable[] = [
  { name: 'threads', order: 'id' },
  { name: 'thread_members', order: 'thread_id, user_id' },
  { name: 'messages', order: 'thread_id, number' },
  { name: 'message_reports', order: 'id' },
  { name: 'message_reporters', order: 'report_id, at, reporter_id' },
];

/** Optional, sensitive contents. */
export interface FileContents {
  /** With the secret that signs their cookies. They give access to every account. */
  with_sessions: boolean;
  /** With the reports of messages. */
  with_messages: boolean;
}

export function tablesOf({ with_sessions, with_messages }: FileContents): readonly WorldTable[] {
  return [
    with_sessions ? { name: 'settings', order: 'key COLLATE "C"' } : settingsWithoutSecret,
    ...lasting,
    ...(with_messages ? messages : []),
    ...(with_sessions
      ? [
          { name: 'sessions', order: 'id' },
          { name: 'alarm_channels', order: 'id' },
          { name: 'alarm_wakes', order: 'user_id' },
        ]
      : []),
  ];
}

/** All except generated columns, quoted, in alphabetical order. */
export async function selectColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname`,
    [table],
  );
  return rows.map(({ name }) => name);
}
