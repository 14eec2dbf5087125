/** Tables and columns of a backup. */
import type pg from 'pg';

/**
 * Rows refer only to earlier tables; the exception, users to empires, is checked at the end. Rows have a fixed order,
 * too: the same world gives the same file.
 */
export const worldTables: readonly { name: string; order: string }[] = [
  { name: 'settings', order: 'key COLLATE "C"' },
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
  { name: 'threads', order: 'id' },
  { name: 'thread_members', order: 'thread_id, user_id' },
  { name: 'messages', order: 'thread_id, number' },
  { name: 'reports', order: 'id' },
  { name: 'reporters', order: 'report_id, at, reporter_id' },
  { name: 'sessions', order: 'id' },
  { name: 'alarm_channels', order: 'id' },
  { name: 'alarm_wakes', order: 'user_id' },
  { name: 'login_addresses', order: 'user_id, address_hash COLLATE "C"' },
  { name: 'account_tokens', order: 'user_id, purpose COLLATE "C"' },
  { name: 'operator_links', order: 'token_hash COLLATE "C"' },
  { name: 'invites', order: 'id' },
  { name: 'admin_actions', order: 'id' },
];

/** All except generated columns, quoted, in alphabetical order. */
export async function selectColumns(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attname`,
    [table],
  );
  return rows.map(({ name }) => name);
}
