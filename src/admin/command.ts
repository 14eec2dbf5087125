/** An admin command as a value: name, arguments, options, and the function that runs it. */
import type { Option } from 'commander';
import type pg from 'pg';
import type { Role } from '../contract/roles.ts';
import type { Db } from '../db/pool.ts';
import type { Tx, Writer } from '../db/transaction.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Random } from '../kernel/random.ts';
import type { WorldDeps } from '../world/deps.ts';
import type { Progress } from './progress.ts';

/** The command was refused and changed nothing. The message is a sentence for the operator; the exit code is 1. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/** An argument is wrong, or they contradict each other: the exit code is 2. */
export class UsageError extends Refusal {}

export interface CommandResult {
  /** Printed with `--json`. */
  data: object;
  /** Printed without `--json`. */
  text: string;
  /** The command found a problem: the exit code is 1. */
  isFailure?: boolean;
}

/** The account that a command is about, or that rules the empire or leads the alliance. */
export interface Owner {
  id: string | null;
  role: Role | null;
}

export interface CommandContext {
  /** The database URL, password included. */
  url: string;
  pool: pg.Pool;
  /** The address of the pages, without a path. */
  baseUrl: string;
  clock: Clock;
  random: Random;
  /**
   * Records what the command changes, or which personal data it shows, before it does so.
   * @param target name and id, because names can change
   * @param details the state before and after, never a password or a token; of shown data, how much was shown
   */
  audit: (target: string, details: object, db?: Db) => Promise<number>;
  /** Records what a transaction does, with its commit. */
  auditIn: (tx: Writer, target: string, details: object) => void;
  /** Makes a change and records it, in one transaction. Returns the details for the audit. */
  change: <Details extends object>(target: string, change: (tx: Tx) => Promise<Details>) => Promise<Details>;
  /** Throws a Refusal if the database contains no world yet. */
  openWorld: () => Promise<WorldDeps>;
  /** Opens a dedicated connection; it is closed when the command ends. */
  connect: () => Promise<pg.Client>;
  /** Throws FORBIDDEN if the account that acts may not act on what another account owns. */
  requirePowerOver: (owner: Owner) => void;
  /** Asks the operator to type `name`. Throws a Refusal for other input, or if the input is not a terminal. */
  confirm: (question: string, name: string) => Promise<void>;
  /** Reads stdin to its end. */
  readInput: () => Promise<string>;
  showProgress: (label: string) => Progress;
}

export interface AdminCommand<Options extends object = Record<string, unknown>> {
  /** For example `users list`. */
  name: string;
  /** Positional arguments in commander's notation, such as `<user> <name>`; empty without any. */
  args: string;
  summary: string;
  options?: { [Name in keyof Options]-?: Option };
  /** Without the command of the program. */
  examples: [string, ...string[]];
  /**
   * `schema` (default): a database with the schema of this release; an embedded one is started if necessary.
   * `running`: a database that already runs. `any`: any schema; an embedded database is created if there is none.
   */
  needs?: 'schema' | 'running' | 'any';
  run: (context: CommandContext, args: string[], options: Options) => Promise<CommandResult>;
}

type Definition<Options extends object> = Omit<AdminCommand<Options>, 'name' | 'args'>;

/**
 * Defines a command with the types of its options; commander parses them from the flags.
 * @param usage name and positional arguments in commander's notation: `users rename <user> <name>`
 */
export function defineCommand<Options extends object = object>(
  usage: string,
  { options, run, ...rest }: Definition<Options>,
): AdminCommand {
  const [name = ''] = usage.split(' <');
  return {
    ...rest,
    name,
    args: usage.slice(name.length + 1),
    options: { ...options },
    run: (context, args, parsed) => run(context, args, parsed as Options),
  };
}

/** The arguments of `run` are without that of the subject, which comes first. */
type SubjectDefinition<Subject, Options extends object> = Omit<Definition<Options>, 'run'> & {
  run: (
    context: CommandContext,
    subject: Subject,
    args: string[],
    options: Options,
  ) => Promise<CommandResult>;
};

/**
 * Returns a `defineCommand` for commands about one subject, which their first argument names.
 * @param find reads the subject; throws a Refusal
 */
export function commandsAbout<Subject>(
  find: (db: Db, text: string) => Promise<Subject>,
  ownerOf: (subject: Subject) => Owner,
) {
  return <Options extends object = object>(
    usage: string,
    { run, ...rest }: SubjectDefinition<Subject, Options>,
  ): AdminCommand =>
    defineCommand<Options>(usage, {
      ...rest,
      run: async (context, [text = '', ...others], options) => {
        const subject = await find(context.pool, text);
        context.requirePowerOver(ownerOf(subject));
        return run(context, subject, others, options);
      },
    });
}
