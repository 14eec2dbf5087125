/** Reports to the operator: of messages, names and descriptions. */
import { z } from 'zod';
import { messageLimits } from '../contract/messages.ts';
import type { ReportedType } from '../contract/vocabulary.ts';
import { count, moment } from '../db/columns.ts';
import { selectOne, selectOptional, statement, type Db } from '../db/pool.ts';
import { changeOnce } from '../world/idempotency/change-once.ts';
import { GameError, RateLimited } from '../kernel/errors.ts';
import { dayMs } from '../kernel/time.ts';
import type { Context } from '../world/services.ts';
import { lockUser } from './send.ts';

const { reportsPerDay } = messageLimits;
/** Messages around a reported one that the operator sees. */
const contextBefore = 10;
const contextAfter = 5;
/** Nearest messages first, and always the reported one (up to 8,000). */
const contextBytes = 16_000;

const reportRow = z.strictObject({
  refusal: z.enum(['own', 'repeated', 'day']).nullable(),
  oldest: moment.nullable(),
});

/**
 * SQL. $1 reporter, $2 target, $4 reason, $5 now. It begins after the row of the reporter was locked, so that it sees
 * every earlier report of that player. It copies what is reported, because that may change. Without names of players:
 * see `reports list`.
 * @param subject SQL of the target: kind, target_id, number, reported_id, copy
 * @param context SQL of the copy
 */
const reportSql = (subject: string, context: string): string => `WITH subject AS (${subject}), last_day AS (
     SELECT count(*) AS count, min(at) AS oldest FROM (
       SELECT at FROM reporters WHERE reporter_id = $1 AND at > $5::bigint - ${dayMs}
       ORDER BY at DESC LIMIT ${reportsPerDay}
     ) AS counted
   ), decision AS MATERIALIZED (
     SELECT subject.*, oldest, CASE
       WHEN reported_id = $1 THEN 'own'
       -- A message never changes; a name may, after its report was handled.
       WHEN EXISTS (
         SELECT FROM reporters JOIN reports earlier ON earlier.id = report_id
         WHERE reporter_id = $1 AND earlier.kind = subject.kind AND earlier.target_id = subject.target_id
           AND earlier.number = subject.number AND (earlier.handled_at IS NULL OR earlier.kind = 'message')
       ) THEN 'repeated'
       WHEN last_day.count >= ${reportsPerDay} THEN 'day'
     END AS refusal
     FROM subject, last_day
   ), opened AS (
     INSERT INTO reports (kind, target_id, number, reported_id, at, context)
     SELECT kind, target_id, number, reported_id, $5, ${context} FROM decision WHERE refusal IS NULL
     ON CONFLICT (kind, target_id, number) WHERE handled_at IS NULL DO UPDATE SET number = excluded.number
     RETURNING id
   ), joined AS (
     INSERT INTO reporters (report_id, reporter_id, reason, at) SELECT id, $1, $4::text, $5 FROM opened
   )
   SELECT refusal, oldest FROM decision`;

const reportMessageStatement = statement('reportMessage', {
  sql: reportSql(
    `SELECT 'message' AS kind, thread_id AS target_id, number, author_id AS reported_id
     FROM messages message
     WHERE thread_id = $2 AND number = $3::bigint AND (NOT withheld OR author_id = $1) AND (
       EXISTS (SELECT FROM thread_members WHERE user_id = $1 AND thread_id = $2 AND number <= last)
       OR (in_alliance AND EXISTS (
         SELECT FROM empires WHERE owner_id = $1 AND alliance_id = $2 AND alliance_joined_at <= message.at
       )))`,
    `(SELECT jsonb_agg(to_jsonb(near) - 'bytes' ORDER BY near.number) FROM (
       SELECT number, at, author_id, withheld, text,
         sum(octet_length(text)) OVER (ORDER BY abs(number - $3), number) AS bytes
       FROM (
         (SELECT * FROM messages WHERE thread_id = $2 AND number <= $3 ORDER BY number DESC LIMIT ${contextBefore + 1})
         UNION ALL
         (SELECT * FROM messages WHERE thread_id = $2 AND number > $3 ORDER BY number LIMIT ${contextAfter})
       ) AS message
     ) AS near
     WHERE bytes <= ${contextBytes})`,
  ),
  row: reportRow,
});

const reportNameStatement = statement('reportName', {
  sql: reportSql(
    `SELECT 'empire' AS kind, id AS target_id, 0 AS number, owner_id AS reported_id,
       jsonb_build_object('name', name, 'description', description) AS copy
     FROM empires WHERE $3::text = 'empire' AND id = $2::uuid AND kind = 'player'
     UNION ALL
     SELECT 'city', cities.id, 0, owner_id,
       jsonb_build_object('name', cities.name, 'description', NULL, 'empire_id', empires.id)
     FROM cities JOIN empires ON empires.id = empire_id
     WHERE $3 = 'city' AND cities.id = $2 AND kind = 'player'
     UNION ALL
     SELECT 'alliance', alliances.id, 0, owner_id,
       jsonb_build_object('name', alliances.name || ' [' || tag || ']', 'description', alliances.description)
     FROM alliances LEFT JOIN empires ON alliance_id = alliances.id AND alliance_role = 'leader'
     WHERE $3 = 'alliance' AND alliances.id = $2 AND dissolved_at IS NULL`,
    'copy',
  ),
  row: reportRow,
});

function report(
  { services, viewer: { userId } }: Context,
  insertReport: typeof reportNameStatement,
  target: readonly [id: string, which: string | number, reason: string],
  { message, own }: { message: string; own: string },
) {
  return changeOnce(services, async (tx) => {
    const now = services.clock.now();
    const [, row] = await Promise.all([
      lockUser(tx, userId),
      selectOptional(tx, insertReport, [userId, ...target, now]),
    ]);
    if (row === null) throw new GameError('NOT_FOUND');
    if (row.refusal === 'own') throw new GameError('INVALID_TARGET', own, 400);
    if (row.refusal === 'day')
      throw new RateLimited(`${reportsPerDay} reports a day`, (row.oldest ?? now) + dayMs - now);
    return { success: true as const, message };
  });
}

/**
 * Reports a message of a thread, or of the alliance with that id; a repetition changes nothing. Throws NOT_FOUND for a
 * message that the player does not see or that was deleted, INVALID_TARGET for an own message, and RATE_LIMITED.
 */
export const reportMessage = (
  context: Context,
  { threadId, number, reason }: { threadId: string; number: number; reason: string },
) =>
  report(context, reportMessageStatement, [threadId, number, reason], {
    message: 'The message was reported to the operator',
    own: 'the message is your own',
  });

/** Name and description of an empire, a city or an alliance; otherwise as `reportMessage`. */
export const reportName = (
  context: Context,
  { type, id, reason }: { type: ReportedType; id: string; reason: string },
) =>
  report(context, reportNameStatement, [id, type, reason], {
    message: 'It was reported to the operator',
    own: 'it is your own',
  });

const countOpenStatement = statement('countOpenReports', {
  sql: 'SELECT count(*) AS open FROM reports WHERE handled_at IS NULL AND reported_id IS DISTINCT FROM $1',
  row: z.strictObject({ open: count }),
});

/** Without those about the reader. */
export const countOpenReports = async (db: Db, readerId: string): Promise<number> =>
  (await selectOne(db, countOpenStatement, [readerId])).open;
