/** The whole command line: every command under its words, with `--json`, help and examples, and the exit code. */
import { userInfo } from 'node:os';
import { Command, CommanderError } from 'commander';
import { GameError } from '../kernel/errors.ts';
import { StartError } from '../kernel/start-error.ts';
import { auditCommands } from './audit.ts';
import { Refusal, WrongUsage, type AdminCommand, type CommandResult } from './command.ts';
import { databaseCommands } from './database.ts';
import { empireCommands } from './empires/commands.ts';
import { repairCommands } from './repair.ts';
import { sessionCommands } from './sessions.ts';
import { withCommandContext, type GlobalOptions, type CliEnvironment } from './context.ts';
import { printable } from './tables.ts';
import { userCommands } from './users/commands.ts';
import { verifyCommands } from './verify.ts';
import { worldCommands } from './world/commands.ts';

const program = 'npm run admin --';

export const commands: readonly AdminCommand[] = [
  ...userCommands,
  ...sessionCommands,
  ...empireCommands,
  ...worldCommands,
  ...verifyCommands,
  ...repairCommands,
  ...auditCommands,
  ...databaseCommands,
];

const groups: Record<string, string> = {
  users: 'Accounts.',
  sessions: 'Where accounts are logged in.',
  empire: 'Empires.',
  world: 'The world as a whole.',
  repair: 'Mending what verify finds.',
  audit: 'What operators did.',
};

/** The operating system's name of who is at work. */
function nameOfUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function describeCommand(
  leaf: Command,
  { summary, takes = '', options = {}, examples }: AdminCommand,
): Command {
  leaf.description(summary);
  if (takes !== '') leaf.arguments(takes);
  for (const { flags, description, parse, preset } of Object.values(options)) {
    const option = leaf.createOption(flags, description);
    if (parse !== undefined) option.argParser(parse);
    leaf.addOption(preset === undefined ? option : option.default(preset));
  }
  const shown = examples.map((example) => `  ${program} ${example}`);
  return leaf
    .option('--json', 'one JSON document on the output; errors as JSON on the error output', false)
    .option('--yes', 'do what asks for confirmation without asking', false)
    .option('--operator <name>', 'who is at work, for the audit', nameOfUser())
    .addHelpText('after', `\nExample${shown.length > 1 ? 's' : ''}:\n${shown.join('\n')}`);
}

/** Puts a command under its words. */
function place(root: Command, name: string): Command {
  const words = name.split(' ');
  const last = words.pop() ?? '';
  let parent = root;
  for (const word of words) {
    parent =
      parent.commands.find((command) => command.name() === word) ??
      parent.command(word).description(groups[word] ?? '');
  }
  return parent.command(last);
}

interface Chosen {
  command: AdminCommand;
  args: string[];
  globalOptions: GlobalOptions;
  options: Record<string, unknown>;
}

/** @throws CommanderError for help and for wrong usage */
function choose(
  argv: readonly string[],
  say: (text: string) => void,
  writeError: (text: string) => void,
): Chosen {
  const chosen: Chosen[] = [];
  const root = new Command(program)
    .description("The operator's command line.")
    .exitOverride()
    .configureOutput({ writeOut: say, writeErr: writeError });
  root.addHelpText('after', `\nEvery command has its own --help, with examples, and takes --json.`);
  for (const command of commands) {
    const leaf = describeCommand(place(root, command.name), command);
    leaf.action(() => {
      const options = leaf.opts<GlobalOptions & Record<string, unknown>>();
      chosen.push({ command, args: leaf.args, globalOptions: options, options });
    });
  }
  root.parse(argv, { from: 'user' });
  const [only] = chosen;
  if (only === undefined) throw new CommanderError(2, 'hegemon.none', 'no command was named');
  return only;
}

/** What an error is to the person at the terminal, and as JSON. */
function describeError(error: unknown): { error: string; code?: string; details?: string } {
  if (error instanceof GameError) return error.toBody();
  return { error: error instanceof Error ? error.message : String(error) };
}

function isForeseen(error: unknown): boolean {
  return error instanceof Refusal || error instanceof StartError || error instanceof GameError;
}

/**
 * Runs one command.
 * @returns the exit code: 0 done, 1 refused or found wrong, 2 wrong usage
 */
export async function runAdmin(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  const isJson = argv.includes('--json');
  const say = (text: string) => void environment.output.write(`${text.trimEnd()}\n`);
  let errorText = '';
  const fail = (error: unknown): void => {
    const body = describeError(error);
    const line = body.details === undefined ? body.error : `${body.error}: ${body.details}`;
    const trace = isForeseen(error) || !(error instanceof Error) ? line : (error.stack ?? line);
    environment.errors.write(`${isJson ? JSON.stringify(body) : printable(trace)}\n`);
  };
  let chosen: Chosen;
  try {
    chosen = choose(argv, say, (text) => (errorText += text));
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (isJson) fail(new Refusal(error.message.replace(/^error: /, '')));
    else environment.errors.write(`${errorText.trimEnd()}\n${usageHint(error)}`);
    return 2;
  }
  const { command, args, globalOptions, options } = chosen;
  try {
    const answer: CommandResult = await withCommandContext(
      environment,
      globalOptions,
      command.needs ?? 'schema',
      (context) => command.run(context, args, options),
    );
    say(globalOptions.json ? JSON.stringify(answer.data, null, 2) : printable(answer.text));
    return answer.isWrong === true ? 1 : 0;
  } catch (error) {
    fail(error);
    return error instanceof WrongUsage ? 2 : 1;
  }
}

/** Where somebody who was shown no help finds it. */
function usageHint({ code }: CommanderError): string {
  return code === 'commander.help' ? '' : 'Add --help to see how it is used.\n';
}
