/** Statements of the admin commands about messages. */
import { z } from 'zod';
import { integer, moment, uuid } from '../../db/columns.ts';
import { execute, select, selectOptional, statement, type Db } from '../../db/pool.ts';

/** Messages before and after a reported one that the operator sees. */
const contextBefore = 10;
const contextAfter = 5;

const contextMessage = z.object({
  number: z.int(),
  at: z.int(),
  author: z.string().nullable(),
  withheld: z.boolean(),
  text: z.string(),
});

const reportRow = z.strictObject({
  id: integer,
  at: moment,
  handled_at: moment.nullable(),
  reporter: z.string().nullable(),
  reported: z.string().nullable(),
  reason: z.string(),
  thread_id: uuid,
  number: integer,
  context: z.array(contextMessage),
});

export type ReportRow = z.infer<typeof reportRow>;

const selectReportsStatement = statement(
  'selectReports',
  `SELECT report.id, report.at, report.handled_at, reporter.username AS reporter, author.username AS reported,
     report.reason, report.thread_id, report.number,
     (
       SELECT json_agg(json_build_object('number', near.number, 'at', near.at, 'author', writer.username,
         'withheld', near.withheld, 'text', near.text) ORDER BY near.number)
       FROM (
         (SELECT * FROM messages WHERE thread_id = report.thread_id AND number <= report.number
          ORDER BY number DESC LIMIT ${contextBefore + 1})
         UNION ALL
         (SELECT * FROM messages WHERE thread_id = report.thread_id AND number > report.number
          ORDER BY number LIMIT ${contextAfter})
       ) AS near LEFT JOIN users writer ON writer.id = near.author_id
     ) AS context
   FROM message_reports report
   JOIN messages message ON message.thread_id = report.thread_id AND message.number = report.number
   LEFT JOIN users author ON author.id = message.author_id
   LEFT JOIN users reporter ON reporter.id = report.reporter_id
   WHERE ($1 OR report.handled_at IS NULL) AND report.id > $2
   ORDER BY report.id LIMIT $3`,
  reportRow,
);

/** Reports with the messages around them, oldest first. */
export function selectReports(
  db: Db,
  { all, after, limit }: { all: boolean; after: number; limit: number },
): Promise<ReportRow[]> {
  return select(db, selectReportsStatement, [all, after, limit]);
}

const updateHandled = statement(
  'updateHandled',
  `UPDATE message_reports SET handled_at = $2 WHERE id = $1 AND handled_at IS NULL
   RETURNING thread_id, number`,
  z.strictObject({ thread_id: uuid, number: integer }),
);

/** Marks an open report as handled. Returns its message; null if there is no such report. */
export function setHandled(
  tx: Db,
  id: number,
  now: number,
): Promise<{ thread_id: string; number: number } | null> {
  return selectOptional(tx, updateHandled, [id, now]);
}

const updateMuted = statement('updateMuted', 'UPDATE users SET muted_until = $2 WHERE id = $1');

/** Mutes a player until a moment; null ends the mute. Waits for a message of the player that is being sent. */
export function setMuted(tx: Db, userId: string, until: number | null): Promise<number> {
  return execute(tx, updateMuted, [userId, until]);
}
