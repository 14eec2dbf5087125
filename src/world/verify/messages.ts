/** Invariants of messages: threads and their members repeat facts of the messages. */
import { z } from 'zod';
import { uuid } from '../../db/columns.ts';
import { select, statement } from '../../db/pool.ts';
import type { Violation, WholeWorld } from './invariant.ts';

const violationRow = z.strictObject({ id: uuid, sentence: z.string() }) satisfies z.ZodType<Violation>;

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

export function checkMessages({ db }: WholeWorld): Promise<Violation[]> {
  return select(db, selectWrongThreads, []);
}
