/** Statements that write alliances and candidates. The save writes members, which are columns of empires. */
import { nameKey } from '../contract/text.ts';
import { execute, statement } from '../db/pool.ts';
import type { Tx, Writer } from '../db/transaction.ts';
import { isoOf } from '../kernel/time.ts';
import { sendNotifications } from '../world/log/log-statements.ts';
import type { Notification } from '../world/log/notifications.ts';

const insertAllianceStatement = statement('insertAlliance', {
  sql: `INSERT INTO alliances (id, name, name_key, tag, tag_key, description, created_at, members)
   VALUES ($1, $2, $3, $4, $5, $6, $7, 1)`,
});

/** Constraints refuse a name and a tag that are taken. */
export function insertAlliance(
  tx: Tx,
  { id, name, tag, description }: { id: string; name: string; tag: string; description: string | null },
  now: number,
): Promise<number> {
  const values = [id, name, nameKey(name), tag, nameKey(tag), description, now];
  return execute(tx, insertAllianceStatement, values);
}

// $1 a locked alliance, $2 the difference, $3 now. The alliance ends with its last member.
export const changeMemberCount = statement('changeMemberCount', {
  sql: `WITH counted AS (
     UPDATE alliances SET members = members + $2::int, dissolved_at = CASE WHEN members + $2::int = 0 THEN $3::bigint END
     WHERE id = $1 RETURNING dissolved_at
   )
   DELETE FROM alliance_candidates USING counted WHERE alliance_id = $1 AND dissolved_at IS NOT NULL`,
});

export const deleteCandidacies = statement('deleteCandidacies', {
  sql: 'DELETE FROM alliance_candidates WHERE empire_id = $1',
});

// The row stays until $3, to recognise a repetition.
export const endCandidacy = statement('endCandidacy', {
  sql: 'UPDATE alliance_candidates SET is_open = false, expires_at = $3 WHERE alliance_id = $1 AND empire_id = $2',
});

// Replaces an ended candidacy; an application also replaces an invitation that the empire does not see.
export const insertCandidate = statement('insertCandidate', {
  sql: `INSERT INTO alliance_candidates (alliance_id, empire_id, kind, at, withheld, is_quiet, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (alliance_id, empire_id) DO UPDATE SET kind = excluded.kind, at = excluded.at, withheld = excluded.withheld,
     is_open = true, is_quiet = excluded.is_quiet, expires_at = excluded.expires_at`,
});

// $2 and $3: whether to change the description, and to what; $4 and $5: the same of the note.
export const updateTexts = statement('updateTexts', {
  sql: `UPDATE alliances SET description = CASE WHEN $2::boolean THEN $3 ELSE description END,
     note = CASE WHEN $4::boolean THEN $5 ELSE note END WHERE id = $1`,
});

// Locks no empire: the clock ends each membership as due work.
const dissolveAllianceStatement = statement('dissolveAlliance', {
  sql: `WITH dissolved AS (
     UPDATE alliances SET members = 0, dissolved_at = $2::bigint WHERE id = $1 AND dissolved_at IS NULL
   ), deleted AS (
     DELETE FROM alliance_candidates WHERE alliance_id = $1
   )
   INSERT INTO due_empires (at, empire_id) SELECT $2, id FROM empires WHERE alliance_id = $1 ON CONFLICT DO NOTHING`,
});

export const dissolveAlliance = (tx: Writer, allianceId: string, now: number): void =>
  tx.write(dissolveAllianceStatement, [allianceId, now]);

export function sendUpdate(tx: Writer, allianceId: string, empireIds: readonly string[], now: number): void {
  const data = { alliance_id: allianceId, timestamp: isoOf(now) };
  const event: Notification = { event: 'alliance_update', to: [...new Set(empireIds)], data };
  sendNotifications(tx, [event]);
}
