/** Invariants of what players do together. */
import { checkBySql, type WholeWorld } from './invariant.ts';
import { guardLimit } from '../../game/diplomacy/guards.ts';

export const checkAlliances = checkBySql<Pick<WholeWorld, 'db'>>('checkAlliances', {
  sql: `SELECT id, 'The alliance ' || name || ' counts ' || members || ' members, and has ' || counted || ', of which '
     || other_tags || ' have another tag.' AS sentence
   FROM (
     SELECT a.id, a.name, a.members,
       (SELECT count(*) FROM empires e WHERE e.alliance_id = a.id) AS counted,
       (SELECT count(*) FROM empires e WHERE e.alliance_id = a.id AND e.alliance_tag <> a.tag) AS other_tags
     FROM alliances a WHERE a.dissolved_at IS NULL
   ) AS checked WHERE members <> counted OR other_tags > 0
   UNION ALL
   SELECT e.id, e.name || ': its alliance is dissolved, but the end of its membership is not due.'
   FROM empires e JOIN alliances a ON a.id = e.alliance_id
   WHERE a.dissolved_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM due_empires due WHERE due.empire_id = e.id AND due.at = a.dissolved_at)`,
});

// The latest messages of an alliance may be deleted. Up to 1,000 unread messages are counted exactly; see
// src/messages/operations.ts.
export const checkMessages = checkBySql<WholeWorld>('checkMessages', {
  sql: `SELECT thread.id, 'The thread has message ' || coalesce(latest.number::text, 'none') || ' as the latest, but its last number is '
     || thread.last || '.' AS sentence
   FROM threads thread
   LEFT JOIN LATERAL (
     SELECT number FROM messages WHERE thread_id = thread.id ORDER BY number DESC LIMIT 1
   ) AS latest ON true
   WHERE latest.number IS DISTINCT FROM thread.last AND (thread.alliance_id IS NULL OR latest.number > thread.last)
   UNION ALL
   SELECT message.thread_id, 'Message ' || message.number || ' disagrees with its thread on whether an alliance reads it.'
   FROM messages message JOIN threads thread ON thread.id = message.thread_id
   WHERE message.in_alliance <> (thread.alliance_id IS NOT NULL)
   UNION ALL
   SELECT thread.id, 'The alliance of this chat is dissolved.'
   FROM threads thread JOIN alliances ON alliances.id = thread.alliance_id WHERE dissolved_at IS NOT NULL
   UNION ALL
   SELECT mine.thread_id, 'The view of user ' || mine.user_id || ' has last ' || mine.last || ' and ' || mine.unread
     || ' unread, but the messages give ' || coalesce(seen.last::text, 'none') || ' and ' || seen.unread || '.'
   FROM thread_members mine
   CROSS JOIN LATERAL (
     SELECT max(number) AS last,
       count(*) FILTER (WHERE number > mine.read_to AND author_id IS DISTINCT FROM mine.user_id) AS unread
     FROM messages WHERE thread_id = mine.thread_id AND (NOT withheld OR author_id = mine.user_id)
   ) AS seen
   WHERE seen.last IS DISTINCT FROM mine.last OR (seen.unread <> mine.unread AND seen.unread < 1000)`,
});

export const checkShares = checkBySql<WholeWorld>('checkShares', {
  sql: `SELECT b.id, 'Battle ' || b.number || ' has a public link of '
     || CASE WHEN b.outcome IS NULL THEN 'a player, but is not decided.' ELSE 'a player who took no part.' END AS sentence
   FROM battle_shares share JOIN battles b ON b.id = share.battle_id JOIN users u ON u.id = share.user_id
   WHERE b.outcome IS NULL OR u.empire_id IS NULL OR (u.empire_id NOT IN (b.attacker_id, b.defender_id)
     AND u.empire_id IS DISTINCT FROM b.ally_id)`,
});

export const checkGuards = checkBySql<WholeWorld>('checkGuards', {
  sql: `WITH places AS (
     SELECT c.id, c.empire_id AS holder_id, c.x, c.y FROM cities c
     UNION ALL SELECT s.id, s.holder_id, s.x, s.y FROM seats s
   ), guards AS (
     SELECT a.*, (a.guards ->> 'id')::uuid AS place_id FROM armies a WHERE a.guards IS NOT NULL
   )
   SELECT g.empire_id AS id, 'Army ' || g.id || ': it guards, but does not stand at a place of an ally.' AS sentence
   FROM guards g JOIN empires e ON e.id = g.empire_id
   LEFT JOIN places p ON p.id = g.place_id LEFT JOIN empires h ON h.id = p.holder_id
   WHERE g.march IS NULL AND (p.x, p.y, h.alliance_id) IS DISTINCT FROM (g.x, g.y, e.alliance_id) OR h.id = e.id
   UNION ALL
   SELECT g.empire_id, 'Army ' || g.id || ': it is to guard a place, but is not on a plain march.'
   FROM guards g WHERE g.march ->> 'kind' <> 'move'
   UNION ALL
   SELECT empire_id, 'More than ${guardLimit} of its armies guard.' FROM guards GROUP BY empire_id HAVING count(*) > ${guardLimit}
   UNION ALL
   SELECT b.id, 'Battle ' || b.number || ': it does not name the guard of its target.'
   FROM battles b LEFT JOIN guards g ON g.place_id = b.target_id AND g.march IS NULL AND g.empire_id <> b.attacker_id
   WHERE b.outcome IS NULL AND b.target_type IN ('city', 'seat')
     AND g.empire_id IS DISTINCT FROM CASE WHEN b.ally_id IS NOT NULL THEN b.defender_id END`,
});

export const checkLeaves = checkBySql<WholeWorld>('checkLeaves', {
  sql: `WITH absent AS (SELECT * FROM empires WHERE leave ->> 'beganAt' IS NOT NULL)
   SELECT id, 'It is on leave, but it is a village or a keeper.' AS sentence FROM absent WHERE kind <> 'player'
   UNION ALL
   SELECT id, 'It is on leave, but holds a seat.' FROM absent WHERE seat_count > 0
   UNION ALL
   SELECT id, 'It is on leave, but its own time has not reached the begin.'
   FROM absent WHERE (leave ->> 'beganAt')::bigint > advanced_at
   UNION ALL
   SELECT absent.id, 'It is on leave, but army ' || a.id || ' is away.'
   FROM absent JOIN armies a ON a.empire_id = absent.id WHERE a.march IS NOT NULL OR a.guards IS NOT NULL
   UNION ALL
   SELECT absent.id, 'It is on leave, but has an attack under way: battle ' || b.number || '.'
   FROM absent JOIN battles b ON b.attacker_id = absent.id WHERE b.outcome IS NULL`,
});
