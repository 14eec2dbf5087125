/** Invariants between rows. */
import { systemUserId } from '../../db/names.ts';
import { minuteMs } from '../../kernel/time.ts';
import { logEntryKeptMs } from '../log/event-log.ts';
import { checkBySql, type EmpirePage, type WholeWorld } from './invariant.ts';

/** Due work is applied within milliseconds; a longer delay means that something blocks it. */
const lateMs = minuteMs;
/**
 * Cleaning cannot explain a missing entry up to this age. Half of the retention leaves a margin: after a pause of the
 * servers, the order of the numbers may differ slightly from that of the moments.
 */
const maxUncleanedAgeMs = logEntryKeptMs / 2;

export const checkOwners = checkBySql<EmpirePage>('checkOwners', {
  sql: `SELECT e.id, e.name || CASE WHEN u.id IS NULL THEN ': its owner does not exist.'
     WHEN e.kind <> 'player' THEN ': it has no player and does not belong to the system account.'
     ELSE ': the account of its owner does not refer to it.' END AS sentence
   FROM empires e LEFT JOIN users u ON u.id = e.owner_id
   WHERE e.id = ANY ($1::uuid[])
     AND CASE WHEN e.kind = 'player' THEN u.empire_id IS DISTINCT FROM e.id ELSE e.owner_id <> '${systemUserId}' END`,
  values: ({ empireIds }) => [empireIds],
});

export const checkEventLogs = checkBySql<EmpirePage>('checkEventLogs', {
  sql: `SELECT e.id, e.name || CASE
     WHEN c.last IS NULL THEN ': it has no event log.'
     WHEN stored.highest > c.last THEN ': its event log has entry ' || stored.highest || ', past its last number '
       || c.last || '.'
     ELSE ': ' || c.last + 1 - young.lowest - young.count || ' of the entries ' || young.lowest || ' to ' || c.last
       || ' of its event log are missing.'
     END AS sentence
   FROM empires e LEFT JOIN event_logs c ON c.empire_id = e.id
   CROSS JOIN LATERAL (SELECT max(number) AS highest FROM event_log_entries WHERE empire_id = e.id) stored
   CROSS JOIN LATERAL (
     SELECT min(number) AS lowest FROM event_log_entries WHERE empire_id = e.id AND at > $2::bigint
   ) since
   CROSS JOIN LATERAL (
     SELECT since.lowest, count(*) FROM event_log_entries WHERE empire_id = e.id AND number >= since.lowest
   ) young
   WHERE e.id = ANY ($1::uuid[]) AND (e.kind = 'player' OR c.last IS NOT NULL)
     AND (c.last IS NULL OR stored.highest > c.last OR young.lowest + young.count <> c.last + 1)`,
  values: ({ empireIds, now }) => [empireIds, now - maxUncleanedAgeMs],
});

export const checkLinks = checkBySql<WholeWorld>('checkLinks', {
  sql: `SELECT u.id, u.username || ': the account refers to an empire of another user.' AS sentence
   FROM users u JOIN empires e ON e.id = u.empire_id WHERE e.owner_id <> u.id
   UNION ALL
   SELECT id, id || ': the owner that replaced a deleted account has no empire.'
   FROM users WHERE deleted_at IS NOT NULL AND empire_id IS NULL`,
});

export const checkSessions = checkBySql<WholeWorld>('checkSessions', {
  sql: `SELECT u.id, u.username || ': the account is deactivated and has ' || count(*) || ' sessions.' AS sentence
   FROM users u JOIN sessions s ON s.user_id = u.id WHERE NOT u.is_active GROUP BY u.id`,
});

export const checkDue = checkBySql<WholeWorld>('checkDue', {
  sql: `SELECT id, name || ': work that was due ' || ($1::bigint - at) / 1000 || ' s ago has not been applied.' AS sentence
   FROM due_empires JOIN empires ON id = empire_id WHERE at < $1::bigint - $2::bigint
   UNION ALL
   SELECT attacker_id, 'Battle ' || number || ': its contact of ' || ($1::bigint - contact_at) / 1000
     || ' s ago has not been decided.'
   FROM battles WHERE outcome IS NULL AND contact_at < $1::bigint - $2::bigint
   UNION ALL
   SELECT attacker_id, 'Battle ' || number || ': its end of ' || ($1::bigint - at) / 1000
     || ' s ago is not in the event logs.'
   FROM battle_ends JOIN battles ON id = battle_id WHERE at < $1::bigint - $2::bigint`,
  values: ({ now, isServed }) => [now, isServed ? lateMs : Number.MAX_SAFE_INTEGER],
});
