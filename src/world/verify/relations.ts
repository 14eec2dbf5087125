/** Invariants between rows: owners, distances, event logs, scores by day, accounts, sessions, references and due work. */
import { z } from 'zod';
import { count } from '../../db/columns.ts';
import { systemUserId } from '../../db/names.ts';
import { selectOne, statement } from '../../db/pool.ts';
import { logEntryKeptMs } from '../log/event-log.ts';
import { dayMs, minuteMs } from '../../kernel/time.ts';
import { checkBySql, type EmpirePage, type Violation, type WholeWorld } from './invariant.ts';

/** Due work is applied within milliseconds; a longer delay means that something blocks it. */
const lateMs = minuteMs;
/**
 * The age up to which cleaning cannot explain a missing entry. Half of the retention leaves a margin: after a pause of
 * the servers, the order of the numbers (order of emission) may differ slightly from that of the moments.
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

export const checkDistances = checkBySql<EmpirePage>('checkDistances', {
  sql: `SELECT c.empire_id AS id, c.name || ' at ' || c.x || '/' || c.y || ' is nearer than 3 tiles to '
     || other.name || ' at ' || other.x || '/' || other.y || '.' AS sentence
   FROM cities c JOIN cities other ON other.id <> c.id
     AND box(point(other.x - 1, other.y - 1), point(other.x + 1, other.y + 1))
       && box(point(c.x - 1, c.y - 1), point(c.x + 1, c.y + 1))
   WHERE c.empire_id = ANY ($1::uuid[])`,
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

/** Each score by day is from a day on which a player's empire was saved. */
export const checkScoreHistory = checkBySql<EmpirePage>('checkScoreHistory', {
  sql: `SELECT e.id, e.name || CASE WHEN e.kind <> 'player' THEN ': it has no player, and a history of scores.'
     ELSE ': its history has a score from before its founding or after its last change.' END AS sentence
   FROM empires e WHERE e.id = ANY ($1::uuid[]) AND EXISTS (
     SELECT FROM score_history WHERE empire_id = e.id
       AND (e.kind <> 'player' OR day NOT BETWEEN e.created_at / ${dayMs} AND e.advanced_at / ${dayMs})
   )`,
  values: ({ empireIds }) => [empireIds],
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

/** Checks nothing while no server runs, because then no due work is applied. */
export const checkDue = checkBySql<WholeWorld>('checkDue', {
  sql: `SELECT id, name || ': work that was due ' || ($1::bigint - at) / 1000 || ' s ago has not been applied.' AS sentence
   FROM due_empires JOIN empires ON id = empire_id WHERE at < $1::bigint - $2::bigint
   UNION ALL
   SELECT attacker_id, 'Battle ' || number || ': its contact of ' || ($1::bigint - contact_at) / 1000
     || ' s ago has not been decided.'
   FROM battles WHERE outcome IS NULL AND contact_at < $1::bigint - $2::bigint
   UNION ALL
   SELECT attacker_id, 'Battle ' || number || ': its end of ' || ($1::bigint - end_due_at) / 1000
     || ' s ago is not in the event logs.'
   FROM battles WHERE end_due_at < $1::bigint - $2::bigint`,
  values: ({ now, isServed }) => [now, isServed ? lateMs : Number.MAX_SAFE_INTEGER],
});

// One query for all foreign keys of one column, with names that the database quotes.
const selectReferences = statement('selectReferences', {
  sql: `SELECT string_agg(format(
     'SELECT %L AS name, %L AS child, count(*)::int AS count FROM %s child
      WHERE child.%I IS NOT NULL AND NOT EXISTS (SELECT FROM %s parent WHERE parent.%I = child.%I)',
     k.conname, k.conrelid::regclass, k.conrelid::regclass, c.attname, k.confrelid::regclass, p.attname, c.attname
   ), ' UNION ALL ' ORDER BY k.conname) AS query
   FROM pg_constraint k
   JOIN pg_attribute c ON c.attrelid = k.conrelid AND c.attnum = k.conkey[1]
   JOIN pg_attribute p ON p.attrelid = k.confrelid AND p.attnum = k.confkey[1]
   WHERE k.contype = 'f' AND k.connamespace = 'public'::regnamespace`,
  row: z.strictObject({ query: z.string() }),
});

const references = z.array(z.strictObject({ name: z.string(), child: z.string(), count }));

/** Every foreign key of every row refers to an existing row. */
export async function checkReferences({ db }: WholeWorld): Promise<Violation[]> {
  const { query } = await selectOne(db, selectReferences, []);
  const { rows } = await db.query({ name: 'checkReferences', text: query, values: [] });
  return references
    .parse(rows)
    .filter(({ count: orphans }) => orphans > 0)
    .map(({ name, child, count: orphans }) => ({
      id: name,
      sentence: `${child}: ${orphans} rows refer to missing rows.`,
    }));
}
