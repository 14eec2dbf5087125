import { userInfo } from 'node:os';
import { Command, CommanderError } from 'commander';
import { release } from '../kernel/version.ts';
import { GameError } from '../kernel/errors.ts';
import { StartError } from '../kernel/start-error.ts';
import { commandOf } from '../kernel/installation.ts';
import { allianceCommands } from './alliances.ts';
import { announcementCommands } from './announcement.ts';
import { auditCommandsOf } from './audit.ts';
import { Refusal, UsageError, type AdminCommand } from './command.ts';
import { entryCommands } from './entry.ts';
import { empireCommands } from './empires/commands.ts';
import { repairCommands } from './repair.ts';
import { sessionCommands } from './sessions.ts';
import { withCommandContext, type GlobalOptions, type CliEnvironment } from './context.ts';
import { printable } from './tables.ts';
import { reportCommands } from './reports.ts';
import { userCommands } from './users/commands.ts';
import { verifyCommands } from './verify.ts';
import { watchCommands } from './watch.ts';
import { databaseCommands, worldCommands } from './world/commands.ts';

const program = commandOf('admin');

export const commands: readonly AdminCommand[] = [
  ...userCommands,
  ...sessionCommands,
  ...entryCommands,
  ...empireCommands,
  ...allianceCommands,
  ...reportCommands,
  ...announcementCommands,
  ...watchCommands,
  ...worldCommands,
  ...verifyCommands,
  ...repairCommands,
  ...auditCommandsOf(() => commands),
  ...databaseCommands,
];

const groups: Record<string, string> = {
  users: 'Manage accounts.',
  sessions: 'List and end sessions.',
  invites: 'Make, list and take back invitations to register.',
  empire: 'Show, rename and delete empires.',
  city: 'Rename cities.',
  alliance: 'Show, rename and dissolve alliances.',
  reports: 'Read and handle reports of messages and names.',
  announcement: 'Tell all players something.',
  watch: 'Look for players with several accounts.',
  world: 'Inspect the world.',
  repair: 'Repair violations that verify finds.',
  audit: 'List the changes of operators.',
};

/** The default operator. */
function systemUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

function describeCommand(leaf: Command, { summary, args, options = {}, examples }: AdminCommand): Command {
  leaf.description(summary);
  if (args !== '') leaf.arguments(args);
  for (const option of Object.values(options)) leaf.addOption(option);
  const exampleLines = examples.map((example) => `  ${program} ${example}`);
  return leaf
    .option('--json', 'print one JSON document; print errors as JSON on stderr', false)
    .option('--yes', 'confirm without being asked', false)
    .option('--operator <name>', 'your name for the audit', systemUserName())
    .addHelpText('after', `\nExample${exampleLines.length > 1 ? 's' : ''}:\n${exampleLines.join('\n')}`);
}

function addSubcommand(root: Command, name: string): Command {
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

function describeError(error: unknown): { error: string; code?: string; details?: string } {
  if (error instanceof GameError) return error.toBody();
  return { error: error instanceof Error ? error.message : String(error) };
}

/** Commands also use the parsers of commander. */
function isUsageError(error: unknown): boolean {
  return error instanceof UsageError || error instanceof CommanderError;
}

function isExpected(error: unknown): boolean {
  return (
    isUsageError(error) ||
    error instanceof Refusal ||
    error instanceof StartError ||
    error instanceof GameError
  );
}

/** @returns the exit code: 0 success, 1 refused or a problem found, 2 wrong usage */
export async function runAdmin(argv: readonly string[], environment: CliEnvironment): Promise<number> {
  const isJson = argv.includes('--json');
  const print = (text: string) => void environment.output.write(`${text.trimEnd()}\n`);
  const fail = (error: unknown): void => {
    const body = describeError(error);
    const line = body.details === undefined ? body.error : `${body.error}: ${body.details}`;
    const trace = isExpected(error) || !(error instanceof Error) ? line : (error.stack ?? line);
    environment.errors.write(`${isJson ? JSON.stringify(body) : printable(trace)}\n`);
  };
  const run = async (command: AdminCommand, leaf: Command): Promise<number> => {
    const options = leaf.opts<GlobalOptions & Record<string, unknown>>();
    try {
      const result = await withCommandContext(environment, options, command, (context) =>
        command.run(context, leaf.args, options),
      );
      const lines = [result.text, result.secret].filter((line) => line !== undefined);
      print(options.json ? JSON.stringify(result.data, null, 2) : printable(lines.join('\n')));
      return result.isFailure === true ? 1 : 0;
    } catch (error) {
      fail(error);
      return isUsageError(error) ? 2 : 1;
    }
  };
  let usageError = '';
  let exitCode = 0;
  const root = new Command(program)
    .description('Administers a Hegemon world.')
    .version(release)
    .exitOverride()
    .showHelpAfterError('Run it with --help for usage.')
    .configureOutput({ writeOut: print, writeErr: (text) => (usageError += text) })
    .addHelpText('after', `\nEvery command has --help with examples, and --json.`);
  for (const command of commands) {
    const leaf = describeCommand(addSubcommand(root, command.name), command);
    leaf.action(async () => {
      exitCode = await run(command, leaf);
    });
  }
  try {
    await root.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return 0;
    if (isJson) fail(new Refusal(error.message.replace(/^error: /, '')));
    else environment.errors.write(usageError.trimEnd() + '\n');
    return 2;
  }
}
