/** Invariants of what players do together: alliances, messages, and public links to reports of battles. */
import { statement } from '../../db/pool.ts';
import { checkBySql, violationRow, type WholeWorld } from './invariant.ts';

const selectWrongAlliances = statement(
  'selectWrongAlliances',
  `SELECT id, 'The alliance ' || name || ' counts ' || members || ' members, and has ' || counted || ', of which '
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
  violationRow,
);

/** Alliances count their members, whose tag is theirs; the end of a membership in a dissolved one is due. */
export const checkAlliances = checkBySql<Pick<WholeWorld, 'db'>>(selectWrongAlliances);

// The latest messages of an alliance may be deleted. Up to 1,000 unread messages are counted exactly; see src/messages/operations.ts.
const selectWrongThreads = statement(
  'selectWrongThreads',
  `SELECT thread.id, 'The thread has message ' || coalesce(latest.number::text, 'none') || ' as the latest, but its last number is '
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
  violationRow,
);

export const checkMessages = checkBySql<WholeWorld>(selectWrongThreads);

const selectWrongShares = statement(
  'selectWrongShares',
  `SELECT b.id, 'Battle ' || b.number || ' has a public link of '
     || CASE WHEN b.outcome IS NULL THEN 'a player, but is not decided.' ELSE 'a player who took no part.' END AS sentence
   FROM battle_shares share JOIN battles b ON b.id = share.battle_id JOIN users u ON u.id = share.user_id
   WHERE b.outcome IS NULL OR u.empire_id IS NULL OR (u.empire_id NOT IN (b.attacker_id, b.defender_id)
     AND u.empire_id IS DISTINCT FROM b.ally_id)`,
  violationRow,
);

export const checkShares = checkBySql<WholeWorld>(selectWrongShares);
