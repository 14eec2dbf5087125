import { Option } from 'commander';
import { selectWorld } from '../world/settings.ts';
import { verifyWorld } from '../world/verify/verify.ts';
import { defineCommand, Refusal, type CommandResult, type CommandContext } from './command.ts';
import { pluralize, table } from './tables.ts';
import { commandOf } from '../kernel/installation.ts';

/** Per invariant in text output; JSON has all. */
const maxShown = 20;

/** Any violation makes the result a failure. */
export async function runVerification(context: CommandContext, withHints: boolean): Promise<CommandResult> {
  const client = await context.connect();
  const settings = await selectWorld(client);
  if (settings === null) throw new Refusal('There is no world yet: start the server once.');
  const startedAt = performance.now();
  const progress = context.showProgress('verify');
  const verdicts = await verifyWorld(client, settings, progress.update);
  progress.end();
  const wrong = verdicts.reduce((sum, verdict) => sum + verdict.wrong, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const sections = verdicts
    .filter(({ faults }) => faults.length > 0)
    .map(({ name, faults, wrong: count }) => {
      const lines = faults.slice(0, maxShown).map(({ id, sentence, hint }) => {
        const advice = withHints && hint !== null ? `\n    ${commandOf('admin')} ${hint}` : '';
        return `  ${sentence} (${id})${advice}`;
      });
      const omitted = count > maxShown ? [`  and ${count - maxShown} more`] : [];
      return [`${name}:`, ...lines, ...omitted].join('\n');
    });
  const head = table(verdicts, {
    '': ({ name }) => name,
    invariant: ({ title }) => title,
    violations: ({ wrong: count }) => count,
  });
  const summary = wrong === 0 ? 'No violations found' : `${pluralize(wrong, 'violation')} found`;
  const invariants = verdicts.map((verdict) => ({
    ...verdict,
    faults: withHints ? verdict.faults : verdict.faults.map(({ id, sentence }) => ({ id, sentence })),
  }));
  return {
    data: { wrong, invariants },
    text: [head, ...sections, `${summary} (${seconds} s).`].join('\n\n'),
    isFailure: wrong > 0,
  };
}

export const verifyCommands = [
  defineCommand<{ repairHints?: boolean }>('verify', {
    summary:
      'Checks every invariant of the stored world, also while servers run. The exit code is 1 if it finds a violation.',
    options: { repairHints: new Option('--repair-hints', 'add commands that may help') },
    examples: ['verify', 'verify --repair-hints'],
    run: (context, _args, { repairHints }) => runVerification(context, repairHints ?? false),
  }),
];
