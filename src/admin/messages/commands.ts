/** Commands about messages: reports of players. */
import { defineCommand, Refusal } from '../command.ts';
import { countUpTo, limitOption } from '../options.ts';
import { keyValues, momentText } from '../tables.ts';
import { selectReports, setHandled, type ReportRow } from './queries.ts';

const maxId = 999_999_999;
const nameOf = (username: string | null): string => username ?? 'deleted player';

/** A report as text. Each line of a message is indented, so that no text can look like output of the command. */
function describeReport({ context, ...report }: ReportRow): string {
  const messages = context.map(({ number, at, author, withheld, text }) => {
    const mark = number === report.number ? '>' : ' ';
    const note = withheld ? ' (withheld by a block)' : '';
    const lines = text.split('\n').map((line) => `      ${line}`);
    return [`  ${mark} ${number}  ${momentText(at)}  ${nameOf(author)}${note}`, ...lines].join('\n');
  });
  const head = keyValues([
    ['report', report.id],
    ['at (UTC)', new Date(report.at)],
    ['by', nameOf(report.reporter)],
    ['against', nameOf(report.reported)],
    ['reason', report.reason],
    ['handled (UTC)', report.handled_at === null ? null : new Date(report.handled_at)],
  ]);
  return [head, ...messages].join('\n');
}

export const messageCommands = [
  defineCommand<{ all?: boolean; after?: number; limit: number }>({
    name: 'messages reports',
    summary:
      'Lists open reports of messages, oldest first, with the messages around each. No other command shows messages.',
    options: {
      all: { flags: '--all', description: 'also handled reports' },
      after: { flags: '--after <id>', description: 'only later reports', parse: countUpTo(maxId) },
      limit: limitOption,
    },
    examples: ['messages reports', 'messages reports --limit 5 --json'],
    run: async ({ pool, audit }, _args, { all = false, after = 0, limit }) => {
      const reports = await selectReports(pool, { all, after, limit });
      await audit('reports', { reports: reports.map(({ id }) => id) });
      return {
        data: { reports },
        text: reports.length === 0 ? 'No reports.' : reports.map(describeReport).join('\n\n'),
      };
    },
  }),
  defineCommand({
    name: 'messages handle',
    summary: 'Marks a report as handled.',
    args: '<report>',
    examples: ['messages handle 12'],
    run: async ({ clock, change }, [text = '']) => {
      const id = countUpTo(maxId)(text);
      await change(`report ${id}`, async (tx) => {
        const message = await setHandled(tx, id, clock.now());
        if (message === null) throw new Refusal(`There is no open report ${id}.`);
        return message;
      });
      return { data: { report: id, handled: true }, text: `Report ${id} is handled.` };
    },
  }),
];
