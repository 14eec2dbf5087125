/** Commands about reported messages. */
import { Option } from 'commander';
import { z } from 'zod';
import { role } from '../contract/roles.ts';
import { integer, moment, uuid } from '../db/columns.ts';
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

const reportRow = z.strictObject({
  id: integer,
  at: moment,
  handled_at: moment.nullable(),
  reporters: z.array(z.object({ username: z.string().nullable(), reason: z.string(), at: z.int() })),
  thread_id: uuid,
  number: integer,
  context: z.array(contextMessage),
});

const withReported = (row: z.infer<typeof reportRow>) => ({
  ...row,
  reported: row.context.find(({ number }) => number === row.number)?.author ?? null,
});

type Report = ReturnType<typeof withReported>;

/** With the messages around them, oldest first. */
const selectReports = statement('selectReports', {
  sql: `SELECT report.id, report.at, report.handled_at, report.thread_id, report.number,
     (
       SELECT json_agg(json_build_object('username', username, 'reason', reason, 'at', at) ORDER BY at, reporter_id)
       FROM message_reporters LEFT JOIN users ON users.id = reporter_id WHERE report_id = report.id
     ) AS reporters,
     (
       SELECT json_agg(json_build_object('number', near.number, 'at', near.at, 'author', author.username,
         'withheld', near.withheld, 'text', near.text) ORDER BY near.number)
       FROM jsonb_to_recordset(report.context)
         AS near (number bigint, at bigint, author_id uuid, withheld boolean, text text)
       LEFT JOIN users author ON author.id = near.author_id
     ) AS context
   FROM message_reports report
   WHERE ($1 OR report.handled_at IS NULL) AND report.id > $2
   ORDER BY report.id LIMIT $3`,
  row: reportRow,
});

/** Null if the author has deleted the account. */
const selectAuthor = statement('selectAuthor', {
  sql: `SELECT author.id, author.role
   FROM message_reports report
   CROSS JOIN LATERAL jsonb_to_recordset(report.context) AS near (number bigint, author_id uuid)
   JOIN users author ON author.id = near.author_id
   WHERE report.id = $1 AND near.number = report.number`,
  row: z.strictObject({ id: uuid, role }),
});

const updateHandled = statement('updateHandled', {
  sql: `UPDATE message_reports SET handled_at = $2 WHERE id = $1 AND handled_at IS NULL
   RETURNING thread_id, number`,
  row: z.strictObject({ thread_id: uuid, number: integer }),
});

const maxId = 999_999_999;
const nameOf = (username: string | null): string => username ?? 'deleted player';

/** Each line of a message is indented, so that no text can look like output of the command. */
function describeReport({ context, ...report }: Report): string {
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
    ...report.reporters.map(({ username, reason }): [string, string] => [
      'by',
      [nameOf(username), reason].filter(Boolean).join(': '),
    ]),
    ['handled (UTC)', report.handled_at === null ? null : new Date(report.handled_at)],
  ]);
  return [head, ...messages].join('\n');
}

export const messageCommands = [
  defineCommand<{ all?: boolean; after?: number; limit: number }>('messages reports', {
    summary:
      'Lists open reports of messages, oldest first, with the messages around each. No other command shows messages.',
    options: {
      all: new Option('--all', 'also handled reports'),
      after: new Option('--after <id>', 'only later reports').argParser(wholeNumber(1, maxId)),
      limit: limitOption,
    },
    examples: ['messages reports', 'messages reports --limit 5 --json'],
    run: async ({ pool, audit }, _args, { all = false, after = 0, limit }) => {
      const reports = (await select(pool, selectReports, [all, after, limit])).map(withReported);
      await audit('reports', { reports: reports.map(({ id }) => id) });
      return {
        data: { reports },
        text: reports.length === 0 ? 'No reports.' : reports.map(describeReport).join('\n\n'),
      };
    },
  }),
  defineCommand('messages handle <report>', {
    summary: 'Marks a report as handled.',
    examples: ['messages handle 12'],
    run: async ({ pool, clock, change, requirePowerOver }, [text = '']) => {
      const id = wholeNumber(1, maxId)(text);
      requirePowerOver((await selectOptional(pool, selectAuthor, [id])) ?? { id: null, role: null });
      await change(`report ${id}`, async (tx) => {
        const message = await selectOptional(tx, updateHandled, [id, clock.now()]);
        if (message === null) throw new Refusal(`There is no open report ${id}.`);
        return message;
      });
      return { data: { report: id, handled: true }, text: `Report ${id} is handled.` };
    },
  }),
];
