/** The command that holds every invariant against the world. */
import { selectWorld } from '../world/settings.ts';
import { verifyWorld } from '../world/verify/verify.ts';
import { defineCommand, Refusal, type CommandResult, type CommandContext } from './command.ts';
import { counted, table } from './tables.ts';

/** How many faults of an invariant are told to people; JSON has more. */
const maxShown = 20;

/** Verifies the world; the answer is wrong when anything is. */
export async function runVerification(context: CommandContext, withHints: boolean): Promise<CommandResult> {
  const client = await context.connect();
  const settings = await selectWorld(client);
  if (settings === null) throw new Refusal('There is no world yet: start the server once.');
  const begun = performance.now();
  const progress = context.watch('verify');
  const verdicts = await verifyWorld(client, settings, progress.emit);
  progress.end();
  const wrong = verdicts.reduce((sum, verdict) => sum + verdict.wrong, 0);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const parts = verdicts
    .filter(({ faults }) => faults.length > 0)
    .map(({ name, faults, wrong: count }) => {
      const lines = faults.slice(0, maxShown).map(({ id, sentence, hint }) => {
        const advice = withHints && hint !== null ? `\n    npm run admin -- ${hint}` : '';
        return `  ${sentence} (${id})${advice}`;
      });
      const rest = count > maxShown ? [`  and ${count - maxShown} more`] : [];
      return [`${name}:`, ...lines, ...rest].join('\n');
    });
  const head = table(
    ['', 'what must hold', 'wrong'],
    verdicts.map(({ name, title, wrong: count }) => [name, title, count]),
  );
  const sum = wrong === 0 ? 'Everything holds' : `${counted(wrong, 'thing')} wrong`;
  const told = withHints ? verdicts : verdicts.map(withoutHints);
  return {
    data: { wrong, invariants: told },
    text: [head, ...parts, `${sum} (${seconds} s).`].join('\n\n'),
    isWrong: wrong > 0,
  };
}

function withoutHints<T extends { faults: { id: string; sentence: string }[] }>(verdict: T) {
  return { ...verdict, faults: verdict.faults.map(({ id, sentence }) => ({ id, sentence })) };
}

export const verifyCommands = [
  defineCommand<{ repairHints?: boolean }>({
    name: 'verify',
    summary:
      'Works out again everything the database holds of the world, also while servers run, and says what is wrong. Exit code 1 when anything is.',
    options: { repairHints: { flags: '--repair-hints', description: 'say which commands may mend it' } },
    examples: ['verify', 'verify --repair-hints'],
    run: (context, _args, { repairHints }) => runVerification(context, repairHints ?? false),
  }),
];
