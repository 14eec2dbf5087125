/** Commands about what players have reported: messages, names and descriptions. */
import { Option } from 'commander';
import { z } from 'zod';
import { role } from '../contract/roles.ts';
import { reportedTypes } from '../contract/vocabulary.ts';
import { count, integer, moment, uuid } from '../db/columns.ts';
import { select, selectOptional, statement } from '../db/pool.ts';
import { wholeNumber } from '../kernel/arguments.ts';
import { defineCommand, Refusal } from './command.ts';
import { limitOption } from './options.ts';
import { keyValues, momentText } from './tables.ts';

const contextMessage = z.object({
  number: z.int(),
  at: z.int(),
  author: z.string().nullable(),
  withheld: z.boolean(),
  text: z.string(),
});

const copy = z.object({
  name: z.string(),
  description: z.string().nullable(),
  /** Of a city. */
  empire_id: uuid.optional(),
});

const reportRow = z.strictObject({
  id: integer,
  /** The first report of the account: the same for all reports of it. */
  first_id: integer,
  /** Reports of the account, of which the first ones are listed. */
  total: count,
  kind: z.enum(['message', ...reportedTypes]),
  target_id: uuid,
  /** Null after the account was deleted. */
  reported: z.string().nullable(),
  at: moment,
  handled_at: moment.nullable(),
  reporters: z.array(z.object({ username: z.string().nullable(), reason: z.string(), at: z.int() })),
  /** 0 except for a message. */
  number: integer,
  context: z.array(contextMessage),
  /** Name and description when they were reported; null for a message. */
  copy: copy.nullable(),
});

export type Report = z.infer<typeof reportRow>;

const maxOfAccount = 20;

/**
 * $1 also handled ones, $2 only accounts whose first report has a larger id, $3 largest number of accounts, $4 the
 * reader, who never sees reports about themselves, because these name who made them. By account, that with the oldest
 * report first.
 */
const selectReports = statement('selectReports', {
  sql: `WITH open AS (
     SELECT id, min(id) OVER account AS first_id, count(*) OVER account AS total,
       row_number() OVER (PARTITION BY reported_id ORDER BY id) AS ordinal
     FROM reports WHERE ($1 OR handled_at IS NULL) AND ($4::uuid IS NULL OR reported_id IS DISTINCT FROM $4)
     WINDOW account AS (PARTITION BY reported_id)
   ), page AS (
     SELECT *, dense_rank() OVER (ORDER BY first_id) AS rank FROM open WHERE first_id > $2
   )
   SELECT report.id, first_id, total, report.kind, report.target_id, reported.username AS reported, report.at,
     report.handled_at, report.number,
     (
       SELECT json_agg(json_build_object('username', username, 'reason', reason, 'at', at) ORDER BY at, reporter_id)
       FROM reporters LEFT JOIN users ON users.id = reporter_id WHERE report_id = report.id
     ) AS reporters,
     CASE WHEN report.kind <> 'message' THEN report.context END AS copy,
     CASE WHEN report.kind <> 'message' THEN '[]' ELSE (
       SELECT json_agg(json_build_object('number', near.number, 'at', near.at, 'author', author.username,
         'withheld', near.withheld, 'text', near.text) ORDER BY near.number)
       FROM jsonb_to_recordset(report.context)
         AS near (number bigint, at bigint, author_id uuid, withheld boolean, text text)
       LEFT JOIN users author ON author.id = near.author_id
     ) END AS context
   FROM page JOIN reports report USING (id)
   LEFT JOIN users reported ON reported.id = reported_id AND reported.deleted_at IS NULL
   WHERE rank <= $3 AND ordinal <= ${maxOfAccount}
   ORDER BY first_id, report.id`,
  row: reportRow,
});

/** Null if the account was deleted. */
const selectReported = statement('selectReported', {
  sql: 'SELECT users.id, role FROM reports JOIN users ON users.id = reported_id WHERE reports.id = $1',
  row: z.strictObject({ id: uuid, role }),
});

const updateHandled = statement('updateHandled', {
  sql: `UPDATE reports SET handled_at = $2 WHERE id = $1 AND handled_at IS NULL
   RETURNING kind, target_id, number`,
  row: z.strictObject({ kind: reportRow.shape.kind, target_id: uuid, number: integer }),
});

const maxId = 999_999_999;
const nameOf = (username: string | null): string => username ?? 'deleted player';

/** Each line of a message is indented, so that no text can look like output of the command. */
function describeReport({ context, copy: copied, ...report }: Report): string {
  const messages = context.map(({ number, at, author, withheld, text }) => {
    const mark = number === report.number ? '>' : ' ';
    const note = withheld ? ' (withheld by a block)' : '';
    const lines = text.split('\n').map((line) => `      ${line}`);
    return [`  ${mark} ${number}  ${momentText(at)}  ${nameOf(author)}${note}`, ...lines].join('\n');
  });
  const head = keyValues([
    ['report', report.id],
    ['at (UTC)', new Date(report.at)],
    ['against', nameOf(report.reported)],
    [report.kind, copied?.name ?? `${report.number} of ${report.target_id}`],
    ...(copied?.description ? [['description', copied.description] as const] : []),
    ...report.reporters.map(({ username, reason }): [string, string] => [
      'by',
      [nameOf(username), reason].filter(Boolean).join(': '),
    ]),
    ['handled (UTC)', report.handled_at === null ? null : new Date(report.handled_at)],
  ]);
  return [head, ...messages].join('\n');
}

export const reportCommands = [
  defineCommand<{ all?: boolean; after?: number; limit: number }>('reports list', {
    isLook: true,
    summary:
      'Lists open reports by account, that with the oldest first: names and descriptions, and messages with those around them. No other command shows messages.',
    options: {
      all: new Option('--all', 'also handled reports'),
      after: new Option('--after <id>', 'only later accounts: the `first_id` of the last one').argParser(
        wholeNumber(1, maxId),
      ),
      limit: limitOption,
    },
    examples: ['reports list', 'reports list --limit 5 --json'],
    run: async ({ pool, audit, actorId }, _args, { all = false, after = 0, limit }) => {
      const reports = await select(pool, selectReports, [all, after, limit, actorId]);
      await audit('reports', { reports: reports.map(({ id }) => id) });
      return {
        data: { reports },
        text: reports.length === 0 ? 'No reports.' : reports.map(describeReport).join('\n\n'),
      };
    },
  }),
  defineCommand('reports handle <report>', {
    summary: 'Marks a report as handled.',
    examples: ['reports handle 12'],
    run: async ({ pool, clock, change, requirePowerOver }, [text = '']) => {
      const id = wholeNumber(1, maxId)(text);
      requirePowerOver((await selectOptional(pool, selectReported, [id])) ?? { id: null, role: null });
      await change(`report ${id}`, async (tx) => {
        const target = await selectOptional(tx, updateHandled, [id, clock.now()]);
        if (target === null) throw new Refusal(`There is no open report ${id}.`);
        return target;
      });
      return { data: { report: id, handled: true }, text: `Report ${id} is handled.` };
    },
  }),
];
